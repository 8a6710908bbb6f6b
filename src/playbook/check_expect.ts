/**
 * Expectations that could never hold, or never fail, found before anything runs.
 * @module
 */
import type { Expect, JsonExpectation } from "../contract/playbook.ts";
import { pathProblem } from "./json_path.ts";
import { parseTemplate, stringsOf } from "./references.ts";
import { toJson } from "../contract/json.ts";
import type { Problems } from "./places.ts";
import { quoted } from "./problem.ts";

export function checkExpect(expect: Expect, pointer: string, problems: Problems): void {
  if (Object.keys(expect).length === 0) problems.warn(pointer, "expect says nothing");
  checkCounts(expect, pointer, problems);
  checkJson(expect, pointer, problems);
  checkPaths(expect, pointer, problems);
  checkWithinTop(expect, pointer, problems);
  for (const place of stringsOf(toJson(expect))) {
    const template = parseTemplate(place.text);
    const refers = template.kind === "ok" &&
      template.pieces.some((piece) => typeof piece === "object");
    if (refers) {
      problems.warn(pointer + place.pointer, "references are not resolved here, only in params");
    }
  }
}

function checkCounts(expect: Expect, pointer: string, problems: Problems): void {
  for (const key of ["total", "returned"] as const) {
    const count = expect[key];
    if (typeof count !== "object") continue;
    const { min, max } = count;
    if (min === undefined && max === undefined) {
      problems.warn(`${pointer}/${key}`, "{} says nothing");
    }
    if (min !== undefined && max !== undefined && min > max) {
      problems.error(`${pointer}/${key}`, `expected min of at most ${max}, found ${min}`);
    }
  }
}

function checkJson({ json = [] }: Expect, pointer: string, problems: Problems): void {
  for (const [index, expectation] of json.entries()) {
    const at = `${pointer}/json/${index}`;
    const path = pathProblem(expectation.path);
    if (path !== undefined) problems.error(`${at}/path`, path);
    const pattern = expectation.matches === undefined
      ? undefined
      : patternProblem(expectation.matches);
    if (pattern !== undefined) problems.error(`${at}/matches`, pattern);
    if (Object.keys(expectation).length === 1) {
      problems.warn(at, "the path is not compared to anything");
    }
    checkSense(expectation, at, problems);
  }
}

/** Comparisons that no value can satisfy together. */
function checkSense(expectation: JsonExpectation, pointer: string, problems: Problems): void {
  const { path: _, exists, min, max, ...comparisons } = expectation;
  if (min !== undefined && max !== undefined && min > max) {
    problems.error(`${pointer}/min`, `expected min of at most ${max}, found ${min}`);
  }
  const isCompared = min !== undefined || max !== undefined || Object.keys(comparisons).length > 0;
  if (exists === false && isCompared) {
    problems.error(
      `${pointer}/exists`,
      "expected true or nothing: what is not there compares to nothing",
    );
  }
}

/** Rows name paths from their repository's root, so any other spelling is never, or always, absent. */
function checkPaths(expect: Expect, pointer: string, problems: Problems): void {
  for (const key of ["contains_paths", "not_contains_paths"] as const) {
    for (const [index, path] of (expect[key] ?? []).entries()) {
      const plain = path.replace(/^repo-\d{3,}:/, "");
      if (!/^\/|(?:^|\/)\.{0,2}(?:\/|$)/.test(plain)) continue;
      const wanted = 'expected a path from the root of its repository, such as "src/a.ts"';
      problems.error(`${pointer}/${key}/${index}`, `${wanted}, found ${quoted(path)}`);
    }
  }
}

function patternProblem(pattern: string): string | undefined {
  if (pattern.length > MAX_PATTERN_CHARS) {
    return `expected at most ${MAX_PATTERN_CHARS} characters, found ${pattern.length}`;
  }
  const fault = syntaxFault(pattern, "");
  if (fault !== undefined) return `expected a pattern: ${fault}`;
  if (runsInLinearTime(pattern)) return undefined;
  return "expected a pattern that runs in linear time: without looking around, without back-references, " +
    "and with small counts";
}

/**
 * Whether a pattern cannot explode. `l` is the flag of V8's linear engine, which takes over where the usual one
 * backtracks too much, but only for patterns that it knows. A runtime without it cannot promise anything.
 */
function runsInLinearTime(pattern: string): boolean {
  return syntaxFault("a", "l") !== undefined || syntaxFault(pattern, "l") === undefined;
}

function syntaxFault(pattern: string, flags: string): string | undefined {
  try {
    new RegExp(pattern, flags);
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return error.message;
    throw error;
  }
}

/** As for the patterns of searches. */
const MAX_PATTERN_CHARS = 512;

function checkWithinTop(expect: Expect, pointer: string, problems: Problems): void {
  const { within_top: top, contains_paths: paths, witness_groups: groups } = expect;
  if (top === undefined || paths !== undefined || groups !== undefined) return;
  const message = "within_top bounds contains_paths and witness_groups, and neither is here";
  problems.warn(`${pointer}/within_top`, message);
}
