/**
 * The response budget: rows are added in order as long as the answer's JSON stays within it.
 *
 * Counted in characters, once, without times and durations and with each repository under its alias, so that one
 * tree gives the same pages under every folder name. A row is never dropped; the first one is clipped if need be.
 * @module
 */
import { RESPONSE_BUDGET_CHARS } from "../contract/limits.ts";

/** Repository id → alias. */
export type Aliases = ReadonlyMap<string, string>;

/** Fields that may be shortened, in the order in which they are. */
const CLIPPABLE = ["excerpt", "signature", "container", "symbol"] as const;
export type ClippableRow =
  & { readonly path?: string; readonly captures?: readonly ClippablePart[] | undefined }
  & {
    readonly [Field in typeof CLIPPABLE[number]]?: string | undefined;
  };
/** One of the inner list of a row. */
interface ClippablePart {
  readonly excerpt: string;
}

/** Share of an inner list that is kept where it is too long. */
const SHRINK = 0.9;

const TIME_FIELD = /(_ms|_ns|_at)$/;

/** Characters of a value's JSON as the budget counts them. */
export function budgetSize(value: unknown, aliases: Aliases): number {
  return JSON.stringify(value, (key: string, member: unknown): unknown => {
    if (TIME_FIELD.test(key)) return undefined;
    return typeof member === "string" ? aliases.get(member) ?? member : member;
  }).length;
}

export interface Fitting<Row> {
  readonly rows: readonly Row[];
  /** The answer that shows these rows; `cut` if others are left out. Must not have effects. */
  readonly frame: (rows: readonly Row[], cut: boolean) => unknown;
  readonly aliases: Aliases;
  /** Characters of the answer; by default what any answer may have. */
  readonly budgetChars?: number;
}

/** The first rows, as many as the budget admits: at least one if there are any. */
export function fitRows<Row extends ClippableRow>(fitting: Fitting<Row>): readonly Row[] {
  const { rows, frame, aliases, budgetChars = RESPONSE_BUDGET_CHARS } = fitting;
  const fits = (some: readonly Row[], cut: boolean): boolean =>
    budgetSize(frame(some, cut), aliases) <= budgetChars;
  const [first] = rows;
  if (first === undefined || fits(rows, false)) return rows;
  let kept = estimate(fitting);
  // The estimate knows nothing of what a frame adds to each row, such as empty lists of children.
  while (kept > 1 && !fits(rows.slice(0, kept), true)) kept--;
  if (kept > 1 || fits([first], rows.length > 1)) return rows.slice(0, kept);
  return [clip(fitting, first)];
}

/** How many rows fit by their own sizes: never fewer than really do, never under 1. */
function estimate<Row>(
  { rows, frame, aliases, budgetChars = RESPONSE_BUDGET_CHARS }: Fitting<Row>,
): number {
  let size = budgetSize(frame(rows.slice(0, 1), true), aliases);
  let kept = 1;
  for (const row of rows.slice(1)) {
    size += budgetSize(row, aliases) + 1;
    if (size > budgetChars) break;
    kept++;
  }
  return kept;
}

function clip<Row extends ClippableRow>(
  { rows, frame, aliases, budgetChars = RESPONSE_BUDGET_CHARS }: Fitting<Row>,
  row: Row,
): Row {
  let clipped = { ...row, row_truncated: true };
  for (const field of CLIPPABLE) {
    const excess = budgetSize(frame([clipped], rows.length > 1), aliases) - budgetChars;
    if (excess <= 0) break;
    const text = clipped[field];
    if (text !== undefined) clipped = { ...clipped, [field]: shorten(text, excess) };
  }
  return clipInner(
    clipped,
    (row) => budgetSize(frame([row], rows.length > 1), aliases) <= budgetChars,
  );
}

/** Without the excerpts of the inner list, then with its beginning only, as far as need be. */
function clipInner<Row extends ClippableRow>(row: Row, fits: (row: Row) => boolean): Row {
  if (row.captures === undefined || fits(row)) return row;
  const bare = row.captures.map((part) =>
    part.excerpt === "" ? part : { ...part, excerpt: "", excerpt_truncated: true }
  );
  let kept = bare.length;
  while (kept > 0 && !fits({ ...row, captures: bare.slice(0, kept) })) {
    kept = Math.floor(kept * SHRINK);
  }
  return { ...row, captures: bare.slice(0, kept) };
}

/** Without at least `excess` characters of its end; never half a surrogate pair. */
function shorten(text: string, excess: number): string {
  const end = Math.max(text.length - excess, 0);
  const splitsPair = /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
  return text.slice(0, splitsPair ? end - 1 : end);
}
