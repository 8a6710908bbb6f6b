/**
 * The live tools. A new tool is one file and one line here; every other list of tools is derived from this one.
 * @module
 */
import type { JsonObject } from "../contract/json.ts";
import type { PlaybookHost } from "../playbook/host.ts";
import type { ToolSet } from "./define.ts";
import { navigationTools } from "./navigation.ts";
import documentSymbols from "./document_symbols.ts";
import explore from "./explore.ts";
import impactBundle from "./impact_bundle.ts";
import inspectSyntaxTree from "./inspect_syntax_tree.ts";
import type { LanguageNames } from "./language_names.ts";
import { listFilesTool } from "./list_files.ts";
import { playbookComposeCitationsTool } from "./playbook_compose_citations.ts";
import { playbookReplayTool } from "./playbook_replay.ts";
import { playbookRunTool } from "./playbook_run.ts";
import readFile from "./read_file.ts";
import readMatch from "./read_match.ts";
import searchBatch from "./search_batch.ts";
import { searchHybridTool, type SemanticPolicy } from "./search_hybrid.ts";
import { searchStructuralTool } from "./search_structural.ts";
import searchSymbol from "./search_symbol.ts";
import searchText from "./search_text.ts";
import { workspaceTool } from "./workspace.ts";

/** What some tools need beyond a call, given once by the composition root. */
export interface ToolParts {
  /**
   * Runs playbooks over the surface that is being built, on the caller's repositories in their order; without any,
   * on the default root.
   */
  readonly playbookHost: (adopted: readonly string[]) => PlaybookHost;
  /** Counters of this process; undefined when they are not enabled. */
  readonly routingStats: () => JsonObject | undefined;
  readonly languages: LanguageNames;
  readonly semantic: SemanticPolicy;
}

/** Every tool, sorted by name. */
export function buildTools(parts: ToolParts): ToolSet {
  const tools = [
    documentSymbols,
    explore,
    impactBundle,
    inspectSyntaxTree,
    listFilesTool(parts.languages),
    ...navigationTools,
    playbookComposeCitationsTool,
    playbookReplayTool(parts.playbookHost),
    playbookRunTool(parts.playbookHost),
    readFile,
    readMatch,
    searchBatch,
    searchHybridTool(parts),
    searchStructuralTool(parts),
    searchSymbol,
    searchText,
    workspaceTool(parts.routingStats),
  ].sort((a, b) => (a.name < b.name ? -1 : 1));
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return { tools, find: (name) => byName.get(name) };
}
