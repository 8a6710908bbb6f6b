/**
 * A ranked file as a row: its place, its scores, and why it is there.
 * @module
 */
import { MAX_RANK_REASONS, type RankReason } from "../../contract/hybrid.ts";
import { excerptOf } from "../excerpt.ts";
import type { HybridRow } from "../requests.ts";
import type { Outliner } from "../world.ts";
import type { Fused } from "./fuse.ts";
import type { Place } from "./place.ts";
import type { HybridQuery } from "./query.ts";
import { sourceClassOf, surfaceFamiliesOf } from "./surfaces.ts";

/** Places of the content channel that count as strong. */
const STRONG_RANKS = 5;
/** A shorter text is in most lines. */
const MIN_PHRASE_CHARS = 4;

export function hybridRow(
  fused: Fused,
  place: Place,
  query: HybridQuery,
  outliner: Outliner,
): HybridRow {
  const { entry: { path, pathClass }, file, lines, kind, detail, start, end } = place;
  const { lexicalScore, graphScore, blendedScore } = fused;
  const { line: endLine, column: endColumn } = lines.position(end);
  const language = outliner.languageOf(path);
  return {
    path,
    ...lines.position(start),
    endLine,
    endColumn,
    ...excerptOf(file.bytes, lines, { start, end }, 0),
    anchorKind: kind,
    ...(detail === undefined ? {} : { anchorDetail: detail }),
    blendedScore,
    lexicalScore,
    graphScore,
    lexicalSources: lexicalSources(fused, place),
    graphSources: graphSources(fused, detail),
    pathClass,
    sourceClass: sourceClassOf(path, pathClass),
    surfaceFamilies: surfaceFamiliesOf(path, pathClass),
    rankReasons: reasonsOf(fused, place, query),
    navigation: {
      documentSymbols: language?.outlined ?? false,
      goToDefinition: language?.searched ?? false,
    },
  };
}

/** A chunk is also found by the words of its path: then its file has no line to show. */
function lexicalSources({ lexical, witness }: Fused, { kind }: Place): string[] {
  return [
    ...(lexical === undefined || kind === "path_witness" ? [] : ["content"]),
    ...(witness === undefined ? [] : ["path"]),
  ];
}

function graphSources({ graph }: Fused, detail: string | undefined): string[] {
  if (graph === undefined) return [];
  if (graph.mentions !== undefined) return [`mentions ${graph.mentions}`];
  return [detail === undefined ? "defines" : `defines ${detail}`];
}

function reasonsOf(fused: Fused, place: Place, query: HybridQuery): RankReason[] {
  const { lexical, graph } = fused;
  const applies: Readonly<Record<RankReason, boolean>> = {
    exact_symbol_match: graph?.exact === true && place.kind === "symbol",
    exact_text_match: holdsPhrase(place, query.phrase),
    strong_lexical_anchor: place.kind === "text_span" && lexical !== undefined &&
      lexical.rank <= STRONG_RANKS,
    graph_adjacency: graph !== undefined && !graph.exact,
    semantic_contribution: false,
    witness_only_fallback: place.kind === "path_witness",
  };
  const order: readonly RankReason[] = [
    "exact_symbol_match",
    "exact_text_match",
    "strong_lexical_anchor",
    "graph_adjacency",
    "witness_only_fallback",
  ];
  return order.filter((reason) => applies[reason]).slice(0, MAX_RANK_REASONS);
}

/** Whether the line of a place holds the query as it was written, letter case aside. */
function holdsPhrase({ file, lines, start }: Place, phrase: string): boolean {
  if (phrase.length < MIN_PHRASE_CHARS) return false;
  const line = lines.lineAt(start);
  const text = new TextDecoder().decode(file.bytes.subarray(lines.start(line), lines.end(line)));
  return text.toLowerCase().includes(phrase);
}
