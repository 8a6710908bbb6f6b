/**
 * A merged row of a batch: as it is shown, and what it stands on.
 * @module
 */
import { z } from "zod";
import { excerptFields, PATH_CLASSES, rowIdentity, rowPlace } from "../contract/source.ts";
import type { Anchor } from "../session/anchors.ts";
import type { Evidence, MergedRow } from "./batch_merge.ts";
import { KINDS, PROBE_KINDS, STRENGTHS, TRUSTS } from "./batch_probe.ts";
import type { Identity } from "./evidence.ts";
import type { Hit } from "./find_rows.ts";

export type BatchHit = Hit<MergedRow, undefined>;

const kind = z.enum(PROBE_KINDS);
/** A merged row on the wire. */
export const BatchMatch = z.looseObject({
  ...rowIdentity,
  stable_symbol_id: z.string().optional().describe("Id of the symbol that starts here"),
  probe_ids: z.array(z.string()).describe("Probes that found it, in their order"),
  kind: kind.describe("Kind of the strongest of them"),
  evidence: z.array(z.looseObject({
    probe_id: z.string().describe("Name of the probe"),
    kind: kind.describe("Which search it was"),
    rank_one_based: z.int().min(1).describe("Rank among the probe's rows"),
    trust: z.enum(TRUSTS).describe("What its rows are worth"),
  })).describe("What speaks for the row"),
  consensus_count: z.int().min(1).describe("Number of these probes"),
  rrf_score: z.number().min(0).describe("Sum of 1 / (60 + rank)"),
  match_strength: z.enum(STRENGTHS).describe("Strongest kind of evidence"),
  ...rowPlace,
  excerpt: excerptFields.excerpt.optional(),
  excerpt_truncated: excerptFields.excerpt_truncated,
  path_class: z.enum(PATH_CLASSES).optional().describe("Class of the file"),
  symbol: z.string().optional().describe("Name of the symbol that starts here"),
});
export type BatchMatch = z.infer<typeof BatchMatch>;

/** A symbol that starts at the place can be followed, whatever else was found there. */
export function batchAnchor({ row: { evidence, best } }: BatchHit): Anchor {
  const symbol = evidence.find(({ found }) => found.anchor.stableSymbolId !== undefined);
  return (symbol ?? best).found.anchor;
}

/** Shows a merged row. */
export function batchMatch({ row, repository }: BatchHit, identity: Identity): BatchMatch {
  const { evidence, best, score, strength } = row;
  const { path, line, column, end_line, end_column, excerpt, excerpt_truncated } = best.found.row;
  const symbol = evidence.find(({ found }) => found.row.symbol !== undefined)?.found.row;
  const pathClass = evidence.find(({ found }) => found.row.path_class)?.found.row.path_class;
  return {
    ...identity,
    ...(symbol?.stable_symbol_id === undefined
      ? {}
      : { stable_symbol_id: symbol.stable_symbol_id }),
    probe_ids: evidence.map(({ probe }) => probe.id),
    kind: best.probe.kind,
    evidence: evidence.map(evidenceOf),
    consensus_count: evidence.length,
    rrf_score: score,
    match_strength: strength,
    repository_id: repository.id,
    path,
    line,
    column,
    end_line,
    end_column,
    ...(excerpt === undefined ? {} : { excerpt }),
    ...(excerpt_truncated === undefined ? {} : { excerpt_truncated }),
    ...(pathClass === undefined ? {} : { path_class: pathClass }),
    ...(symbol?.symbol === undefined ? {} : { symbol: symbol.symbol }),
  };
}

function evidenceOf({ probe, rank }: Evidence): BatchMatch["evidence"][number] {
  const { id: probe_id, kind } = probe;
  return { probe_id, kind, rank_one_based: rank, trust: KINDS[kind].trust };
}
