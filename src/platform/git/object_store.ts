/**
 * Every object of a repository by id: packed, loose and from alternates.
 *
 * Nothing is written. Each object's hash is checked against its id before it is given out.
 * @module
 */
import * as path from "node:path";
import { gitObjectHex, type HashBytes } from "../digest.ts";
import { ByteCache } from "./byte_cache.ts";
import { applyDelta, resultBytes } from "./delta.ts";
import { listNames, readBytes, readText } from "./disk.ts";
import { GitError } from "./git_error.ts";
import { type GitObject, type ObjectKind, parseLoose } from "./object.ts";
import { isOid, type Oid } from "./oid.ts";
import { Pack } from "./pack.ts";

// Git follows five levels of alternates; ten folders in all stop a malicious chain.
const MAX_FOLDERS = 10;
// Git's own ceiling is 4095; more means that deltas name each other in a circle.
const MAX_CHAIN = 10_000;

interface Place {
  readonly pack: Pack;
  readonly at: number;
}

/** A delta whose base is not known yet, and where its result will be kept. */
interface Pending {
  readonly key: string;
  readonly delta: Uint8Array;
}

/** Reads objects until it is closed. */
export class ObjectStore {
  readonly #folders: readonly string[];
  readonly #recent = new ByteCache();
  /** By path of the index file; `undefined` until the first read. */
  #packs: Map<string, Pack> | undefined;

  /** `folders` are those that `objectFolders()` gives. */
  constructor(folders: readonly string[], readonly hashBytes: HashBytes) {
    this.#folders = folders;
  }

  /**
   * Reads an object.
   *
   * @throws {GitError} naming the object: `missing_object`, `corrupt`, `too_large` or `unreadable`
   */
  read(oid: Oid): GitObject {
    const object = this.#naming(oid, () => this.#load(oid));
    if (object === undefined) {
      throw new GitError("missing_object", `Cannot find object "${oid}" in the repository`);
    }
    if (gitObjectHex(object.kind, object.data, this.hashBytes) !== oid) {
      throw new GitError("corrupt", `Cannot read object "${oid}": its bytes have another id`);
    }
    return object;
  }

  /**
   * Reads the data of an object that has to be of one kind.
   *
   * @throws {GitError} `corrupt` if it is of another kind; else as `read`
   */
  readKind(oid: Oid, kind: ObjectKind): Uint8Array {
    const object = this.read(oid);
    if (object.kind === kind) return object.data;
    throw new GitError(
      "corrupt",
      `Cannot read object "${oid}": it is a ${object.kind}, not a ${kind}`,
    );
  }

  /** Whether an object is stored here; it may still be damaged. */
  has(oid: Oid): boolean {
    return this.#naming(oid, () => this.#find(oid) !== undefined || this.#load(oid) !== undefined);
  }

  /**
   * Bytes of an object as its header states them, without unpacking one that is packed.
   *
   * A hint, as a file's size is: only `read()` proves it.
   *
   * @throws {GitError} as `read`
   */
  sizeOf(oid: Oid): number {
    return this.#naming(oid, () => {
      const place = this.#find(oid);
      if (place === undefined) return this.read(oid).data.length;
      const known = this.#recent.get(keyOf(place));
      if (known !== undefined) return known.data.length;
      const { type, size } = place.pack.header(place.at);
      if (type === "whole") return size;
      const entry = place.pack.entry(place.at);
      return entry.type === "whole" ? entry.object.data.length : resultBytes(entry.delta);
    });
  }

  /** All stored ids that begin with a hex prefix, each once, sorted. An empty prefix gives all. */
  withPrefix(prefix: string): Oid[] {
    const found = new Set<Oid>();
    for (const pack of this.#openPacks().values()) {
      for (const oid of pack.index.withPrefix(prefix)) found.add(oid);
    }
    for (const folder of this.#folders) {
      for (const oid of this.#looseWithPrefix(folder, prefix)) found.add(oid);
    }
    return [...found].sort();
  }

  /** Closes every pack; a later read opens them again. */
  close(): void {
    for (const pack of this.#packs?.values() ?? []) pack.close();
    this.#packs = undefined;
    this.#recent.clear();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #load(oid: Oid): GitObject | undefined {
    if (!isOid(oid, this.hashBytes)) return undefined;
    const place = this.#find(oid);
    if (place !== undefined) return this.#readPlace(place);
    const loose = this.#readLoose(oid);
    if (loose !== undefined) return loose;
    // Git may have packed the object between two reads.
    if (!this.#refreshPacks()) return undefined;
    const packed = this.#find(oid);
    return packed === undefined ? undefined : this.#readPlace(packed);
  }

  #find(oid: Oid): Place | undefined {
    for (const pack of this.#openPacks().values()) {
      const at = pack.index.offsetOf(oid);
      if (at !== undefined) return { pack, at };
    }
    return undefined;
  }

  #readLoose(oid: Oid): GitObject | undefined {
    for (const folder of this.#folders) {
      const file = readBytes(path.join(folder, oid.slice(0, 2), oid.slice(2)));
      if (file !== undefined) return parseLoose(file);
    }
    return undefined;
  }

  /** Follows deltas down to a whole object, then applies them upwards. */
  #readPlace(start: Place): GitObject {
    const pending: Pending[] = [];
    let place = start;
    for (;;) {
      const key = keyOf(place);
      const known = this.#recent.get(key);
      if (known !== undefined) return this.#applyAll(known, pending);
      const entry = place.pack.entry(place.at);
      if (entry.type === "whole") {
        this.#recent.set(key, entry.object);
        return this.#applyAll(entry.object, pending);
      }
      pending.push({ key, delta: entry.delta });
      if (pending.length > MAX_CHAIN) throw new GitError("corrupt", "Deltas form a circle");
      if (entry.type === "offset_delta") {
        place = { pack: place.pack, at: entry.base };
        continue;
      }
      const base = this.#find(entry.base);
      if (base === undefined) return this.#applyAll(this.#looseBase(entry.base), pending);
      place = base;
    }
  }

  #looseBase(oid: Oid): GitObject {
    const base = this.#readLoose(oid);
    if (base === undefined) throw new GitError("missing_object", `Cannot find delta base "${oid}"`);
    return base;
  }

  #applyAll(base: GitObject, pending: readonly Pending[]): GitObject {
    let object = base;
    for (const { key, delta } of pending.toReversed()) {
      object = { kind: base.kind, data: applyDelta(object.data, delta) };
      this.#recent.set(key, object);
    }
    return object;
  }

  #openPacks(): Map<string, Pack> {
    if (this.#packs === undefined) {
      this.#packs = new Map();
      this.#refreshPacks();
    }
    return this.#packs;
  }

  /** Opens packs that are new, closes those that are gone; says whether a new one was found. */
  #refreshPacks(): boolean {
    const before = this.#packs ?? new Map<string, Pack>();
    const after = new Map<string, Pack>();
    this.#packs = after;
    let grown = false;
    for (const [folder, name] of this.#indexFiles()) {
      const key = path.join(folder, name);
      const known = before.get(key);
      before.delete(key);
      const pack = known ?? Pack.open(folder, name, this.hashBytes);
      if (pack === undefined) continue;
      grown ||= known === undefined;
      after.set(key, pack);
    }
    for (const pack of before.values()) pack.close();
    return grown;
  }

  *#indexFiles(): Generator<[folder: string, name: string]> {
    for (const folder of this.#folders.map((objects) => path.join(objects, "pack"))) {
      for (const name of listNames(folder)) if (name.endsWith(".idx")) yield [folder, name];
    }
  }

  *#looseWithPrefix(folder: string, prefix: string): Generator<Oid> {
    const first = prefix.slice(0, 2);
    for (const two of prefix.length < 2 ? listNames(folder) : [first]) {
      if (!/^[0-9a-f]{2}$/.test(two) || !two.startsWith(first)) continue;
      for (const rest of listNames(path.join(folder, two))) {
        const oid = two + rest;
        if (oid.startsWith(prefix) && isOid(oid, this.hashBytes)) yield oid;
      }
    }
  }

  /** Turns every failure of a read into a `GitError` that names the object. */
  #naming<T>(oid: Oid, read: () => T): T {
    try {
      return read();
    } catch (cause) {
      const reason = cause instanceof GitError ? cause.reason : "corrupt";
      const detail = cause instanceof Error ? cause.message : String(cause);
      throw new GitError(reason, `Cannot read object "${oid}": ${detail}`, { cause });
    }
  }
}

/** Names of packs are digests of what they hold. */
function keyOf({ pack, at }: Place): string {
  return `${pack.name}:${at}`;
}

/**
 * The folders below an `objects` folder in which objects are.
 *
 * For whoever is allowed to read objects and nothing else: a repository that strangers wrote may name any folder as an
 * alternate.
 */
export function partsOf(objects: string): string[] {
  const loose = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
  return ["pack", ...loose].map((name) => path.join(objects, name));
}

/** A repository's `objects` folder and the folders its `info/alternates` name, nearest first. */
export function objectFolders(first: string): string[] {
  const found: string[] = [];
  const visit = (folder: string): void => {
    if (found.includes(folder) || found.length === MAX_FOLDERS) return;
    found.push(folder);
    for (const line of (readText(path.join(folder, "info", "alternates")) ?? "").split("\n")) {
      if (line !== "" && !line.startsWith("#")) visit(path.resolve(folder, line));
    }
  };
  visit(first);
  return found;
}
