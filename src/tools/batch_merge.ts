/**
 * Reciprocal rank fusion: rows of several ranked lists as one list (`rrf-k60.v1`).
 *
 * A place found by more probes comes first; ranks are whole numbers from 1, scores are rounded before they order.
 * @module
 */
import { compareText } from "../playbook/order.ts";
import {
  KINDS,
  type ProbeInput,
  type ProbeResult,
  type ProbeRow,
  type Strength,
  STRENGTHS,
} from "./batch_probe.ts";

const K = 60;
const DECIMALS = 1e6;

/** One probe's word for a place. */
export interface Evidence {
  readonly probe: ProbeInput;
  /** From 1. */
  readonly rank: number;
  readonly found: ProbeRow;
}

/** One place with all that speaks for it. */
export interface MergedRow {
  /** In the order of the probes. */
  readonly evidence: readonly Evidence[];
  /** The strongest of them: gives the row its end and its text. */
  readonly best: Evidence;
  readonly score: number;
  readonly strength: Strength;
}

/** All places, best first; `repositories` are the ids in adoption order. */
export function mergeRows(
  results: readonly ProbeResult[],
  repositories: readonly string[],
): MergedRow[] {
  const places = new Map<string, Evidence[]>();
  for (const { probe, rows } of results) {
    rows.forEach((found, index) => {
      const { repository_id, path, line, column } = found.row;
      const key = JSON.stringify([repository_id, path, line, column]);
      const evidence = places.get(key) ?? [];
      places.set(key, evidence);
      // A second row of one probe at the same place adds nothing to the first.
      if (evidence.some((each) => each.probe.id === probe.id)) return;
      evidence.push({ probe, rank: index + 1, found });
    });
  }
  return [...places.values()].map(merged).sort((a, b) => compareRows(a, b, repositories));
}

function merged(evidence: readonly Evidence[]): MergedRow {
  const [best] = evidence.toSorted((a, b) => weakness(a) - weakness(b));
  if (best === undefined) throw new RangeError("Cannot merge a place that nothing speaks for");
  const sum = evidence.reduce((total, { rank }) => total + 1 / (K + rank), 0);
  const score = Math.round(sum * DECIMALS) / DECIMALS;
  return { evidence, best, score, strength: KINDS[best.probe.kind].strength };
}

function weakness({ probe }: Evidence): number {
  return STRENGTHS.indexOf(KINDS[probe.kind].strength);
}

function compareRows(a: MergedRow, b: MergedRow, repositories: readonly string[]): number {
  const [left, right] = [a.best.found.row, b.best.found.row];
  return b.evidence.length - a.evidence.length || b.score - a.score ||
    STRENGTHS.indexOf(a.strength) - STRENGTHS.indexOf(b.strength) ||
    repositories.indexOf(left.repository_id) - repositories.indexOf(right.repository_id) ||
    compareText(left.path, right.path) || left.line - right.line || left.column - right.column;
}
