/**
 * What a step's `expect` says against what the step gave, each told with expected, actual and where.
 *
 * Judged on the recorded outcome, so the same trace gives the same verdict wherever it is looked at.
 * @module
 */
import type { Json } from "../contract/json.ts";
import { valueAt } from "../contract/json_pointer.ts";
import type {
  CountExpectation,
  Expect,
  ExpectationResult,
  TraceStep,
} from "../contract/playbook.ts";
import type { ToolInfo } from "../contract/tool.ts";
import { describePaths, findPath, type ListedPath, listPaths } from "./expect_paths.ts";
import { checkJsonExpectation } from "./expect_json.ts";
import { checkText } from "./expect_text.ts";
import { checkWitnessGroup } from "./expect_witness.ts";

/** What a step gave, as far as expectations look at it. */
export type Recorded = Pick<TraceStep, "outcome" | "sources">;

/** The results of every expectation of a step, in the order of `Expect`. */
export function checkExpectations(
  expect: Expect,
  recorded: Recorded,
  tool: Pick<ToolInfo, "rows"> | undefined,
): readonly ExpectationResult[] {
  const { outcome } = recorded;
  const answer = outcome.status === "ok" ? outcome.response_json : undefined;
  const paths = listPaths(recorded, tool);
  const top = expect.within_top === undefined
    ? paths
    : paths.filter(({ rank }) => rank < (expect.within_top ?? Infinity));
  return [
    ...checkOutcome(expect, outcome),
    ...checkComplete(expect, answer),
    ...checkCount("total", expect.total, answer),
    ...checkCount("returned", expect.returned, answer),
    ...(expect.contains_paths ?? []).map((path, index) =>
      checkContains(path, index, answer, top, expect.within_top)
    ),
    ...(expect.not_contains_paths ?? []).map((path, index) =>
      checkLacks(path, index, answer, paths)
    ),
    ...(expect.witness_groups ?? []).map((group, index) =>
      checkWitnessGroup(group, index, answer, top)
    ),
    ...checkText(expect.text_contains, outcome, tool),
    ...(expect.json ?? []).flatMap((expectation, index) =>
      checkJsonExpectation(expectation, index, answer)
    ),
  ];
}

function checkOutcome(
  { outcome: wanted }: Expect,
  outcome: TraceStep["outcome"],
): ExpectationResult[] {
  if (wanted === undefined) return [];
  const actual = outcome.status === "ok" ? "ok" : `err:${outcome.error_code ?? outcome.code}`;
  return [{
    name: "outcome",
    passed: actual === wanted,
    expected: wanted,
    actual,
    where: "/outcome",
  }];
}

function checkComplete({ complete }: Expect, answer: Json | undefined): ExpectationResult[] {
  if (complete === undefined) return [];
  const where = "/completeness/complete";
  const actual = valueAt(answer, where) ?? null;
  return [{ name: "complete", passed: actual === complete, expected: complete, actual, where }];
}

function checkCount(
  name: "total" | "returned",
  wanted: CountExpectation | undefined,
  answer: Json | undefined,
): ExpectationResult[] {
  if (wanted === undefined) return [];
  const where = `/completeness/${name}`;
  // An absent total is an unknown one, which satisfies nothing.
  const actual = valueAt(answer, where) ?? null;
  const { min = -Infinity, max = Infinity } = typeof wanted === "number"
    ? { min: wanted, max: wanted }
    : wanted;
  const passed = typeof actual === "number" && actual >= min && actual <= max;
  return [{ name, passed, expected: toCount(wanted), actual, where }];
}

function toCount(wanted: CountExpectation): Json {
  if (typeof wanted === "number") return wanted;
  const { min, max } = wanted;
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

function checkContains(
  path: string,
  index: number,
  answer: Json | undefined,
  paths: readonly ListedPath[],
  top: number | undefined,
): ExpectationResult {
  const found = findPath(path, paths);
  return {
    name: `contains_paths[${index}]`,
    passed: answer !== undefined && found !== undefined,
    expected: top === undefined ? path : { path, within_top: top },
    actual: found === undefined ? describePaths(paths) : found.path,
    ...(found === undefined ? {} : { where: found.pointer }),
  };
}

function checkLacks(
  path: string,
  index: number,
  answer: Json | undefined,
  paths: readonly ListedPath[],
): ExpectationResult {
  const found = findPath(path, paths);
  return {
    name: `not_contains_paths[${index}]`,
    // A refused step listed nothing, which proves nothing.
    passed: answer !== undefined && found === undefined,
    expected: { absent: path },
    actual: found === undefined ? describePaths(paths) : found.path,
    ...(found === undefined ? {} : { where: found.pointer }),
  };
}
