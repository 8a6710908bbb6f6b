/**
 * Which row of one answer is which row of another.
 *
 * Equal rows pair in order (longest common subsequence over path, identity and text); what is left pairs within a
 * path by identity, then by equal text across paths, then within a path by position. Each row is in exactly one
 * pairing, so one inserted row is one addition.
 * @module
 */
import type { Row } from "../contract/tool.ts";
import { commonSubsequence } from "./text_diff.ts";

export type Pairing =
  /** In place: the same path, in the order of both answers. */
  | { readonly how: "kept"; readonly expected: Row; readonly actual: Row }
  /** The same text at another path, or out of order. */
  | { readonly how: "moved"; readonly expected: Row; readonly actual: Row }
  | { readonly how: "removed"; readonly expected: Row }
  | { readonly how: "added"; readonly actual: Row };

/** Pairs the rows of one collection: first what is in the actual answer, in its order, then what is gone. */
export function alignRows(expected: readonly Row[], actual: readonly Row[]): readonly Pairing[] {
  const found = new Map<Row, Pairing>();
  const left = new Set(expected);
  const pair = (how: "kept" | "moved", before: Row, after: Row): void => {
    found.set(after, { how, expected: before, actual: after });
    left.delete(before);
  };
  for (const [i, j] of commonSubsequence(expected.map(rowKey), actual.map(rowKey))) {
    const before = expected[i];
    const after = actual[j];
    if (before !== undefined && after !== undefined) pair("kept", before, after);
  }
  pairLeftovers(left, actual.filter((row) => !found.has(row)), pair);
  return [
    ...actual.map((row) => found.get(row) ?? { how: "added" as const, actual: row }),
    ...expected.filter((row) => left.has(row)).map((row) => ({
      how: "removed" as const,
      expected: row,
    })),
  ];
}

type Pair = (how: "kept" | "moved", before: Row, after: Row) => void;

/** The ways in which leftovers pair, the surest first: what both rows must agree in, and what the pair is. */
const PASSES: readonly {
  key: (row: Row) => string;
  how: (before: Row, after: Row) => "kept" | "moved";
}[] = [
  {
    key: (row) => join(placeKey(row), row.identity),
    // The same row in another order: nothing about it changed but its place in the answer.
    how: (before, after) => rowKey(before) === rowKey(after) ? "moved" : "kept",
  },
  { key: (row) => join(row.identity, row.text), how: () => "moved" },
  { key: (row) => row.text, how: () => "moved" },
  { key: placeKey, how: () => "kept" },
];

function pairLeftovers(left: ReadonlySet<Row>, added: readonly Row[], pair: Pair): void {
  let open = added;
  for (const { key, how } of PASSES) {
    const waiting = groupBy(left, key);
    const unpaired: Row[] = [];
    for (const after of open) {
      const name = key(after);
      // Rows that say nothing look alike without being the same.
      const before = name === "" ? undefined : waiting.get(name)?.shift();
      if (before === undefined) unpaired.push(after);
      else pair(how(before, after), before, after);
    }
    open = unpaired;
  }
}

function groupBy(rows: Iterable<Row>, key: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const name = key(row);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [row]);
    else group.push(row);
  }
  return groups;
}

function rowKey(row: Row): string {
  return join(placeKey(row), row.identity, row.text);
}

function placeKey(row: Row): string {
  return join(row.repository_id ?? "", row.path ?? "");
}

function join(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}
