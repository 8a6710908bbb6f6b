/**
 * Habits of the shell as a map to tools.
 * @module
 */
import { toJson } from "../contract/json.ts";
import { jsonResource } from "./resource.ts";
import { DEFAULT_FOR, FALLBACK_ONLY_FOR, SHELL_HABITS } from "./shell_habits.ts";

export const shellReplacementMap = jsonResource({
  uri: "frigg://policy/shell-replacement-map.json",
  name: "shell-replacement-map",
  title: "Shell replacement map",
  description: "Which tool does what a shell command does; tools/list decides what exists",
  schemaId: "frigg.policy.shell_replacement_map.v1",
  value: () => ({
    product: "frigg",
    default_for: DEFAULT_FOR,
    fallback_only_for: FALLBACK_ONLY_FOR,
    replacements: toJson(SHELL_HABITS),
  }),
});
