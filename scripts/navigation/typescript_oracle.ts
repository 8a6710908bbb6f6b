/**
 * The language service of TypeScript over a folder.
 * @module
 */
// deno-lint-ignore no-import-prefix -- not a dependency of the program: installs must not fetch it
import ts from "npm:typescript@5.9.3";
import type { Oracle, Spot } from "./oracle.ts";

const CALLERS: ReadonlySet<string> = new Set([
  ts.ScriptElementKind.functionElement,
  ts.ScriptElementKind.localFunctionElement,
  ts.ScriptElementKind.memberFunctionElement,
  ts.ScriptElementKind.constructorImplementationElement,
  ts.ScriptElementKind.memberGetAccessorElement,
  ts.ScriptElementKind.memberSetAccessorElement,
  ts.ScriptElementKind.constElement,
  ts.ScriptElementKind.variableElement,
]);

export function openOracle(root: string, paths: readonly string[]): Oracle {
  const service = ts.createLanguageService(hostOf(root, paths));
  const program = service.getProgram();
  if (program === undefined) throw new Error("TypeScript has no program");
  const wanted = new Set(paths);
  const offset = ({ path, line, column }: Spot): number => {
    const file = program.getSourceFile(`${root}/${path}`);
    if (file === undefined) throw new Error(`TypeScript does not know "${path}"`);
    return file.getPositionOfLineAndCharacter(line, column);
  };
  const spot = (fileName: string, start: number): Spot[] => {
    const path = fileName.slice(root.length + 1);
    const file = program.getSourceFile(fileName);
    if (!wanted.has(path) || file === undefined) return [];
    const { line, character } = file.getLineAndCharacterOfPosition(start);
    return [{ path, line, column: character }];
  };
  const name = ({ path }: Spot): string => `${root}/${path}`;
  return {
    definitions: (at) => {
      const found = service.getDefinitionAtPosition(name(at), offset(at));
      return Promise.resolve(
        found?.flatMap(({ fileName, textSpan }) => spot(fileName, textSpan.start)),
      );
    },
    references: (at) => {
      const found = service.findReferences(name(at), offset(at)) ?? [];
      return Promise.resolve(
        found.flatMap(({ references }) => references).filter(({ isDefinition }) =>
          isDefinition !== true
        ).flatMap(({ fileName, textSpan }) => spot(fileName, textSpan.start)),
      );
    },
    incomingCalls: (at) => {
      const calls = service.provideCallHierarchyIncomingCalls(name(at), offset(at));
      return Promise.resolve(
        calls.filter(({ from }) => CALLERS.has(from.kind)).flatMap(({ from, fromSpans }) =>
          fromSpans.flatMap(({ start }) => spot(from.file, start))
        ),
      );
    },
    close: () => Promise.resolve(service.dispose()),
  };
}

function hostOf(root: string, paths: readonly string[]): ts.LanguageServiceHost {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    allowJs: true,
    jsx: ts.JsxEmit.Preserve,
    noEmit: true,
    strict: true,
    skipLibCheck: true,
  };
  return {
    getCompilationSettings: () => options,
    getScriptFileNames: () => paths.map((path) => `${root}/${path}`),
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) => {
      const text = ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  };
}
