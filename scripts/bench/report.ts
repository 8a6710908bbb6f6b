/**
 * What the benchmark prints: a table, or JSON that a later run can be compared with.
 * @module
 */
import { isJsonObject } from "../../src/contract/json.ts";
import type { Row } from "./row.ts";

export interface Report {
  readonly schema: "frigg.bench.v1";
  /** Day of the run. */
  readonly date: string;
  readonly machine: string;
  readonly corpus: { readonly name: string; readonly files: number; readonly bytes: number };
  readonly rows: readonly Row[];
}

/** A line a row: name, value, target, note; and how many times as good as before. */
export function table({ rows }: Report, before: ReadonlyMap<string, number>): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  return rows.map((row) => {
    const earlier = before.get(row.name);
    const parts = [
      row.name.padEnd(width),
      `${shown(row.value)} ${row.unit}`.padEnd(24),
      target(row),
      earlier === undefined ? "" : `${shown(improvement(row, earlier))} times as good as before`,
      row.note ?? "",
    ];
    return parts.filter((part) => part !== "").join("  ").trimEnd();
  }).join("\n");
}

function target({ better, target, value }: Row): string {
  if (target === undefined) return "";
  const reached = better === "higher" ? value >= target : value <= target;
  const bound = better === "higher" ? "at least" : "at most";
  return `[${bound} ${target}: ${reached ? "reached" : "missed"}]`;
}

/** More than 1 is better than before, whichever way the row counts. */
export function improvement({ value, better }: Row, earlier: number): number {
  return better === "higher" ? value / earlier : earlier / value;
}

/** Three digits, as far as a busy machine's times can be trusted. */
function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/**
 * The values of an earlier report's rows by their names.
 *
 * @throws {Error} if the text is no report
 */
export function valuesOf(text: string): Map<string, number> {
  const report: unknown = JSON.parse(text);
  const rows = isJsonObject(report) ? report["rows"] : undefined;
  if (!Array.isArray(rows)) throw new Error("Cannot compare: the file is no report of a benchmark");
  return new Map(rows.map((row): [string, number] => {
    const { name, value } = isJsonObject(row) ? row : {};
    return [String(name), Number(value)];
  }));
}
