/**
 * `search`: questions put to the snapshot.
 * @module
 */
import { searchHybrid } from "../../search/hybrid.ts";
import { navigate } from "../../search/navigation/navigate.ts";
import { findSubjects } from "../../search/navigation/subject.ts";
import { outlineFile } from "../../search/outline.ts";
import type { Coverage } from "../../search/requests.ts";
import type { Searches } from "../../search/searches.ts";
import { searchSymbols } from "../../search/symbol.ts";
import { findSymbolById } from "../../search/symbol_id.ts";
import { searchText } from "../../search/text.ts";
import type { SearchWorld } from "../../search/world.ts";
import type { OpenedSnapshot } from "../../snapshot/opened_snapshot.ts";
import { languageFacts } from "../../snapshot/outliner.ts";
import type { SearchKind, SearchRequest, SearchResult } from "../protocol.ts";
import type { Running } from "./running.ts";

/**
 * Without a snapshot there are no rows and `backend_failure`.
 *
 * @throws {ToolError} if the stored snapshot cannot be used, and what the search itself refuses
 */
export async function search(request: SearchRequest, running: Running): Promise<SearchResult> {
  const { opened: { holder, searchTools, limits }, budget } = running;
  const snapshot = holder.snapshot();
  if (snapshot === undefined) return withoutSnapshot(request);
  return await ask(request, searchTools.world(snapshot, budget, limits.maxFileBytes), snapshot);
}

async function ask(
  search: SearchRequest,
  world: SearchWorld,
  { ranking }: OpenedSnapshot,
): Promise<SearchResult> {
  switch (search.kind) {
    case "text":
      return await searchText(world, search.request);
    case "symbol":
      return await searchSymbols(world, search.request);
    case "hybrid":
      return await searchHybrid(world, ranking, search.request);
    case "symbol_id":
      return await findSymbolById(world, search.request);
    case "outline":
      return await outlineFile(world, search.request);
    case "subject":
      return await findSubjects(world, search.request);
    case "navigation":
      return await navigate(world, search.request);
  }
}

const NOT_COVERED: Coverage = {
  reasons: ["backend_failure"],
  skipped: [],
  changed: [],
  eligibleFiles: 0,
  sources: new Map(),
  fingerprint: "",
};

type Empty = { readonly [Kind in SearchKind]: Searches[Kind]["result"] };

function withoutSnapshot(search: SearchRequest): SearchResult {
  const nothing = { rows: [], totalRows: 0, coverage: NOT_COVERED };
  const language = search.kind === "outline" ? languageFacts(search.request.path)?.id ?? "" : "";
  const empty: Empty = {
    text: { ...nothing, totalMatches: 0, cappedPerFile: false },
    symbol: { ...nothing, snapshotToken: "" },
    hybrid: {
      ...nothing,
      coverage: { ...NOT_COVERED, reasons: ["backend_failure", "ranked_discovery"] },
      queryShape: "neutral",
      tellingWord: "",
      mayHaveMore: false,
      channels: {
        lexical_manifest: { candidates: 0, matches: 0 },
        path_surface_witness: { candidates: 0, matches: 0 },
        graph_precise: { candidates: 0, matches: 0 },
      },
    },
    symbol_id: { snapshotToken: "" },
    outline: { ...nothing, snapshotToken: "", language, partial: true },
    subject: { snapshotToken: "", candidates: [], indexed: false },
    navigation: {
      ...nothing,
      coverage: { ...NOT_COVERED, reasons: ["backend_failure", "navigation_unavailable"] },
      snapshotToken: "",
      outcome: "answered",
      candidates: [],
      nearby: false,
    },
  };
  return empty[search.kind];
}
