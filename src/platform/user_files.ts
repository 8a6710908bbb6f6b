/**
 * Files that a person names on the command line: playbooks, traces, answers.
 *
 * Unlike the files of a workspace these may lie anywhere the person may read. Errors of the system go to the
 * caller as they are; what is not there is a value.
 * @module
 */
import { replaceFiles } from "./atomic_write.ts";
import { joinPath } from "./os_paths.ts";

/** Whether a path names a file, a folder (links followed) or nothing. */
export function kindOfPath(path: string): "file" | "folder" | "absent" {
  try {
    return Deno.statSync(path).isDirectory ? "folder" : "file";
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return "absent";
    }
    throw error;
  }
}

/** The text of a file; bytes that are not UTF-8 are an error, not a guess. */
export function readUserText(path: string): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(Deno.readFileSync(path));
}

/** Writes a file so that a reader meets the old text or the new one, never a part. */
export function writeUserText(path: string, text: string): void {
  writeUserTexts([{ path, text }]);
}

/** The same for files that belong together, all of them ready before the first is put in place. */
export function writeUserTexts(
  files: readonly { readonly path: string; readonly text: string }[],
): void {
  const encoder = new TextEncoder();
  replaceFiles(files.map(({ path, text }) => ({ path, bytes: encoder.encode(text) })));
}

/** Removes a file; gives whether there was one. */
export function removeUserFile(path: string): boolean {
  try {
    Deno.removeSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Paths of all files below a folder, sorted; folders that begin with a dot and links are left alone. */
export function filesBelow(folder: string): readonly string[] {
  const found = [...Deno.readDirSync(folder)].flatMap(({ name, isFile, isDirectory }) => {
    const path = joinPath(folder, name);
    if (isFile) return [path];
    return isDirectory && !name.startsWith(".") ? filesBelow(path) : [];
  });
  return found.sort();
}

/** Whether an error is the system's refusal to read or write, and not a fault of this program. */
export function isSystemError(error: unknown): error is Error {
  return error instanceof Error &&
    Object.values(Deno.errors).some((kind) => error instanceof kind);
}
