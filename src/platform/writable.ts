/**
 * Whether something could be written, found without leaving anything behind.
 * @module
 */
import { removeIfThere, temporaryIn, writeNewFile } from "./atomic_write.ts";
import { folderKind } from "./folders.ts";
import { folderOf } from "./os_paths.ts";
import { isSystemError } from "./user_files.ts";

/** Whether files can be made in a folder, or in the nearest one above it that is there. */
export function canWriteBelow(path: string): boolean {
  if (folderKind(path) === "absent" && folderOf(path) !== path) {
    return canWriteBelow(folderOf(path));
  }
  // Mode bits do not tell: a whole disk may be read-only, and nothing keeps the superuser out.
  const probe = temporaryIn(path);
  try {
    writeNewFile(probe, new Uint8Array());
    removeIfThere(probe);
    return true;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return false;
  }
}
