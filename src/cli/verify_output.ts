/**
 * What verifying found, in words and as JSON.
 * @module
 */
import type { CitationPayload } from "../contract/citation.ts";
import type { Verified, VerifyStatus } from "../playbook/verify/status.ts";
import { placeText, PROVEN, VERIFY_STATUSES } from "../playbook/verify/status.ts";
import type { Paint } from "./console.ts";
import { visible } from "./hit_line.ts";
import { count } from "./words.ts";

/** Everything that was checked in one file. */
export interface Checked {
  readonly file: string;
  /** The payload, if there was one; a report may have none. */
  readonly payload?: CitationPayload;
  readonly citations: readonly Verified[];
  /** Of a report: what it says. */
  readonly references?: readonly Verified[];
  readonly uncited: readonly string[];
}

/**
 * Whether everything is proved, or has a status that is allowed. Where nothing is cited nothing is proved: the wrong
 * file must not look as if all were well.
 */
export function holds(checked: Checked, allowed: readonly VerifyStatus[]): boolean {
  const all = judged(checked);
  return all.length > 0 &&
    all.every(({ status }) => PROVEN.includes(status) || allowed.includes(status));
}

/** What decides: of a report what it says, of a payload its citations. */
function judged({ references, citations }: Checked): readonly Verified[] {
  return [...citations, ...(references ?? [])];
}

/** A line for each, then sentences without evidence. */
export function verifyText(checked: Checked, paint: Paint): string {
  return [
    ...judged(checked).map((one) => verifiedLine(one, paint)),
    ...checked.uncited.map((sentence) => `${paint.yellow("no evidence")}  ${visible(sentence)}`),
  ].join("\n");
}

const STATUS_WIDTH = Math.max(...VERIFY_STATUSES.map((status) => status.length));

function verifiedLine({ id, status, place, places = [], note }: Verified, paint: Paint): string {
  const color = PROVEN.includes(status)
    ? paint.green
    : status === "moved"
    ? paint.yellow
    : paint.red;
  const now = places.length === 0 ? "" : ` -> ${places.map(placeText).join(", ")}`;
  const where = place === undefined || place === id ? "" : `  ${place}`;
  return [
    color(status.padEnd(STATUS_WIDTH)),
    visible(`  ${id}${where}${now}${note === undefined ? "" : ` (${note})`}`),
  ].join("");
}

/** All in one line: `cit.json: 3 citations: 2 exact, 1 moved`. */
export function verifySummary(checked: Checked): string {
  const all = judged(checked);
  const parts = VERIFY_STATUSES.flatMap((status) => {
    const number = all.filter((one) => one.status === status).length;
    return number === 0 ? [] : [`${number} ${status}`];
  });
  const what = all.length === 0 ? "nothing is proved" : parts.join(", ");
  return `${checked.file}: ${count(all.length, "citation")}: ${what}`;
}

export function verifyJson(checked: Checked, ok: boolean): Record<string, unknown> {
  const { file, citations, references, uncited } = checked;
  return {
    file,
    ok,
    counts: Object.fromEntries(VERIFY_STATUSES.map((status) => [
      status,
      judged(checked).filter((one) => one.status === status).length,
    ])),
    citations,
    ...(references === undefined ? {} : { references }),
    uncited,
  };
}
