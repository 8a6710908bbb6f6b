/**
 * Reads the files a snapshot chose, as they are now, and notes what became of them since.
 * @module
 */
import { MAX_TEXT_BYTES } from "../contract/limits.ts";
import type { FileEntry } from "../snapshot/snapshot.ts";
import type { CoverageNotes } from "./coverage.ts";
import type { LiveFile, LiveFiles } from "./world.ts";

export interface Candidate {
  readonly file: LiveFile;
  /** The bytes are those that the snapshot saw. */
  readonly unchanged: boolean;
}

/** The file of an entry, or undefined if it gives no rows; why is noted. */
export function readCandidate(
  entry: FileEntry,
  live: LiveFiles,
  notes: CoverageNotes,
): Candidate | undefined {
  const { path, hidden } = entry;
  const read = live.read(path, MAX_TEXT_BYTES);
  if (read.failure === undefined) return judge(entry, read.value, notes);
  if (read.failure === "unreadable") {
    notes.skip({ path, hidden, reason: "unreadable", folder: false });
    return undefined;
  }
  notes.change(path, read.failure);
  if (read.failure === "too_large") {
    notes.skip({ path, hidden, reason: "too_large", limit: MAX_TEXT_BYTES, folder: false });
  }
  return undefined;
}

function judge(entry: FileEntry, file: LiveFile, notes: CoverageNotes): Candidate | undefined {
  // A link in the file's place leads to another file, which has rows of its own or is out of scope.
  if (file.path !== entry.path) {
    notes.change(entry.path, file.path);
    return undefined;
  }
  const unchanged = file.source.sha256 === entry.sha256;
  if (!unchanged) notes.change(entry.path, file.source.sha256);
  return file.encoding === "binary" ? undefined : { file, unchanged };
}
