/**
 * Digests of file contents and git objects, as lower-case hex, and random identifiers.
 *
 * Rests on `node:crypto`: `crypto.subtle` is asynchronous and some thirty times slower on small files.
 * @module
 */
import { createHash, randomBytes } from "node:crypto";

/** Bytes of a git object id: SHA-1 or SHA-256 repositories. */
export type HashBytes = 20 | 32;

/** The two digests that evidence carries for one file. */
export interface ContentDigests {
  /** SHA-256 of the raw bytes. */
  readonly sha256: string;
  /** Git's SHA-1 blob id of the raw bytes; no filter is applied. */
  readonly gitBlob: string;
}

/** Digests that are fed piece by piece, for files too large to hold. */
export interface DigestStream {
  /** Adds the next bytes. */
  update(bytes: Uint8Array): void;
  /**
   * Gives both digests; the stream is spent.
   *
   * @throws {RangeError} if another number of bytes was added than was announced
   */
  finish(): ContentDigests;
}

/** SHA-256 of bytes, or of a text's UTF-8 bytes. */
export function sha256Hex(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}

/**
 * Git's id of a blob with these bytes.
 *
 * @example
 * gitBlobHex(new Uint8Array()) // "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
 */
export function gitBlobHex(bytes: Uint8Array, hashBytes: HashBytes = 20): string {
  return gitObjectHex("blob", bytes, hashBytes);
}

/** Git's id of an object of any kind. */
export function gitObjectHex(kind: string, bytes: Uint8Array, hashBytes: HashBytes): string {
  const hash = createHash(hashBytes === 32 ? "sha256" : "sha1");
  return hash.update(`${kind} ${bytes.length}\0`).update(bytes).digest("hex");
}

/** Both digests of a file that is already in memory. */
export function contentDigests(bytes: Uint8Array): ContentDigests {
  return { sha256: sha256Hex(bytes), gitBlob: gitBlobHex(bytes) };
}

/**
 * Starts the digests of a file that will be read in pieces.
 *
 * Git hashes the size first, so it has to be known: `sizeBytes` is checked at the end,
 * because a file may grow or shrink while it is read.
 */
export function startDigests(sizeBytes: number): DigestStream {
  const sha256 = createHash("sha256");
  const blob = createHash("sha1").update(`blob ${sizeBytes}\0`);
  let seen = 0;
  return {
    update(bytes): void {
      sha256.update(bytes);
      blob.update(bytes);
      seen += bytes.length;
    },
    finish(): ContentDigests {
      if (seen !== sizeBytes) {
        throw new RangeError(`Cannot digest file: expected ${sizeBytes} bytes, got ${seen}`);
      }
      return { sha256: sha256.digest("hex"), gitBlob: blob.digest("hex") };
    },
  };
}

/** Random lower-case hex, two digits for each of `bytes` bytes, from the system's secure source. */
export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}
