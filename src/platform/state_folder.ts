/**
 * The folder in which a repository's index is kept, and what may be done with it.
 *
 * It lies inside a repository that strangers may have written, so no link in it is followed: neither the folder
 * itself nor the files that are written to.
 * @module
 */
import {
  moveFolder,
  removeIfThere,
  replaceFile,
  TEMPORARY_PREFIX,
  temporaryIn,
  writeNewFile,
} from "./atomic_write.ts";
import { failureOf } from "./containment.ts";
import { type FileLock, lockFile } from "./lock.ts";
import { joinPath } from "./os_paths.ts";

/** What is where the folder should be. `foreign`: a link, a file, or something that cannot be looked at. */
export type FolderState = "absent" | "plain" | "foreign";

export interface StateFolder {
  readonly path: string;
  state(): FolderState;
  /** Makes the folder ready for writing; gives the reason if it cannot be used. */
  prepare(): string | undefined;
  /** Waits for the lock of the folder, which must be prepared. */
  lock(): Promise<FileLock>;
  /** Bytes of a plain file below the folder, or undefined if there is none. */
  read(...names: string[]): Uint8Array<ArrayBuffer> | undefined;
  /** Names of the folders inside, sorted. */
  folders(): string[];
  /** Writes a folder of files in one step. */
  writeFolder(name: string, files: ReadonlyMap<string, Uint8Array>): void;
  /** Adds a text to the end of a plain file, made if it is not there; gives the reason if that cannot be done. */
  append(name: string, text: string): string | undefined;
  /** Replaces a file in one step. */
  replace(name: string, bytes: Uint8Array): void;
  remove(name: string): void;
  /** Removes what interrupted writes left; only while the lock is held. */
  removeUnfinished(): void;
}

const LOCK = "LOCK";
const GITIGNORE = ".gitignore";
const IGNORE_ALL = "*\n";

export function stateFolder(path: string): StateFolder {
  const inside = (...names: string[]): string => joinPath(path, ...names);
  return {
    path,
    state: () => folderState(path),
    prepare: () => prepare(path),
    lock: () => lockFile(inside(LOCK)),
    read: (...names) => readPlainFile(path, names),
    folders: () => foldersIn(path),
    writeFolder: (name, files) => writeFolder(path, inside(name), files),
    append: (name, text) => appendText(inside(name), text),
    replace: (name, bytes) => replaceFile(inside(name), bytes),
    remove: (name) => removeIfThere(inside(name)),
    removeUnfinished: () => {
      for (const { name } of Deno.readDirSync(path)) {
        if (name.startsWith(TEMPORARY_PREFIX)) removeIfThere(inside(name));
      }
    },
  };
}

/** Whether an error comes from the disk: it is full, read-only or gone. */
export function isDiskError(error: unknown): error is Error {
  return error instanceof Error &&
    ("code" in error || Object.values(Deno.errors).some((kind) => error instanceof kind));
}

function folderState(path: string): FolderState {
  try {
    return Deno.lstatSync(path).isDirectory ? "plain" : "foreign";
  } catch (error) {
    return failureOf(error) === "absent" ? "absent" : "foreign";
  }
}

function prepare(path: string): string | undefined {
  try {
    if (folderState(path) === "absent") Deno.mkdirSync(path, { recursive: true });
    if (folderState(path) !== "plain") return `"${path}" is not a plain folder`;
    createFile(joinPath(path, GITIGNORE), IGNORE_ALL);
    if (isEmptyFile(joinPath(path, GITIGNORE))) {
      // Its writer was killed in between; left so, git would show the index as new files.
      replaceFile(joinPath(path, GITIGNORE), new TextEncoder().encode(IGNORE_ALL));
    }
    createFile(joinPath(path, LOCK), "");
    if (!Deno.lstatSync(joinPath(path, LOCK)).isFile) return `"${path}" holds a foreign lock`;
    // Its files may be there from better days: only a write tells whether writing works.
    const probe = temporaryIn(path);
    writeNewFile(probe, new Uint8Array());
    removeIfThere(probe);
    return undefined;
  } catch (error) {
    if (!isDiskError(error)) throw error;
    return `Cannot write to "${path}": ${error.message}`;
  }
}

/** Leaves alone whatever has the name already. */
function createFile(path: string, text: string): void {
  try {
    writeNewFile(path, new TextEncoder().encode(text));
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
}

/** One write for the whole text, so that lines of several processes do not mix. */
function appendText(path: string, text: string): string | undefined {
  try {
    createFile(path, "");
    if (!Deno.lstatSync(path).isFile) return `"${path}" is not a plain file`;
    Deno.writeTextFileSync(path, text, { append: true, create: false });
    return undefined;
  } catch (error) {
    if (!isDiskError(error)) throw error;
    return `Cannot write to "${path}": ${error.message}`;
  }
}

function isEmptyFile(path: string): boolean {
  const { isFile, size } = Deno.lstatSync(path);
  return isFile && size === 0;
}

function readPlainFile(
  folder: string,
  names: readonly string[],
): Uint8Array<ArrayBuffer> | undefined {
  const steps = names.map((_, at) => joinPath(folder, ...names.slice(0, at + 1)));
  const file = steps.pop();
  if (file === undefined) return undefined;
  try {
    const plain = steps.every((step) => Deno.lstatSync(step).isDirectory);
    return plain && Deno.lstatSync(file).isFile ? Deno.readFileSync(file) : undefined;
  } catch (error) {
    if (failureOf(error) === "absent") return undefined;
    throw error;
  }
}

function foldersIn(path: string): string[] {
  const entries = [...Deno.readDirSync(path)].filter((entry) => entry.isDirectory);
  return entries.map((entry) => entry.name).sort();
}

function writeFolder(
  parent: string,
  path: string,
  files: ReadonlyMap<string, Uint8Array>,
): void {
  const temporary = temporaryIn(parent);
  try {
    Deno.mkdirSync(temporary);
    for (const [name, bytes] of files) writeNewFile(joinPath(temporary, name), bytes);
    moveFolder(temporary, path);
  } catch (error) {
    removeIfThere(temporary);
    throw error;
  }
}
