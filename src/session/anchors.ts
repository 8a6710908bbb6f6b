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

/** Gives the one object that stands for equal files. */
export type ShareFile = (file: ShownFile) => ShownFile;

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

  constructor(anchors: readonly Anchor[], share: ShareFile) {
    const files = new Map<ShownFile, number>();
    this.#rows = anchors.flatMap(({ line, column = NO_COLUMN, repositoryId, path, source }) => {
      const file = share({ repositoryId, path, source });
      const position = files.get(file) ?? files.size;
      files.set(file, position);
      return [position, line, column];
    });
    this.#files = [...files.keys()];
    const hasSymbols = anchors.some(({ stableSymbolId }) => stableSymbolId !== undefined);
    this.#symbols = hasSymbols ? anchors.map(({ stableSymbolId }) => stableSymbolId) : undefined;
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

/** Shares files among the answers of one session, as far as they are shown again and again. */
export function fileSharing(): ShareFile {
  const known = new LruMap<string, ShownFile>(MAX_SHARED_FILES);
  return (file) => {
    const key = `${file.repositoryId}\0${file.path}\0${file.source.sha256}`;
    const shared = known.get(key) ?? file;
    known.set(key, shared);
    return shared;
  };
}

/** Files of one session that are kept once. */
const MAX_SHARED_FILES = 1_024;
