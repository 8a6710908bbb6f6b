/**
 * Reading and writing files that the person named, with the name in every error.
 * @module
 */
import {
  isSystemError,
  readUserText,
  removeUserFile,
  writeUserText,
  writeUserTexts,
} from "../platform/user_files.ts";
import { environmentError, usageError } from "./exit.ts";

/**
 * The text of a file.
 *
 * @throws {CommandError} usage if it is not UTF-8, environment if it cannot be read
 */
export function readNamed(path: string, shown: string): string {
  try {
    return readUserText(path);
  } catch (error) {
    if (error instanceof TypeError) throw usageError(`${shown}:1:1: expected UTF-8 text`);
    throw refused("read", shown, error);
  }
}

/** Writes a file whole. @throws {CommandError} environment */
export function writeNamed(path: string, shown: string, text: string): void {
  try {
    writeUserText(path, text);
  } catch (error) {
    throw refused("write", shown, error);
  }
}

/** Writes files that belong together, whole. @throws {CommandError} environment */
export function writeAllNamed(
  files: readonly { readonly path: string; readonly text: string }[],
  shown: string,
): void {
  try {
    writeUserTexts(files);
  } catch (error) {
    throw refused("write", shown, error);
  }
}

/** Removes a file; gives whether there was one. @throws {CommandError} environment */
export function removeNamed(path: string, shown: string): boolean {
  try {
    return removeUserFile(path);
  } catch (error) {
    throw refused("remove", shown, error);
  }
}

function refused(action: string, shown: string, error: unknown): unknown {
  if (!isSystemError(error)) return error;
  return environmentError(`Cannot ${action} "${shown}": ${error.message}`, undefined, error);
}
