/**
 * What must hold for every answer of every tool (contract.md §1.12, §3.1, §3.7).
 * @module
 */
import assert from "node:assert/strict";
import { isJsonObject, type Json, type JsonObject } from "../../src/contract/json.ts";

const BUDGET_CHARS = 48_000;
const ID = /[a-z0-9-]+-[0-9a-f]{12}/g;
const TIMES = /(_ms|_ns|_at)$/;
/** Their size is what was asked for, not what a page may hold. */
const UNBUDGETED = /^(read_|explore|playbook_)/;

/** Checks one answer. */
export function checkAnswer(tool: string, answer: JsonObject): void {
  checkEnvelopes(answer, "");
  if (UNBUDGETED.test(tool)) return;
  const text = JSON.stringify(
    answer,
    (key: string, value: unknown) => TIMES.test(key) ? undefined : value,
  );
  const size = text.replaceAll(ID, "repo-001").length;
  assert(size <= BUDGET_CHARS, `${tool}: ${size} characters`);
}

function checkEnvelopes(value: Json | undefined, at: string): void {
  if (Array.isArray(value)) {
    value.forEach((item, index) => checkEnvelopes(item, `${at}/${index}`));
    return;
  }
  if (!isJsonObject(value)) return;
  if ("complete" in value && "truncated" in value && "unit" in value) checkEnvelope(value, at);
  for (const [key, member] of Object.entries(value)) checkEnvelopes(member, `${at}/${key}`);
}

/** The invariants by their numbers in the contract. */
function checkEnvelope(envelope: JsonObject, at: string): void {
  const { returned, total, complete, truncated, continuation } = envelope;
  const reasons = listOf(envelope["truncation_reasons"]);
  const gaps = listOf(envelope["incomplete_reasons"]);
  const must = (holds: boolean, rule: string): void =>
    assert(holds, `${at}: ${rule}: ${JSON.stringify(envelope)}`);
  must(typeof returned === "number", "returned");
  must(total === undefined || Number(returned) <= Number(total), "1: returned ≤ total");
  if (complete === true) {
    must(total !== undefined, "2: complete has a total");
    must(reasons.length + gaps.length === 0 && continuation === undefined, "2: complete");
  }
  must((truncated === true) === reasons.length > 0, "3: truncated ⇔ reasons");
  must(continuation === undefined || truncated === true, "4: continuation ⇒ truncated");
  must(complete === true || truncated === true || gaps.length > 0, "5: why not");
  // The sections of a bundle are always all there, however much each of them lacks.
  const listed = envelope["unit"] === "impact_section";
  must(total === undefined || gaps.length === 0 || listed, "a total is proven");
  for (const list of [reasons, gaps]) {
    assert.deepEqual(list, [...new Set(list)].sort(), `${at}: sorted and unique`);
  }
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value.map((item: Json) => item) : [];
}

/** Checks the data of one refusal; that code and message fit is checked where it was received. */
export function checkRefusal(data: JsonObject): void {
  const code = String(data["error_code"]);
  assert.notEqual(code, "internal", JSON.stringify(data));
  assert(JSON.stringify(data).length < 12_000, `${code}: a refusal of great length`);
}
