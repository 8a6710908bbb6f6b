/**
 * Settings files of other programs: found behind their links and replaced in one step, with mode and owner kept.
 *
 * Errors of the system go to the caller as they are; what a person can have arranged is a value.
 * @module
 */
import { removeIfThere, replaceFile } from "./atomic_write.ts";
import { failureOf } from "./containment.ts";
import { canonicalSpelling, makeFolder } from "./folders.ts";
import { folderOf } from "./os_paths.ts";

/** What is at a path; `path` is where the bytes are or would be, links followed. */
export type FoundSettings =
  | { readonly kind: "file"; readonly path: string; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "absent"; readonly path: string }
  | { readonly kind: "unusable"; readonly path: string; readonly reason: string };

/** Looks at a settings file. */
export function findSettings(path: string): FoundSettings {
  try {
    const real = Deno.realPathSync(path);
    // Asked before it is opened: opening a pipe waits for its writer.
    if (!Deno.statSync(real).isFile) {
      return { kind: "unusable", path: real, reason: "it is not a plain file" };
    }
    return { kind: "file", path: real, bytes: Deno.readFileSync(real) };
  } catch (error) {
    if (failureOf(error) === "unreadable") {
      const reason = error instanceof Error ? error.message : String(error);
      return { kind: "unusable", path, reason };
    }
    if (isLink(path)) return { kind: "unusable", path, reason: "it is a link to nothing" };
    return { kind: "absent", path: canonicalSpelling(path) };
  }
}

/** A mode that only its owner can use, for as long as a file is unfinished. */
const PRIVATE = 0o600;

/**
 * Puts bytes where `before` was read, or nothing was; gives whether that is still so, and writes nothing if not.
 *
 * Folders above a new file are made. A new file is its owner's alone if it `isPrivate`: its program may put secrets
 * there later.
 */
export function replaceSettings(
  path: string,
  bytes: Uint8Array,
  { before, isPrivate }: { readonly before: Uint8Array | undefined; readonly isPrivate: boolean },
): boolean {
  if (before === undefined) makeFolder(folderOf(path));
  else checkWritable(path);
  let isUnchanged = true;
  try {
    replaceFile(path, bytes, {
      ...(before === undefined && !isPrivate ? {} : { mode: PRIVATE }),
      finish: (temporary) => {
        isUnchanged = isStill(path, before);
        if (!isUnchanged) throw new Deno.errors.Busy("changed");
        if (before !== undefined) copyOwnership(path, temporary);
      },
    });
  } catch (error) {
    if (isUnchanged) throw error;
  }
  return isUnchanged;
}

/** Writes a copy of a file beside it, readable for whom the file is; an older copy is replaced. */
export function writeBackup(path: string, backup: string, bytes: Uint8Array): void {
  replaceFile(backup, bytes, {
    mode: PRIVATE,
    finish: (temporary) => copyOwnership(path, temporary),
  });
}

/** Removes a file of these bytes, and its folder if that is empty then and not `keep`; gives whether it was there. */
export function removeSettings(path: string, before: Uint8Array, keep: readonly string[]): boolean {
  if (!isStill(path, before)) return false;
  removeIfThere(path);
  const folder = folderOf(path);
  if (!keep.includes(folder) && [...Deno.readDirSync(folder)].length === 0) {
    Deno.removeSync(folder);
  }
  return true;
}

/** A file that its owner made read-only could still be replaced; it is not. Throws if the system refuses. */
function checkWritable(path: string): void {
  Deno.openSync(path, { write: true }).close();
}

function isStill(path: string, before: Uint8Array | undefined): boolean {
  const now = findSettings(path);
  if (now.kind !== "file") return now.kind === "absent" && before === undefined;
  return before !== undefined && sameBytes(now.bytes, before);
}

/** Whether two files have the same content. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

/** Gives a file the owner and the mode of another, where the system has these. */
function copyOwnership(from: string, to: string): void {
  const [wanted, has] = [Deno.statSync(from), Deno.statSync(to)];
  if (wanted.uid !== has.uid || wanted.gid !== has.gid) {
    Deno.chownSync(to, wanted.uid, wanted.gid);
  }
  if (wanted.mode !== null && Deno.build.os !== "windows") {
    Deno.chmodSync(to, wanted.mode & MODE_BITS);
  }
}

/** The part of a mode that can be set. */
const MODE_BITS = 0o7777;

function isLink(path: string): boolean {
  try {
    return Deno.lstatSync(path).isSymlink;
  } catch (error) {
    if (failureOf(error) === "absent") return false;
    throw error;
  }
}
