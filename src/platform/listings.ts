/**
 * What folders were found to hold, for those who look again and again.
 *
 * A folder's times change whenever an entry comes, goes or is renamed. What was read is given again only if nothing
 * the system says about the folder has changed, and if the folder was old enough for a change to show.
 * @module
 */

/** As for files (snapshot/stat_table.ts): times may be whole seconds, in steps of two. */
const RACY_MS = 2_000;
/** Folders that are remembered; beyond them everything is forgotten. */
const MAX_FOLDERS = 50_000;

interface Listing<T> {
  readonly info: Deno.FileInfo;
  /** Epoch milliseconds before the folder was read. */
  readonly readMs: number;
  readonly value: T;
}

export class Listings<T> {
  readonly #known = new Map<string, Listing<T>>();
  readonly #now: () => number;

  /** `now` gives epoch milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * What `read` gives for a folder, or gave before.
   *
   * @throws what the system or `read` throws
   */
  get(real: string, read: (real: string) => T): T {
    const info = Deno.lstatSync(real);
    const known = this.#known.get(real);
    if (known !== undefined && isSurelyUnchanged(known, info)) return known.value;
    const readMs = this.#now();
    const value = read(real);
    if (this.#known.size >= MAX_FOLDERS) this.#known.clear();
    this.#known.set(real, { info, readMs, value });
    return value;
  }
}

function isSurelyUnchanged({ info, readMs }: Listing<unknown>, now: Deno.FileInfo): boolean {
  const [changedMs, modifiedMs] = [timeOf(now.ctime), timeOf(now.mtime)];
  // A system that does not tell both leaves changes unseen.
  if (changedMs === undefined || modifiedMs === undefined || !now.isDirectory) return false;
  const same = info.ino === now.ino && info.dev === now.dev && info.size === now.size &&
    timeOf(info.ctime) === changedMs && timeOf(info.mtime) === modifiedMs;
  return same && Math.max(changedMs, modifiedMs) + RACY_MS < readMs;
}

function timeOf(date: Date | null): number | undefined {
  return date?.getTime();
}
