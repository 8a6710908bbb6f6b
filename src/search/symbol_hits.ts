/**
 * The symbols that answer a query: all are counted, and only those near a page are put in order.
 *
 * A broad name has tens of thousands of them, of which a page shows a few.
 * @module
 */
import type { SymbolRank } from "./requests.ts";
import type { NamedSymbol } from "./symbol_row.ts";
import { TIERS } from "./symbol_tiers.ts";

/** A symbol with its place in the order of all. */
export interface Hit {
  /** Position of the file in the snapshot, which has them in path order: paths take longer to compare. */
  readonly at: number;
  readonly named: NamedSymbol;
  readonly rank: SymbolRank;
}

/** The hits of one file. */
export interface FileHits {
  /** Position of the file in the snapshot. */
  readonly at: number;
  /** Rank number of each hit. */
  readonly ranks: readonly number[];
  named(hit: number): NamedSymbol;
}

const CLASSES = 3;
const RANKS = TIERS * CLASSES * 2;

/** Numbers ranks in their order. */
export function rankNumber([tier, pathClass, testContext]: SymbolRank): number {
  return (tier * CLASSES + pathClass) * 2 + testContext;
}

function rankOf(number: number): SymbolRank {
  const upper = Math.floor(number / 2);
  return [Math.floor(upper / CLASSES), upper % CLASSES, number % 2];
}

export class SymbolHits {
  readonly #files: FileHits[] = [];
  readonly #counts = new Uint32Array(RANKS);

  /** Adds the next file; their order is that of the snapshot. */
  add(file: FileHits): void {
    this.#files.push(file);
    for (const rank of file.ranks) this.#counts[rank] = (this.#counts[rank] ?? 0) + 1;
  }

  get total(): number {
    return this.#counts.reduce((sum, count) => sum + count, 0);
  }

  /** The hits from `start` up to, not including, `end`, counted over all in order. */
  range(start: number, end: number): Hit[] {
    const hits: Hit[] = [];
    let before = 0;
    for (const [rank, count] of this.#counts.entries()) {
      const [from, to] = [Math.max(start - before, 0), Math.min(end - before, count)];
      if (from < to) hits.push(...this.#ofRank(rank, from, to));
      before += count;
    }
    return hits;
  }

  /** The same among the hits of one rank: these are ordered by file first, so that most files are passed over. */
  #ofRank(rank: number, start: number, end: number): Hit[] {
    const near: Hit[] = [];
    let seen = 0;
    let passed = 0;
    for (const file of this.#files) {
      if (seen >= end) break;
      const of = file.ranks.flatMap((each, hit) => each === rank ? [hit] : []);
      if (seen + of.length <= start) passed += of.length;
      else near.push(...of.map((hit) => hitOf(file, hit, rank)));
      seen += of.length;
    }
    return near.sort(compareHits).slice(start - passed, end - passed);
  }
}

function hitOf(file: FileHits, hit: number, rank: number): Hit {
  return { at: file.at, named: file.named(hit), rank: rankOf(rank) };
}

/** Path, line, kind, symbol; what else distinguishes two symbols of a line comes last. */
function compareHits(a: Hit, b: Hit): number {
  const left = a.named.symbol;
  const right = b.named.symbol;
  return a.at - b.at ||
    left.line - right.line ||
    compareText(left.kind, right.kind) ||
    compareText(left.name, right.name) ||
    left.column - right.column || left.endByte - right.endByte;
}

/** By UTF-16 units, the same everywhere; never by the machine's language. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
