/**
 * Witness groups: a ranked answer shows at least one of some paths.
 * @module
 */
import type { Json } from "../contract/json.ts";
import { valueAt } from "../contract/json_pointer.ts";
import type { ExpectationResult, WitnessGroup } from "../contract/playbook.ts";
import { findPath, type ListedPath } from "./expect_paths.ts";

/** Passes only on an exact hit; a prefix hit is told, and fails. */
export function checkWitnessGroup(
  group: WitnessGroup,
  index: number,
  answer: Json | undefined,
  paths: readonly ListedPath[],
): ExpectationResult {
  const exact = group.match_any.map((path) => findPath(path, paths)).find((hit) =>
    hit !== undefined
  );
  const prefix = exact === undefined && group.match_mode === "exact_or_prefix"
    ? prefixHit(group.accepted_prefixes, paths)
    : undefined;
  const matched = exact ?? prefix;
  const isVacuous = group.required_when === "semantic_ok" && !isSemanticOk(answer);
  const passed = answer !== undefined && (exact !== undefined || isVacuous);
  const matchedBy = exact !== undefined ? "exact" : prefix !== undefined ? "prefix" : "none";
  return {
    name: `witness_groups[${index}]`,
    passed,
    expected: { group_id: group.group_id, match_any: group.match_any },
    actual: {
      group_id: group.group_id,
      matched_by: matchedBy,
      ...(matched === undefined ? {} : { matched_path: matched.path }),
      passed,
    },
    where: inWords(matchedBy, matched, isVacuous),
  };
}

function prefixHit(
  prefixes: readonly string[],
  paths: readonly ListedPath[],
): ListedPath | undefined {
  const whole = prefixes.map((prefix) => prefix.replace(/\/+$/, ""));
  return paths.find(({ path }) =>
    whole.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
  );
}

function isSemanticOk(answer: Json | undefined): boolean {
  const status = valueAt(answer, "/metadata/semantic_status") ??
    valueAt(answer, "/metadata/channels/semantic/status");
  return status === "ok";
}

function inWords(matchedBy: string, matched: ListedPath | undefined, isVacuous: boolean): string {
  if (matched !== undefined) return `${matchedBy} hit at ${matched.pointer}`;
  return isVacuous ? "not required: semantic status is not ok" : "no hit";
}
