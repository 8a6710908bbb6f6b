/**
 * What the benchmark measures: one number with its unit and its direction.
 * @module
 */

export interface Row {
  /** Unique among all rows, and the same in every run. */
  readonly name: string;
  readonly value: number;
  readonly unit: "ms" | "MB/s" | "times" | "MB" | "files" | "ms per 1,000 files";
  readonly better: "lower" | "higher" | "neither";
  /** Bound that the design names; nothing fails when it is missed. */
  readonly target?: number;
  readonly note?: string;
}

/** A row of which less is better. */
export function cost(
  name: string,
  value: number,
  unit: Row["unit"],
  more: Pick<Row, "target" | "note"> = {},
): Row {
  return { name, value, unit, better: "lower", ...more };
}

/** A row of which more is better. */
export function gain(
  name: string,
  value: number,
  unit: Row["unit"],
  more: Pick<Row, "target" | "note"> = {},
): Row {
  return { name, value, unit, better: "higher", ...more };
}
