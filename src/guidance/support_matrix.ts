/**
 * Which languages are understood, and how far: read off the language registry.
 * @module
 */
import type { JsonObject } from "../contract/json.ts";
import type { Language } from "../languages/language.ts";
import { type Facts, jsonResource, toolNames } from "./resource.ts";

type Tier = "core" | "optional_accelerator" | "unsupported";

/** Languages whose chunks a semantic provider would embed (contract.md §8.1). */
const SEMANTIC_LANGUAGES: readonly string[] = ["rust", "php", "blade"];

export const supportMatrix = jsonResource({
  uri: "frigg://policy/support-matrix.json",
  name: "support-matrix",
  title: "Support matrix",
  description: "Which languages this program understands, and how far",
  schemaId: "frigg.policy.support_matrix.v4",
  value: (facts) => ({
    product: "frigg",
    product_boundary:
      "Source-backed search, navigation and reading of local repositories, and playbooks over them. It runs no code, " +
      "starts no program and never writes to the working tree.",
    stable_core: toolNames(facts, "core"),
    optional_accelerators: ["precise_artifact_assist", "semantic_retrieval"],
    advanced_consumers: [...toolNames(facts, "extended"), "self_improvement_loop"],
    language_support_notes: notes(facts),
    capability_tiers: {
      core: "Served by this program, always",
      optional_accelerator:
        "Would add to a core answer; nothing depends on it. This program has neither a reader of precise artifacts " +
        "nor a semantic provider, so no answer of it rests on one",
      unsupported: "Not served; a request says so instead of giving an empty result",
    },
    languages: facts.languages.map(languageRow),
  }),
});

function languageRow(language: Language): JsonObject {
  const { id, displayName } = language;
  const isTemplate = language.class === "bounded_scanner" && id === "blade";
  const isSemantic = SEMANTIC_LANGUAGES.includes(id) && isRead(language);
  return {
    id,
    display_name: displayName,
    capabilities: capabilities(language, isSemantic),
    search_outline: outlineWord(language, isTemplate),
    navigation: navigationWord(language, isTemplate),
    semantic_retrieval: isSemantic ? "optional_when_enabled" : "unsupported",
    capability_note: capabilityNote(language),
  };
}

function capabilities(language: Language, isSemantic: boolean): Record<string, Tier> {
  const read = tier(isRead(language));
  const hasCode = language.class !== "outline_only";
  return {
    document_symbols: read,
    structural_search: language.class === "tree_sitter" ? read : "unsupported",
    symbol_corpus: hasCode ? read : "unsupported",
    source_filter: "core",
    navigation: tier(language.links !== undefined),
    precise_artifact_assist: hasCode && isRead(language) ? "optional_accelerator" : "unsupported",
    semantic_chunking: isSemantic ? "optional_accelerator" : "unsupported",
  };
}

function tier(served: boolean): Tier {
  return served ? "core" : "unsupported";
}

/** Whether anything of such a file but its text is read. */
function isRead({ symbols }: Language): boolean {
  return symbols !== undefined;
}

function outlineWord(language: Language, isTemplate: boolean): string {
  if (!isRead(language)) return "unsupported";
  return isTemplate ? "supported_template_surface" : "supported_source_language";
}

function navigationWord({ links }: Language, isTemplate: boolean): string {
  if (links === undefined) return "unsupported";
  return isTemplate
    ? "bounded_source_template_navigation"
    : "read_only_source_graph_or_artifact_assisted";
}

function capabilityNote(language: Language): string {
  if (!isRead(language)) {
    return "Files are found, searched as text, ranked and filtered by language; symbols are not extracted";
  }
  return language.class === "outline_only" ? "outline_only" : "general_source_support";
}

function notes({ languages }: Facts): string[] {
  const read = languages.filter(isRead).map(({ displayName }) => displayName);
  return [
    `Symbols, syntax trees and structural search: ${read.join(", ")}.`,
    "Text search, ranked discovery and reading work in every text file, whatever its language.",
    "Navigation reads imports, scopes, types that are written down and the calls between them; a row that rests on " +
    "less says so in its precision, and such an answer is never complete.",
  ];
}
