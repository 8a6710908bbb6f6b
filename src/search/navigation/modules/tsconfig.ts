/**
 * Names that a `tsconfig.json` gives to paths: `paths` and `baseUrl`, also of what it extends or refers to.
 *
 * Configurations that packages carry are not followed.
 * @module
 */
import { esFile } from "./es_modules.ts";
import {
  type FileMap,
  folderOf,
  inside,
  joinPath,
  type ModuleRef,
  type PathAlias,
  upward,
} from "./module_ref.ts";

const FILE_NAMES = ["tsconfig.json", "jsconfig.json"];
/** Configurations that one file may lead to. */
const MAX_FILES = 16;

/** The file of a specifier that the nearest configuration gives a path; undefined if it gives none. */
export function aliasedModule(
  files: FileMap,
  from: string,
  specifier: string,
): ModuleRef | undefined {
  if (/^[./]/.test(specifier)) return undefined;
  const matching = files.aliasesAt(folderOf(from)).filter((alias) => matches(alias, specifier))
    .sort((a, b) => Number(b.exact) - Number(a.exact) || b.prefix.length - a.prefix.length);
  for (const { prefix, suffix, targets } of matching) {
    const star = specifier.slice(prefix.length, specifier.length - suffix.length);
    for (const target of targets) {
      const found = esFile(files, target.replace("*", () => star));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function matches({ exact, prefix, suffix }: PathAlias, specifier: string): boolean {
  if (exact) return specifier === prefix;
  return specifier.length >= prefix.length + suffix.length && specifier.startsWith(prefix) &&
    specifier.endsWith(suffix);
}

/** What the configuration nearest to a folder says. */
export function readAliases(
  files: Pick<FileMap, "has" | "text">,
  folder: string,
): readonly PathAlias[] {
  for (const around of upward(folder)) {
    const path = FILE_NAMES.map((name) => inside(around, name)).find((name) => files.has(name));
    if (path !== undefined) return aliasesOf(files, path);
  }
  return [];
}

/** Its own, or those of what it extends; then those of the projects that it refers to. */
function aliasesOf(files: Pick<FileMap, "has" | "text">, first: string): PathAlias[] {
  const found: PathAlias[] = [];
  const queue = [first];
  const seen = new Set<string>();
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (seen.has(path) || seen.size >= MAX_FILES) continue;
    seen.add(path);
    const config = parseLoosely(files.text(path));
    const own = ownAliases(path, config);
    found.push(...own);
    const { references } = config;
    // What is said here takes the place of what is extended.
    const others = own.length > 0 ? [] : extended(config);
    const projects = Array.isArray(references) ? references.map((each) => field(each, "path")) : [];
    queue.push(...[...others, ...projects].flatMap((name) => configAt(files, path, name) ?? []));
  }
  return found;
}

function ownAliases(path: string, config: Readonly<Record<string, unknown>>): PathAlias[] {
  const options = field(config, "compilerOptions");
  const written = field(options, "baseUrl");
  const baseUrl = typeof written === "string" ? joinPath(folderOf(path), written) : undefined;
  const base = baseUrl ?? folderOf(path);
  const paths = field(options, "paths");
  const aliases = isRecord(paths)
    ? Object.entries(paths).map(([pattern, targets]) => alias(pattern, base, targets))
    : [];
  return baseUrl === undefined ? aliases : [...aliases, alias("*", baseUrl, ["*"])];
}

function alias(pattern: string, base: string, targets: unknown): PathAlias {
  const star = pattern.indexOf("*");
  const texts = Array.isArray(targets) ? targets.filter((each) => typeof each === "string") : [];
  return {
    exact: star < 0,
    prefix: star < 0 ? pattern : pattern.slice(0, star),
    suffix: star < 0 ? "" : pattern.slice(star + 1),
    targets: texts.flatMap((text: string) => joinPath(base, text) ?? []),
  };
}

function extended({ extends: names }: Readonly<Record<string, unknown>>): unknown[] {
  // Of several, the last one wins.
  return Array.isArray(names) ? names.toReversed() : [names];
}

/** The configuration that another one names: a file, with or without its extension, or a folder. */
function configAt(
  files: Pick<FileMap, "has">,
  from: string,
  name: unknown,
): string | undefined {
  if (typeof name !== "string" || !name.startsWith(".")) return undefined;
  const path = joinPath(folderOf(from), name);
  if (path === undefined) return undefined;
  return [path, `${path}.json`, inside(path, "tsconfig.json")].find((each) => files.has(each));
}

const STRING_OR_COMMENT = /"(?:[^"\\]|\\.)*"|\/\/[^\n\r]*|\/\*[\s\S]*?\*\//g;
const STRING_OR_COMMA = /"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g;

/** JSON as TypeScript takes it, with comments and commas at the end; nothing if it is no object. */
function parseLoosely(text: string | undefined): Readonly<Record<string, unknown>> {
  const keepStrings = (part: string): string => part.startsWith('"') ? part : "";
  const plain = (text ?? "").replace(STRING_OR_COMMENT, keepStrings)
    .replace(STRING_OR_COMMA, keepStrings);
  try {
    const value: unknown = JSON.parse(plain);
    return isRecord(value) ? value : {};
  } catch (error) {
    // A configuration in the middle of an edit names nothing.
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function field(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
