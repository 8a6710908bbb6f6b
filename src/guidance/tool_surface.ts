/**
 * Which tools are offered: the live registry as a resource.
 * @module
 */
import { ACTIVE_PROFILE, jsonResource, toolNames } from "./resource.ts";

export const toolSurface = jsonResource({
  uri: "frigg://policy/tool-surface.json",
  name: "tool-surface",
  title: "Tool surface",
  description: "The tools that this process offers, by profile",
  schemaId: "frigg.policy.tool_surface.v1",
  value: (facts) => ({
    live: true,
    source_of_truth: {
      public_tool_names: "tools/list of this process",
      profile_manifest:
        "core_tools and extended_only_tools of this resource, made from the same registry",
      process_registered: toolNames(facts).length,
    },
    not_authoritative: [
      "frigg://policy/shell-replacement-map.json",
      "frigg://guidance/shell-vs-frigg.md",
      "documents and examples about frigg",
    ],
    default_profile: ACTIVE_PROFILE,
    active_profile: ACTIVE_PROFILE,
    core_tools: toolNames(facts, "core"),
    extended_only_tools: toolNames(facts, "extended"),
    active_tools: toolNames(facts),
    playbook_availability: {
      available: true,
      reason: "The playbook tools are part of every build and of the only profile",
    },
    guidance: [
      "Ask tools/list for the schemas; a name that stands there can be called.",
      "FRIGG_MCP_TOOL_SURFACE_PROFILE does not change the surface.",
      "Indexing and repairing are commands of the program, not tools.",
    ],
  }),
});
