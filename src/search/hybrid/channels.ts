/**
 * The channels of ranked discovery: each gives files in an order of its own, and what in them speaks for it.
 *
 * `lexical_manifest` ranks contents, `path_surface_witness` paths, `graph_precise` the files that define symbols with
 * such names and, behind them, files that mention those symbols. There is no vector index, so `semantic` is silent.
 * @module
 */
import type { Lookup } from "../../snapshot/ranking/database.ts";
import type { Ranking } from "../../snapshot/ranking/ranking.ts";
import type { Scored } from "../../snapshot/ranking/score.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import type { HybridQuery } from "./query.ts";
import { WEIGHTS } from "./weights.ts";

/** A file in the order of one channel. */
export interface Ranked {
  /** Position in the snapshot. */
  readonly file: number;
  /** 1 is best. */
  readonly rank: number;
  /** Documents of the channel's index that lie in the file, best first. */
  readonly documents: readonly number[];
}

export interface GraphFile extends Ranked {
  /** The file defines a symbol whose name is a word of the query. */
  readonly exact: boolean;
  /** Name of the symbol that the file only mentions. */
  readonly mentions?: string;
}

export interface Channel<File extends Ranked> {
  readonly files: readonly File[];
  /** Documents that were found. */
  readonly candidates: number;
  /** More may have been found. */
  readonly full: boolean;
}

/** What all channels look in. */
export interface ChannelInput {
  readonly ranking: Ranking;
  readonly snapshot: Snapshot;
  readonly query: HybridQuery;
  readonly filter: Pick<Lookup, "language" | "files">;
}

const MAX_CHUNKS = 1_000;
const MAX_FILES = 400;
const MAX_SYMBOLS = 200;
/** Symbols whose mentions are looked up, and files for each of them. */
const MAX_ANCHORS = 8;
const MAX_NEIGHBOURS = 12;
/** A name in more chunks is a word of the language. */
const MAX_MENTIONS = 200;

export async function lexicalChannel(input: ChannelInput): Promise<Channel<Ranked>> {
  const { ranking, query: { term }, filter } = input;
  const found = await ranking.chunks.find({ term, limit: MAX_CHUNKS, ...filter });
  return {
    files: byFile(found, (chunk) => ranking.placeOfChunk(chunk).file),
    candidates: found.length,
    full: found.length === MAX_CHUNKS,
  };
}

export async function witnessChannel(input: ChannelInput): Promise<Channel<Ranked>> {
  const { ranking, query: { term }, filter } = input;
  const found = await ranking.files.find({ term, limit: MAX_FILES, ...filter });
  return {
    files: byFile(found, (file) => file),
    candidates: found.length,
    full: found.length === MAX_FILES,
  };
}

export async function graphChannel(
  input: ChannelInput,
  lexical: Channel<Ranked>,
): Promise<Channel<GraphFile>> {
  const { ranking, snapshot, query: { term, names }, filter } = input;
  const found = await ranking.symbols.find({ term, limit: MAX_SYMBOLS, ...filter });
  // An entry's id is worked out whenever it is asked for.
  const entries = new Map(found.map(({ document }) => [document, snapshot.symbol(document)]));
  const isExact = ({ document }: Scored): boolean =>
    names.has((entries.get(document)?.name ?? "").toLowerCase());
  const exact = found.filter(isExact);
  const others = found.filter((hit) => !isExact(hit));
  const fileOf = (symbol: number): number => entries.get(symbol)?.file ?? 0;
  const exactFiles = byFile(exact, fileOf);
  const known = new Set(exactFiles.map(({ file }) => file));
  const otherFiles = byFile(others, fileOf).filter(({ file }) => !known.has(file));
  const definers = [
    ...exactFiles.map((ranked) => ({ ...ranked, exact: true })),
    ...otherFiles.map((ranked) => ({ ...ranked, exact: false })),
  ].map((ranked, at) => ({ ...ranked, rank: at + 1 }));
  return {
    files: [...definers, ...neighboursOf(input, definers, lexical)],
    candidates: found.length,
    full: found.length === MAX_SYMBOLS,
  };
}

/** Files that mention the first symbols found, those first that the content channel likes best. */
function neighboursOf(
  { ranking, snapshot, filter }: ChannelInput,
  definers: readonly GraphFile[],
  lexical: Channel<Ranked>,
): GraphFile[] {
  const likes = new Map(lexical.files.map(({ file, rank }) => [file, rank]));
  const taken = new Set(definers.map(({ file }) => file));
  const neighbours: GraphFile[] = [];
  for (const { documents: [symbol] } of definers.slice(0, MAX_ANCHORS)) {
    const name = symbol === undefined ? "" : snapshot.symbol(symbol).name;
    const files = mentioning(ranking, name)
      .filter((file) => !taken.has(file) && likes.has(file))
      .filter((file) => filter.files?.has(file) ?? true)
      .sort((a, b) => (likes.get(a) ?? 0) - (likes.get(b) ?? 0));
    for (const file of files.slice(0, MAX_NEIGHBOURS)) {
      taken.add(file);
      const rank = neighbours.length + 1;
      neighbours.push({ file, rank, documents: [], exact: false, mentions: name });
    }
  }
  return neighbours;
}

/** Positions of files whose content holds a name as a whole word, ascending; none for a common one. */
function mentioning(ranking: Ranking, name: string): number[] {
  const { index } = ranking.chunks;
  const word = index.find(name.toLowerCase());
  const chunks = word === undefined ? undefined : index.documentsOf(word);
  if (chunks === undefined || chunks.length > MAX_MENTIONS) return [];
  return [...new Set(Array.from(chunks, (chunk) => ranking.placeOfChunk(chunk).file))];
}

/** Files by their best documents; further ones of the same file add to the best. */
function byFile(found: readonly Scored[], fileOf: (document: number) => number): Ranked[] {
  const files = new Map<number, { score: number; share: number; documents: number[] }>();
  for (const { document, score } of found) {
    const file = fileOf(document);
    const sum = files.get(file) ?? { score: 0, share: 1, documents: [] };
    sum.score += score * sum.share;
    sum.share *= WEIGHTS.corroboration;
    sum.documents.push(document);
    files.set(file, sum);
  }
  return [...files]
    .sort(([fileA, a], [fileB, b]) => b.score - a.score || fileA - fileB)
    .map(([file, { documents }], at) => ({ file, rank: at + 1, documents }));
}
