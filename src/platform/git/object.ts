/**
 * Git objects, and the loose form in which new ones are stored.
 * @module
 */
import { inflateSync } from "node:zlib";
import { Cursor } from "./cursor.ts";
import { GitError } from "./git_error.ts";

/** The four kinds of git objects. */
export type ObjectKind = "commit" | "tree" | "blob" | "tag";

/** An object without its header. `data` may be shared: do not write to it. */
export interface GitObject {
  readonly kind: ObjectKind;
  readonly data: Uint8Array;
}

/** Largest object this reader holds in memory: four times what any tool reads of a file. */
export const MAX_OBJECT_BYTES = 256 * 1024 * 1024;

const KINDS: readonly ObjectKind[] = ["commit", "tree", "blob", "tag"];

/** The kind with this name. */
export function parseKind(name: string): ObjectKind {
  const kind = KINDS.find((known) => known === name);
  if (kind === undefined) throw new GitError("corrupt", `Cannot understand object kind "${name}"`);
  return kind;
}

/** Refuses sizes that would exhaust memory before anything is allocated. */
export function checkSize(bytes: number): void {
  if (bytes > MAX_OBJECT_BYTES) {
    throw new GitError("too_large", `Cannot hold ${bytes} bytes; the limit is ${MAX_OBJECT_BYTES}`);
  }
}

/** Inflates a zlib stream to exactly `size` bytes; bytes behind the stream are ignored. */
export function inflateExactly(stream: Uint8Array, size: number): Uint8Array {
  checkSize(size);
  // Deno 2.4.2 does not heed the limit, hence the check of the length behind it.
  const data = inflateSync(stream, { maxOutputLength: Math.max(size, 1) });
  if (data.length !== size) {
    throw new GitError("corrupt", `Cannot inflate: expected ${size} bytes, got ${data.length}`);
  }
  return data;
}

/** Parses a loose object file: deflated `kind SP size NUL data`. */
export function parseLoose(file: Uint8Array): GitObject {
  const all = new Cursor(inflateSync(file, { maxOutputLength: MAX_OBJECT_BYTES }));
  const [kind = "", size = ""] = new TextDecoder().decode(all.until(0)).split(" ");
  const data = all.bytes.subarray(all.at);
  if (size !== String(data.length)) {
    throw new GitError("corrupt", `Cannot read object: expected ${size} bytes, got ${data.length}`);
  }
  return { kind: parseKind(kind), data };
}
