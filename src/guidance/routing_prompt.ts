/**
 * The prompt `frigg-routing-guide`: which tool to use when. It executes nothing.
 * @module
 */
import { ACTIVE_PROFILE, type Resource } from "./resource.ts";
import { semanticModels } from "./semantic_models.ts";
import { shellGuide } from "./shell_guide.ts";
import { shellReplacementMap } from "./shell_replacement_map.ts";
import { supportMatrix } from "./support_matrix.ts";
import { toolSurface } from "./tool_surface.ts";

export const ROUTING_PROMPT = {
  name: "frigg-routing-guide",
  title: "FRIGG Routing Guide",
  description: "Which tool to use when, for a task or in general; nothing is executed",
  arguments: [{ name: "task", description: "What you want to find out", required: false }],
} as const;

/** Resources that the prompt links to, in this order. */
const LINKED: readonly Resource[] = [
  supportMatrix,
  semanticModels,
  toolSurface,
  shellReplacementMap,
  shellGuide,
];

const POLICY: readonly string[] = [
  "Adopt the repository: workspace with its path. Its freshness says whether the index is right for your question.",
  "You know the name: search_symbol. You know the text: search_text. You know neither: search_hybrid, whose rows are " +
  "candidates and never everything.",
  "Several independent questions: one search_batch.",
  "From a row go on with its target_ref: go_to_definition, find_references, incoming_calls, impact_bundle.",
  "The shape of code counts: inspect_syntax_tree for one place, search_structural for all places.",
  "Prove before you conclude: read_match for a row, read_file for lines.",
  "Read completeness; repeat the request with its continuation until complete, or say what you did not see.",
  "No row: read zero_hit_reason and next_actions before you try something else.",
  "An error: branch on error_code and retryable.",
  "The finding must hold tomorrow: write a playbook and run it; replay says what changed.",
];

/** One message of the prompt, in the protocol's form. */
export interface PromptMessage {
  readonly role: "assistant";
  readonly content:
    | { readonly type: "text"; readonly text: string }
    | {
      readonly type: "resource_link";
      readonly uri: string;
      readonly name: string;
      readonly title: string;
      readonly description: string;
      readonly mimeType: string;
    };
}

/** The prompt's messages; `task` is shown as it is given. */
export function routingMessages(task?: string): PromptMessage[] {
  return [{ role: "assistant", content: { type: "text", text: routingText(task) } }, ...links()];
}

function routingText(task: string | undefined): string {
  return [
    ...(task === undefined || task.trim() === "" ? [] : [`Task: ${task}`, ""]),
    "How to answer questions about code with frigg:",
    "",
    ...POLICY.map((line, index) => `${index + 1}. ${line}`),
    "",
    `Active profile: ${ACTIVE_PROFILE}. tools/list decides what exists.`,
  ].join("\n");
}

function links(): PromptMessage[] {
  return LINKED.map(({ uri, name, title, description, mimeType }) => ({
    role: "assistant",
    content: { type: "resource_link", uri, name, title, description, mimeType },
  }));
}
