/**
 * Lists the commits between two commits, as `git rev-list FROM..TO` does.
 * @module
 */
import type { Commit } from "./commit.ts";
import type { Oid } from "./oid.ts";
import { PriorityQueue } from "./priority_queue.ts";
import type { GitRepository } from "./repository.ts";

/** The result of `range`. */
export interface CommitRange {
  /** Reachable from `to` but not from `from`; newest first. */
  readonly commits: readonly Commit[];
  /** The walk stopped at the limit: commits may be missing or too many. */
  readonly limited: boolean;
  /** The walk reached the end of a shallow clone: commits may be missing or too many. */
  readonly shallow: boolean;
}

interface Visited {
  readonly commit: Commit;
  /** Reachable from `from`. */
  known: boolean;
  queued: boolean;
}

// Clocks differ, so a commit may be dated before its parents. Git looks as many commits further.
const SLOP = 5;

/**
 * Lists the commits reachable from `to` but not from `from`.
 *
 * `limit` bounds the commits that are read, on both sides together.
 */
export function range(repository: GitRepository, from: Oid, to: Oid, limit: number): CommitRange {
  return new Walk(repository, limit).run(from, to);
}

/** The part of a range that lies on the line of first parents from `to`; newest first. */
export function firstParents({ commits }: CommitRange, to: Oid): Commit[] {
  const byOid = new Map(commits.map((commit) => [commit.oid, commit]));
  const line: Commit[] = [];
  for (let at = byOid.get(to); at !== undefined; at = byOid.get(at.parents[0] ?? "")) line.push(at);
  return line;
}

/** One queue ordered by time, in which both ends' ancestors are painted as they are met. */
class Walk {
  readonly #seen = new Map<Oid, Visited>();
  readonly #queue = new PriorityQueue<Visited>(isNewer);
  readonly #found: Visited[] = [];
  readonly #cut: ReadonlySet<Oid>;
  #unknownQueued = 0;
  #shallow = false;

  constructor(readonly repository: GitRepository, readonly limit: number) {
    this.#cut = repository.shallow();
  }

  run(from: Oid, to: Oid): CommitRange {
    this.#paint(this.#visit(from));
    this.#visit(to);
    let slop = SLOP;
    while (this.#seen.size <= this.limit) {
      const next = this.#queue.pop();
      if (next === undefined) break;
      next.queued = false;
      if (!next.known) {
        this.#unknownQueued--;
        this.#found.push(next);
      }
      this.#visitParents(next);
      slop = this.#isSettled(next) ? slop - 1 : SLOP;
      if (slop < 0) break;
    }
    const commits = this.#found.filter(({ known }) => !known).map(({ commit }) => commit);
    return { commits, limited: this.#seen.size > this.limit, shallow: this.#shallow };
  }

  /** Whether nothing in the queue is wanted and all of it is older than what was found. */
  #isSettled(last: Visited): boolean {
    if (this.#unknownQueued > 0) return false;
    const oldest = this.#found.at(-1);
    return oldest === undefined || last.commit.committedAt < oldest.commit.committedAt;
  }

  #visitParents(child: Visited): void {
    if (this.#cut.has(child.commit.oid)) {
      this.#shallow = true;
      return;
    }
    for (const oid of child.commit.parents) {
      const parent = this.#visit(oid);
      if (child.known) this.#paint(parent);
    }
  }

  #visit(oid: Oid): Visited {
    const known = this.#seen.get(oid);
    if (known !== undefined) return known;
    const visited = { commit: this.repository.commit(oid), known: false, queued: true };
    this.#seen.set(oid, visited);
    this.#queue.push(visited);
    this.#unknownQueued++;
    return visited;
  }

  /** Marks a commit as reachable from `from`, and what was already reached through it. */
  #paint(start: Visited): void {
    const stack = [start];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      if (next.known) continue;
      next.known = true;
      if (next.queued) this.#unknownQueued--;
      for (const oid of next.commit.parents) {
        const parent = this.#seen.get(oid);
        if (parent !== undefined) stack.push(parent);
      }
    }
  }
}

/** Ids decide between equal times, so that the order does not depend on the walk. */
function isNewer(a: Visited, b: Visited): boolean {
  const difference = a.commit.committedAt - b.commit.committedAt;
  return difference === 0 ? a.commit.oid < b.commit.oid : difference > 0;
}
