/**
 * What the rows of an answer stood on when they were shown.
 *
 * Sessions keep a thousand answers of up to hundreds of rows, so rows are kept as numbers, and what rows of one file
 * share is kept once.
 * @module
 */
import type { SourceProof } from "../contract/source.ts";
import { LruMap } from "./lru_map.ts";

/** What a match stood on when it was shown. Lines and columns as in contract/lines.ts. */
export interface Anchor {
  readonly repositoryId: string;
  readonly path: string;
  readonly line: number;
  /** Absent for a row that names a whole line. */
  readonly column?: number;
  readonly source: SourceProof;
  /** Set for rows that are a symbol; rows without it are coordinates only. */
  readonly stableSymbolId?: string;
}

/** A file as rows showed it. */
export type ShownFile = Pick<Anchor, "repositoryId" | "path" | "source">;

/** Gives the one value that stands for equal ones. */
export interface Sharing {
  file(file: ShownFile): ShownFile;
  symbol(id: string): string;
}

/** Numbers of a row: position of its file, line, column. */
const FIELDS = 3;
/** Columns count from 1. */
const NO_COLUMN = 0;

/** The anchors of one answer, in the order of its rows. */
export class Anchors {
  readonly #files: readonly ShownFile[];
  // No typed array: most answers have few rows, and its head is as large as ten of them.
  readonly #rows: readonly number[];
  /** By row; undefined if no row is a symbol. */
  readonly #symbols: readonly (string | undefined)[] | undefined;

  constructor(anchors: readonly Anchor[], share: Sharing) {
    const files = new Map<ShownFile, number>();
    this.#rows = anchors.flatMap(({ line, column = NO_COLUMN, repositoryId, path, source }) => {
      const file = share.file({ repositoryId, path, source });
      const position = files.get(file) ?? files.size;
      files.set(file, position);
      return [position, line, column];
    });
    this.#files = [...files.keys()];
    const symbols = anchors.map(({ stableSymbolId: id }) => id && share.symbol(id));
    this.#symbols = symbols.some((id) => id !== undefined) ? symbols : undefined;
  }

  get length(): number {
    return this.#rows.length / FIELDS;
  }

  /** The anchor of a row, counted from 0. */
  at(index: number): Anchor | undefined {
    const first = index * FIELDS;
    const [position, line, column] = this.#rows.slice(first, first + FIELDS);
    const file = position === undefined ? undefined : this.#files[position];
    if (file === undefined || line === undefined) return undefined;
    const stableSymbolId = this.#symbols?.[index];
    return {
      ...file,
      line,
      ...(column === undefined || column === NO_COLUMN ? {} : { column }),
      ...(stableSymbolId === undefined ? {} : { stableSymbolId }),
    };
  }

  /** Whether a row is of this repository. */
  touches(repositoryId: string): boolean {
    return this.#files.some((file) => file.repositoryId === repositoryId);
  }
}

/** Shares files and symbols among answers, as far as they are shown again and again. */
export function answerSharing(): Sharing {
  const files = new LruMap<string, ShownFile>(MAX_SHARED_FILES);
  const symbols = new LruMap<string, string>(MAX_SHARED_SYMBOLS);
  return {
    file: (file) => known(files, `${file.repositoryId}\0${file.path}\0${file.source.sha256}`, file),
    symbol: (id) => known(symbols, id, id),
  };
}

function known<Value>(all: LruMap<string, Value>, key: string, value: Value): Value {
  const shared = all.get(key) ?? value;
  all.set(key, shared);
  return shared;
}

/** What is kept once, in the whole process: some megabytes at most. */
const MAX_SHARED_FILES = 4_096;
const MAX_SHARED_SYMBOLS = 16_384;
