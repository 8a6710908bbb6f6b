/**
 * The files of the tree as they are now, each known by its digest, with as little reading as can be.
 *
 * A file is read only if what the system says about it differs from what it said when its digest was taken, or if
 * that was too soon after a change to tell (stat_table.ts).
 * @module
 */
import type { Files, FileStat } from "../platform/files.ts";
import type { OpenedSnapshot } from "../snapshot/opened_snapshot.ts";
import { type PlainEntry, readTreeFile, type TreeFile } from "../snapshot/read_file.ts";
import type { SkippedEntry } from "../snapshot/snapshot.ts";
import { isSurelyUnchanged } from "../snapshot/stat_table.ts";
import { type Walked, walkSteps } from "../snapshot/walk.ts";
import type { Budget } from "./budget.ts";
import type { EngineLimits, OuterIgnores } from "./protocol.ts";

/** What looking at the tree needs of an open repository. */
export interface TreeAccess {
  readonly files: Files;
  readonly limits: EngineLimits;
  readonly outerIgnores: OuterIgnores;
}

/** A file the walk met. */
export type LiveFile =
  | {
    readonly kind: "file";
    readonly entry: PlainEntry;
    /** Position in the snapshot of a file with the same path and bytes. */
    readonly position: number | undefined;
  }
  | { readonly kind: "skipped"; readonly skipped: SkippedEntry };

interface Digested {
  readonly entry: PlainEntry;
  readonly stat: FileStat;
  /** Epoch milliseconds before the file was read. */
  readonly readMs: number;
}

/** Remembers the digests it took, for as long as the worker lives. */
export class LiveTree {
  readonly #digested = new Map<string, Digested>();

  /** Walks the tree and gives its files in path order, and after them what the walk itself left out. */
  async *files(
    opened: TreeAccess,
    snapshot: OpenedSnapshot | undefined,
    budget: Budget,
  ): AsyncGenerator<LiveFile> {
    const walked = await walkNow(opened, budget);
    for (const { path, hidden } of walked.files) {
      await budget.breathe();
      const file = this.#look(opened, snapshot, path);
      if (file.kind === "skipped") {
        const { reason, limit } = file;
        const bound = limit === undefined ? {} : { limit };
        yield { kind: "skipped", skipped: { path, reason, ...bound, hidden, folder: false } };
      } else if (file.kind !== "gone") {
        yield { kind: "file", entry: file.entry, position: positionOf(snapshot, file.entry) };
      }
    }
    for (const skipped of walked.skipped) yield { kind: "skipped", skipped };
    this.#forgetAllBut(walked);
  }

  #look(opened: TreeAccess, snapshot: OpenedSnapshot | undefined, path: string): Looked {
    const stat = opened.files.peek(path);
    // Reading it says what is wrong with it.
    if (stat.failure !== undefined) return this.#read(opened, path);
    const known = entryBySnapshot(snapshot, path, stat.value) ??
      this.#entryByDigest(path, stat.value);
    return known === undefined ? this.#read(opened, path) : { kind: "known", entry: known };
  }

  #entryByDigest(path: string, stat: FileStat): PlainEntry | undefined {
    const digested = this.#digested.get(path);
    if (digested === undefined) return undefined;
    const unchanged = isSurelyUnchanged(digested.stat, stat, digested.readMs);
    return unchanged ? digested.entry : undefined;
  }

  #read(opened: TreeAccess, path: string): Looked {
    const readMs = Date.now();
    const found = readTreeFile(opened.files, path);
    if (found.kind !== "text" && found.kind !== "binary") return found;
    const { entry, stat } = found;
    this.#digested.set(path, { entry, stat, readMs });
    return { kind: "known", entry };
  }

  #forgetAllBut(walked: Walked): void {
    const met = new Set(walked.files.map(({ path }) => path));
    for (const path of this.#digested.keys()) {
      if (!met.has(path)) this.#digested.delete(path);
    }
  }
}

type Looked =
  | { readonly kind: "known"; readonly entry: PlainEntry }
  | Extract<TreeFile, { kind: "skipped" | "gone" }>;

/** Walks the tree under the rules and limits of the worker, which does not keep it from other requests. */
export async function walkNow(
  { files, outerIgnores, limits }: TreeAccess,
  budget: Budget,
): Promise<Walked> {
  const { maxFiles } = limits;
  const steps = walkSteps({ ...files, list: files.lister() }, {
    ignores: outerIgnores,
    maxFiles,
    tick: budget.check,
  });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await budget.breathe();
  }
}

function entryBySnapshot(
  snapshot: OpenedSnapshot | undefined,
  path: string,
  stat: FileStat,
): PlainEntry | undefined {
  const position = snapshot?.findFile(path);
  if (snapshot === undefined || position === undefined) return undefined;
  const before = snapshot.stats.stats[position];
  const unchanged = before !== undefined &&
    isSurelyUnchanged(before, stat, snapshot.stats.startedMs);
  return unchanged ? snapshot.files[position] : undefined;
}

function positionOf(snapshot: OpenedSnapshot | undefined, entry: PlainEntry): number | undefined {
  const position = snapshot?.findFile(entry.path);
  if (position === undefined) return undefined;
  const old = snapshot?.files[position];
  if (old === entry) return position;
  return old?.sha256 === entry.sha256 && old.bytes === entry.bytes ? position : undefined;
}
