/**
 * Expectations that could never hold, or never fail, found before anything runs.
 * @module
 */
import type { Expect } from "../contract/playbook.ts";
import { pathProblem } from "./json_path.ts";
import { parseTemplate, stringsOf } from "./references.ts";
import { toJson } from "../contract/json.ts";
import type { Problems } from "./places.ts";
import { textPattern } from "./text_pattern.ts";

export function checkExpect(expect: Expect, pointer: string, problems: Problems): void {
  if (Object.keys(expect).length === 0) problems.warn(pointer, "expect says nothing");
  checkCounts(expect, pointer, problems);
  checkJson(expect, pointer, problems);
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
  }
}

function patternProblem(pattern: string): string | undefined {
  if (pattern.length > MAX_PATTERN_CHARS) {
    return `expected at most ${MAX_PATTERN_CHARS} characters, found ${pattern.length}`;
  }
  try {
    textPattern(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return `expected a pattern: ${error.message}`;
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
