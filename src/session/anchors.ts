/**
 * What the rows of an answer stood on when they were shown.
 *
 * Sessions keep a thousand answers of up to hundreds of rows, so rows are kept as numbers, and what the rows of one
 * file share is kept once.
 * @module
 */
import type { SourceProof } from "../contract/source.ts";

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

type File = Pick<Anchor, "repositoryId" | "path" | "source">;

/** Numbers of a row: position of its file, line, column. */
const FIELDS = 3;
/** Columns count from 1. */
const NO_COLUMN = 0;

/** The anchors of one answer, in the order of its rows. */
export class Anchors {
  readonly #files: readonly File[];
  readonly #rows: Uint32Array;
  /** By row; undefined if no row is a symbol. */
  readonly #symbols: readonly (string | undefined)[] | undefined;

  constructor(anchors: readonly Anchor[]) {
    const files = new Map<string, number>();
    const kept: File[] = [];
    this.#rows = new Uint32Array(anchors.length * FIELDS);
    for (
      const [at, { repositoryId, path, source, line, column = NO_COLUMN }] of anchors.entries()
    ) {
      const key = `${repositoryId}\0${path}\0${source.sha256}`;
      const file = files.get(key) ?? kept.push({ repositoryId, path, source }) - 1;
      files.set(key, file);
      this.#rows.set([file, line, column], at * FIELDS);
    }
    this.#files = kept;
    const hasSymbols = anchors.some(({ stableSymbolId }) => stableSymbolId !== undefined);
    this.#symbols = hasSymbols ? anchors.map(({ stableSymbolId }) => stableSymbolId) : undefined;
  }

  get length(): number {
    return this.#rows.length / FIELDS;
  }

  /** The anchor of a row, counted from 0. */
  at(index: number): Anchor | undefined {
    const [position = 0, line = 0, column = 0] = this.#rows.subarray(index * FIELDS);
    const file = this.#files[position];
    if (index < 0 || index >= this.length || file === undefined) return undefined;
    const stableSymbolId = this.#symbols?.[index];
    return {
      ...file,
      line,
      ...(column === NO_COLUMN ? {} : { column }),
      ...(stableSymbolId === undefined ? {} : { stableSymbolId }),
    };
  }

  /** Whether a row is of this repository. */
  touches(repositoryId: string): boolean {
    return this.#files.some((file) => file.repositoryId === repositoryId);
  }
}
