/**
 * A ranked row on the wire.
 * @module
 */
import { z } from "zod";
import {
  ANCHOR_KINDS,
  GRAPH_MODES,
  MAX_RANK_REASONS,
  RANK_REASONS,
  SOURCE_CLASSES,
  SURFACE_FAMILIES,
} from "../contract/hybrid.ts";
import { excerptFields, PATH_CLASSES, rowIdentity, rowPlace, Span } from "../contract/source.ts";
import type { HybridResult, HybridRow } from "../search/requests.ts";
import type { Identity } from "./evidence.ts";
import type { Hit } from "./find_rows.ts";
import { spanOf } from "./search_rows.ts";

const score = z.number().min(0);

export const HybridMatch = z.looseObject({
  ...rowIdentity,
  ...rowPlace,
  ...excerptFields,
  anchor: z.looseObject({
    kind: z.enum(ANCHOR_KINDS).describe("What the place is"),
    ...Span.shape,
    detail: z.string().optional().describe("Kind and name of a symbol"),
  }).optional().describe("The file's best place"),
  blended_score: score.describe("Weighted sum of the scores, which orders the rows"),
  lexical_score: score.describe("Score by words of content and path, 0 to 1"),
  graph_score: score.describe("Score by symbols, 0 to 1"),
  semantic_score: score.describe("Score by vectors, 0 to 1"),
  lexical_sources: z.array(z.string()).describe("What the lexical score rests on"),
  graph_sources: z.array(z.string()).describe("What the graph score rests on"),
  semantic_sources: z.array(z.string()).describe("What the semantic score rests on"),
  graph_mode: z.enum(GRAPH_MODES).optional().describe("How symbol relations were found"),
  path_class: z.enum(PATH_CLASSES).optional().describe("Class of the file"),
  source_class: z.enum(SOURCE_CLASSES).optional().describe("What kind of source it is"),
  surface_families: z.array(z.enum(SURFACE_FAMILIES)).describe("Parts of a project it belongs to"),
  navigation_hint: z.looseObject({
    pivotable: z.boolean().describe("Other tools can go on from here"),
    document_symbols: z.boolean().describe("The file has an outline"),
    go_to_definition: z.boolean().describe("Names in it can be followed"),
  }).optional().describe("What can be done next with the file"),
  rank_reasons: z.array(z.enum(RANK_REASONS)).max(MAX_RANK_REASONS).describe("Why it is here"),
});
export type HybridMatch = z.infer<typeof HybridMatch>;

/** Shows a row of an engine's answer. */
export function hybridMatch(
  { row, repository }: Hit<HybridRow, HybridResult>,
  identity: Identity,
): HybridMatch {
  const place = {
    line: row.line,
    column: row.column,
    end_line: row.endLine,
    end_column: row.endColumn,
  };
  const { documentSymbols, goToDefinition } = row.navigation;
  return {
    ...identity,
    repository_id: repository.id,
    path: row.path,
    ...place,
    excerpt: row.excerpt,
    ...(row.excerptTruncated ? { excerpt_truncated: true } : {}),
    anchor: {
      kind: row.anchorKind,
      ...spanOf(place),
      ...(row.anchorDetail === undefined ? {} : { detail: row.anchorDetail }),
    },
    blended_score: row.blendedScore,
    lexical_score: row.lexicalScore,
    graph_score: row.graphScore,
    semantic_score: 0,
    lexical_sources: [...row.lexicalSources],
    graph_sources: [...row.graphSources],
    semantic_sources: [],
    ...(row.graphSources.length === 0 ? {} : { graph_mode: "heuristic_symbol_graph" }),
    path_class: row.pathClass,
    source_class: row.sourceClass,
    surface_families: [...row.surfaceFamilies],
    navigation_hint: {
      pivotable: documentSymbols,
      document_symbols: documentSymbols,
      go_to_definition: goToDefinition,
    },
    rank_reasons: [...row.rankReasons],
  };
}
