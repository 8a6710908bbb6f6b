/**
 * The best place of a ranked file, in the bytes on disk now.
 *
 * A definition that bears a name of the query comes first, then the line that says most about it, then any definition
 * that was found, then the file's first line.
 * @module
 */
import type { AnchorKind } from "../../contract/hybrid.ts";
import type { LineIndex } from "../../contract/lines.ts";
import { CHUNK_LINES, rankedMaxBytes } from "../../snapshot/ranking/chunks.ts";
import type { Ranking } from "../../snapshot/ranking/ranking.ts";
import type { FileEntry } from "../../snapshot/snapshot.ts";
import { readCandidate } from "../candidate.ts";
import type { CoverageNotes } from "../coverage.ts";
import type { LiveFile, LiveSymbol, SearchWorld } from "../world.ts";
import { bestLine, type LineRange, type TokenWeights } from "./best_line.ts";
import type { Fused } from "./fuse.ts";

/** What places are looked for with. */
export interface Finder {
  readonly world: SearchWorld;
  readonly ranking: Ranking;
  readonly wanted: TokenWeights;
  readonly notes: CoverageNotes;
}

export interface Place {
  readonly entry: FileEntry;
  readonly file: LiveFile;
  readonly lines: LineIndex;
  readonly kind: AnchorKind;
  readonly detail?: string;
  /** Half-open range of raw byte offsets. */
  readonly start: number;
  readonly end: number;
}

/** A chunk may have been found by the words of its path alone; another may hold some itself. */
const MAX_CHUNKS = 3;

type Span = Pick<Place, "kind" | "detail" | "start" | "end">;

/** A file as it is now. */
interface Opened {
  readonly entry: FileEntry;
  readonly file: LiveFile;
  readonly lines: LineIndex;
  readonly unchanged: boolean;
}

/** The place; undefined if nothing that spoke for the file is still there, which is noted. */
export async function placeOf(finder: Finder, fused: Fused): Promise<Place | undefined> {
  const opened = open(finder, fused);
  if (opened === undefined) return undefined;
  const { entry, file, lines } = opened;
  const span = await spanOf(finder, fused, opened);
  return span && { entry, file, lines, ...span };
}

function open({ world, notes }: Finder, { file: position }: Fused): Opened | undefined {
  const entry = world.snapshot.files[position];
  const candidate = entry && readCandidate(entry, world.live, notes);
  if (entry === undefined || candidate === undefined) return undefined;
  const { file, unchanged } = candidate;
  const limit = rankedMaxBytes(world.maxFileBytes);
  if (!unchanged && file.bytes.length > limit) {
    const { path, hidden } = entry;
    notes.skip({ path, hidden, reason: "too_large", limit, folder: false });
    return undefined;
  }
  const { lines } = file;
  return lines.count === 0 ? undefined : { entry, file, lines, unchanged };
}

async function spanOf(finder: Finder, fused: Fused, opened: Opened): Promise<Span | undefined> {
  const { graph, witness } = fused;
  const symbol = graph?.exact === true
    ? await symbolSpan(finder, graph.documents[0], opened)
    : undefined;
  return symbol ?? textSpan(finder, fused, opened) ??
    await symbolSpan(finder, graph?.documents[0], opened) ??
    (witness === undefined ? undefined : firstLine(opened));
}

function textSpan({ ranking, wanted }: Finder, fused: Fused, opened: Opened): Span | undefined {
  const { file: { bytes }, lines, unchanged } = opened;
  const chunks = (fused.lexical?.documents ?? []).slice(0, MAX_CHUNKS);
  // A file that changed has other chunks than those that were ranked.
  const ranges = unchanged
    ? chunks.map((chunk) => linesOf(ranking, chunk))
    : [{ first: 1, last: lines.count }];
  for (const range of ranges) {
    const match = bestLine(bytes, lines, range, wanted);
    if (match !== undefined) return { kind: "text_span", ...match };
  }
  return undefined;
}

function linesOf(ranking: Ranking, chunk: number): LineRange {
  const { firstLine: first } = ranking.placeOfChunk(chunk);
  return { first, last: first + CHUNK_LINES - 1 };
}

async function symbolSpan(
  { world }: Finder,
  index: number | undefined,
  { file, unchanged }: Opened,
): Promise<Span | undefined> {
  if (index === undefined) return undefined;
  const stored = world.snapshot.symbol(index);
  const symbol = unchanged ? stored : await sameNamed(world, file, stored);
  return symbol && {
    kind: "symbol",
    detail: `${symbol.kind} ${symbol.name}`,
    start: symbol.startByte,
    end: symbol.endByte,
  };
}

/** The symbol of a changed file that was meant. */
async function sameNamed(
  { outliner }: SearchWorld,
  file: LiveFile,
  { name, kind }: LiveSymbol,
): Promise<LiveSymbol | undefined> {
  const { symbols } = await outliner.outline(file);
  return symbols.find((symbol) => symbol.name === name && symbol.kind === kind);
}

function firstLine({ lines }: Opened): Span {
  return { kind: "path_witness", start: lines.start(1), end: lines.end(1) };
}
