/**
 * `refresh`: builds the snapshot of the tree as it is now and stores it, or hands it over if that cannot be done.
 * @module
 */
import { ToolError } from "../../contract/errors.ts";
import type { Files } from "../../platform/files.ts";
import { textWriter } from "../../platform/process.ts";
import { buildSnapshot, type Built } from "../../snapshot/build.ts";
import { CorruptSection } from "../../snapshot/corrupt_section.ts";
import { type OpenedSnapshot, openSnapshot } from "../../snapshot/opened_snapshot.ts";
import { type Outline, outlineOf, type OutlineSource } from "../../snapshot/outline.ts";
import type { SourceParser } from "../../snapshot/parser.ts";
import { isSurelyUnchanged } from "../../snapshot/stat_table.ts";
import type { SnapshotStore } from "../../snapshot/store.ts";
import type { Budget } from "../budget.ts";
import { handOver } from "../handed_over.ts";
import { firstShards } from "../other_way.ts";
import type { RefreshResult } from "../protocol.ts";
import { readyStatus } from "../snapshot_holder.ts";
import { isRootIgnored } from "./root_ignored.ts";
import type { Running } from "./running.ts";

/**
 * Whoever waits for the new snapshot gets it before it is stored.
 *
 * @throws {ToolError} cancelled, timeout
 */
export async function refresh(
  { force }: { readonly force: boolean },
  running: Running,
): Promise<RefreshResult> {
  const { storage, lastBuilt, older } = running.opened;
  if (isRootIgnored(running.opened)) textWriter("stderr")(NOTHING_TO_INDEX);
  if (older !== undefined) return await refreshInMemory(running, olderOf(older), undefined);
  const unusable = storage?.folder.prepare();
  if (storage !== undefined && unusable === undefined) {
    const { store } = storage;
    return await store.locked(() => refreshStored(running, store, force));
  }
  const previous = force ? undefined : lastBuilt.snapshotAt(undefined);
  return await refreshInMemory(running, previous, unusable);
}

async function refreshInMemory(
  running: Running,
  previous: OpenedSnapshot | undefined,
  storageError: string | undefined,
): Promise<RefreshResult> {
  const built = await buildOn(previous, running);
  warnOfLimit(built);
  running.handOver(handOver(built, undefined));
  return inMemory(running, built, storageError);
}

/** Only under the lock, so that the previous snapshot is what the last builder left. */
async function refreshStored(
  running: Running,
  store: SnapshotStore,
  force: boolean,
): Promise<RefreshResult> {
  const previous = force ? undefined : previousOf(running, store);
  const built = await buildOn(previous, running);
  warnOfLimit(built);
  if (previous !== undefined && saysTheSame(previous, built)) return counted(built, previous);
  running.handOver(handOver(built, store.nextName(built.fingerprint)));
  const saved = store.save(built.sections, built.fingerprint);
  if (saved.kind !== "stored") return inMemory(running, built, saved.reason);
  return counted(built, kept(running, saved.name, built));
}

/** Makes the next build start from this one. */
function kept({ opened }: Running, name: string | undefined, built: Built): OpenedSnapshot {
  const snapshot = openSnapshot(built.sections);
  opened.lastBuilt.keep(name, snapshot);
  return snapshot;
}

// As the limit below: whoever starts the program should know that it sees nothing.
const NOTHING_TO_INDEX =
  "No file is indexed: an ignore rule of a folder above ignores the whole workspace root\n";

/** Whoever starts the program should know that it does not see everything. */
function warnOfLimit({ skipped }: Built): void {
  const first = skipped.find(({ reason }) => reason === "file_limit");
  if (first === undefined) return;
  const { path, limit } = first;
  textWriter("stderr")(`Only the first ${limit} files are indexed; "${path}" and later are not\n`);
}

/** What cannot be read is built anew: that is what a person runs `frigg index` for. */
function previousOf({ opened }: Running, store: SnapshotStore): OpenedSnapshot | undefined {
  return unlessRefused(() => {
    const name = store.currentName();
    if (name === undefined) return undefined;
    return opened.lastBuilt.snapshotAt(name) ?? loaded(opened, store);
  });
}

function loaded(
  { lastBuilt }: Running["opened"],
  store: SnapshotStore,
): OpenedSnapshot | undefined {
  const stored = store.load();
  if (stored !== undefined) lastBuilt.keep(stored.name, stored.snapshot);
  return stored?.snapshot;
}

/** An index of the work tree, for a commit. */
function olderOf(store: SnapshotStore): OpenedSnapshot | undefined {
  return unlessRefused(() => store.load()?.snapshot);
}

function unlessRefused<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

/** A section that is unpacked only now may be damaged: then nothing of the old snapshot is trusted. */
async function buildOn(previous: OpenedSnapshot | undefined, running: Running): Promise<Built> {
  try {
    return await build(running, previous);
  } catch (error) {
    if (previous === undefined || !(error instanceof CorruptSection)) throw error;
    running.opened.lastBuilt.forget();
    return await build(running, undefined);
  }
}

/** Builds the index, in as many steps as there are shards: each takes over what those before it made. */
async function build(running: Running, previous: OpenedSnapshot | undefined): Promise<Built> {
  const { files, shards } = running.opened;
  let before = previous;
  for (let count = 1; count < shards; count++) {
    const { sections } = await buildFrom(firstShards(files, count, shards), running, before);
    before = openSnapshot(sections);
  }
  return await buildFrom(files, running, before);
}

async function buildFrom(
  files: Files,
  running: Running,
  previous: OpenedSnapshot | undefined,
): Promise<Built> {
  const { opened: { outerIgnores, limits, lastBuilt }, budget } = running;
  return await buildSnapshot({
    files,
    ignores: outerIgnores,
    limits,
    ...(previous === undefined ? {} : { previous }),
    startedMs: Date.now(),
    outline: async (source) => await outline(source, await lastBuilt.parser(), budget),
    tick: budget.check,
    progress: (done, total) => running.progress(done, total, "files"),
  });
}

/**
 * One file that breaks the parser must not cost the whole index: it counts as partial, and the log names it.
 * Anything else, such as a grammar that is not there, would leave an index that looks whole and is empty.
 */
async function outline(
  source: OutlineSource,
  parser: SourceParser,
  budget: Budget,
): Promise<Outline> {
  try {
    return await outlineOf(source, parser, { isCancelled: () => budget.cancelled });
  } catch (error) {
    budget.check();
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    textWriter("stderr")(`Cannot find symbols of "${source.path}": ${String(error)}\n`);
    return { symbols: [], partial: true, timedOut: false };
  }
}

/** Whether storing the new snapshot would gain nothing: the same answers, and no file that had to be read again. */
function saysTheSame(previous: OpenedSnapshot, fresh: Built): boolean {
  return previous.fingerprint === fresh.fingerprint &&
    previous.ignoreDigest === fresh.ignoreDigest &&
    fresh.stats.stats.every((stat, at) => {
      const before = previous.stats.stats[at];
      return before !== undefined && isSurelyUnchanged(before, stat, previous.stats.startedMs);
    });
}

function counted({ reparsed, reused }: Built, snapshot: OpenedSnapshot): RefreshResult {
  return { status: readyStatus(snapshot), reparsed, reused };
}

function inMemory(running: Running, built: Built, storageError: string | undefined): RefreshResult {
  return {
    ...counted(built, kept(running, undefined, built)),
    ...(storageError === undefined ? {} : { storageError }),
  };
}
