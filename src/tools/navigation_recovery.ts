/**
 * What to try when a navigation tool has no rows, or does not know which symbol is meant.
 * @module
 */
import { suggestedNext } from "../contract/compat.ts";
import type { JsonObject } from "../contract/json.ts";
import type { NextAction } from "../contract/next_actions.ts";
import type { ToolCall } from "./define.ts";
import { liveActions, type RecoveryFields, wireAction } from "./recovery_actions.ts";
import type { TargetSelection } from "./navigation_selection.ts";

/** Choices that are offered as ready requests. */
const MAX_CHOICES = 5;

/** For a request that several symbols fit: one request for each of the first, with what else was asked. */
export function disambiguation(
  call: ToolCall,
  tool: string,
  { candidates, symbol_query }: TargetSelection,
  more: JsonObject = {},
): RecoveryFields {
  const actions = candidates.slice(0, MAX_CHOICES).map((candidate, index): NextAction => ({
    id: `recovery-${index + 1}`,
    role: "resolve_target",
    order: (index + 1) * 10,
    dependencies: [],
    tool,
    arguments: {
      symbol: String(candidate["stable_symbol_id"]),
      repository_id: String(candidate["repository_id"]),
      ...more,
    },
    reason: `Take ${candidate["kind"]} ${candidate["signature"]} of ${candidate["path"]}`,
  }));
  return {
    error_code: "DISAMBIGUATION_REQUIRED",
    message: `Several symbols are equally likely to be "${symbol_query}"`,
    correction_hint: "Repeat the call with the stable_symbol_id of one candidate as symbol",
    ...actionFields(call, actions),
  };
}

/** For a definition that is not in the repository, or not known. */
export function emptyDefinition(call: ToolCall, name: string): RecoveryFields {
  return {
    error_code: "EMPTY_GO_TO_DEFINITION",
    message: `No definition of "${name}" is known here`,
    correction_hint:
      "It may be declared outside of the repository, or named through a type that is not known",
    related_tools: ["search_symbol", "search_text"].filter((each) =>
      call.surface.find(each) !== undefined
    ),
    ...actionFields(call, lookups(name)),
  };
}

/** For a question whose answer holds nothing. */
export function nothingFound(call: ToolCall, name: string): RecoveryFields {
  return {
    error_code: "QUERY_MISS",
    message: "Nothing found; names are read off syntax, so this is no proof",
    correction_hint: "Confirm with an exact search",
    zero_hit_reason: "query_miss",
    related_tools: ["search_text"].filter((each) => call.surface.find(each) !== undefined),
    ...actionFields(call, lookups(name).slice(1)),
  };
}

function lookups(name: string): NextAction[] {
  return [
    {
      id: "recovery-1",
      role: "resolve_target",
      order: 10,
      dependencies: [],
      tool: "search_symbol",
      arguments: { query: name, path_class: "any" },
      reason: "Look for symbols of this name",
    },
    {
      id: "recovery-2",
      role: "verify_exact",
      order: 20,
      dependencies: [],
      tool: "search_text",
      arguments: { query: name, word: true },
      reason: "Find every place where the name is written",
    },
  ];
}

function actionFields(call: ToolCall, actions: readonly NextAction[]): RecoveryFields {
  const live = liveActions(call, actions);
  return live.length === 0
    ? {}
    : { next_actions: live.map(wireAction), suggested_next: suggestedNext(live) };
}
