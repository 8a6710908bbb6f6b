/**
 * Everything a client can read about the program: seven resources and one prompt (contract.md §5).
 * @module
 */
import { evidencePacket } from "./evidence_packet.ts";
import type { Facts, Resource } from "./resource.ts";
import { type PromptMessage, ROUTING_PROMPT, routingMessages } from "./routing_prompt.ts";
import { routingStats } from "./routing_stats.ts";
import { semanticModels } from "./semantic_models.ts";
import { shellGuide } from "./shell_guide.ts";
import { shellReplacementMap } from "./shell_replacement_map.ts";
import { supportMatrix } from "./support_matrix.ts";
import { toolSurface } from "./tool_surface.ts";

const RESOURCES: readonly Resource[] = [
  supportMatrix,
  toolSurface,
  shellReplacementMap,
  evidencePacket,
  semanticModels,
  shellGuide,
  routingStats,
];

/** A resource as `resources/list` shows it. */
export type ListedResource = Omit<Resource, "text">;

export interface Guidance {
  readonly resources: readonly ListedResource[];
  readonly prompts: readonly (typeof ROUTING_PROMPT)[];
  /** The text of a resource now; undefined for an unknown URI. */
  read(uri: string): { readonly mimeType: string; readonly text: string } | undefined;
  /** The messages of a prompt; undefined for an unknown name. Arguments it does not know are ignored. */
  prompt(
    name: string,
    args: Readonly<Record<string, string>>,
  ): { readonly description: string; readonly messages: readonly PromptMessage[] } | undefined;
}

/** The guidance of a running program. */
export function createGuidance(facts: Facts): Guidance {
  return {
    resources: RESOURCES.map(({ text: _, ...listed }) => listed),
    prompts: [ROUTING_PROMPT],
    read: (uri) => {
      const found = RESOURCES.find((resource) => resource.uri === uri);
      return found && { mimeType: found.mimeType, text: found.text(facts) };
    },
    prompt: (name, args) =>
      name === ROUTING_PROMPT.name
        ? { description: ROUTING_PROMPT.description, messages: routingMessages(args["task"]) }
        : undefined,
  };
}
