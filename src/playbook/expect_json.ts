/**
 * `json` expectations: what stands at a JSONPath of an answer.
 *
 * Every node the path selects has to satisfy every comparison; a path that selects nothing satisfies only
 * `exists: false`.
 * @module
 */
import { canonicalJson } from "../contract/canonical_json.ts";
import { isJsonObject, type Json, toJson } from "../contract/json.ts";
import type { ExpectationResult, JsonExpectation } from "../contract/playbook.ts";
import { type JsonNode, selectNodes } from "./json_path.ts";
import { textPattern } from "./text_pattern.ts";

/** One result a comparison, in the order of `JsonExpectation`. */
export function checkJsonExpectation(
  expectation: JsonExpectation,
  index: number,
  answer: Json | undefined,
): readonly ExpectationResult[] {
  const nodes = answer === undefined ? [] : selectNodes(answer, expectation.path);
  const name = `json[${index}]`;
  const compared = comparisons(expectation).map(
    ({ key, expected, holds, shown: show }): ExpectationResult => {
      const failed = nodes.find(({ value }) => !holds(value));
      const shown = failed ?? nodes[0];
      return {
        name: `${name}.${key}`,
        passed: answer !== undefined && nodes.length > 0 && failed === undefined,
        expected,
        actual: shown === undefined ? null : show?.(shown.value) ?? shown.value,
        where: shown?.pointer ?? expectation.path,
      };
    },
  );
  return [...compared, ...checkExists(expectation, name, nodes, answer !== undefined)];
}

interface Comparison {
  readonly key: keyof JsonExpectation;
  readonly expected: Json;
  readonly holds: (value: Json) => boolean;
  /** What is said in place of a value that was not compared. */
  readonly shown?: (value: Json) => Json;
}

function tooLong(text: string): string {
  return `not compared: ${text.length} characters are too many for this pattern`;
}

function comparisons(expectation: JsonExpectation): readonly Comparison[] {
  const { equals, not_equals: unequal, matches, type, min, max } = expectation;
  const list: Comparison[] = [];
  if (equals !== undefined) {
    const wanted = canonicalJson(equals);
    list.push({
      key: "equals",
      expected: toJson(equals),
      holds: (at) => canonicalJson(at) === wanted,
    });
  }
  if (unequal !== undefined) {
    const other = canonicalJson(unequal);
    list.push({
      key: "not_equals",
      expected: toJson(unequal),
      holds: (at) => canonicalJson(at) !== other,
    });
  }
  if (matches !== undefined) {
    const pattern = textPattern(matches);
    list.push({
      key: "matches",
      expected: matches,
      holds: (at) => typeof at === "string" && pattern.matches(at),
      shown: (at) => typeof at === "string" && pattern.isTooLong(at) ? tooLong(at) : at,
    });
  }
  if (type !== undefined) {
    list.push({
      key: "type",
      expected: type,
      holds: (at) => typeOf(at) === type,
    });
  }
  if (min !== undefined) {
    list.push({ key: "min", expected: min, holds: (at) => typeof at === "number" && at >= min });
  }
  if (max !== undefined) {
    list.push({ key: "max", expected: max, holds: (at) => typeof at === "number" && at <= max });
  }
  return list;
}

function checkExists(
  { exists, path }: JsonExpectation,
  name: string,
  nodes: readonly JsonNode[],
  hasAnswer: boolean,
): readonly ExpectationResult[] {
  if (exists === undefined) return [];
  const actual = nodes.length > 0;
  return [{
    name: `${name}.exists`,
    passed: hasAnswer && actual === exists,
    expected: exists,
    actual,
    where: nodes[0]?.pointer ?? path,
  }];
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return isJsonObject(value) ? "object" : typeof value;
}
