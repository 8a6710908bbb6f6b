/**
 * Diagnostics of navigation, for the full mode.
 * @module
 */
import type { JsonObject } from "../contract/json.ts";
import type { NavigationResult } from "../search/navigation/requests.ts";
import type { ToolCall } from "./define.ts";
import type { Asked } from "./navigation_input.ts";
import type { TargetSelection } from "./navigation_selection.ts";

export interface Diagnosed {
  readonly tool: string;
  readonly asked: Asked;
  readonly result: NavigationResult | undefined;
  readonly selection: TargetSelection;
}

/** Precise artifacts are not read yet, so there are none. */
export function navigationMetadata(
  { session, workspace }: ToolCall,
  { asked, result, selection }: Diagnosed,
): JsonObject {
  const selected = result?.subject?.symbol?.stableSymbolId;
  return {
    precision: "heuristic",
    heuristic: true,
    ...(selected === undefined ? {} : { target_symbol_id: selected }),
    resolution_source: selection.resolution_source,
    fallback_reason: "precise_absent",
    precise_absence_reason: "no_scip_artifacts_discovered",
    scoped_repository_ids: asked.repositories.map(({ id }) =>
      session.kind === "playbook" ? workspace.alias(session.adoptions, id) ?? id : id
    ),
    precise_artifacts_ingested: 0,
    precise_artifacts_failed: 0,
    precise: {
      coverage: "none",
      candidate_directories: 0,
      discovered_artifacts: 0,
      failed_artifacts: [],
    },
  };
}
