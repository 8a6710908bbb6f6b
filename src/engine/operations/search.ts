/**
 * `search`: questions put to the snapshot.
 * @module
 */
import { sha256Hex } from "../../platform/digest.ts";
import { searchHybrid } from "../../search/hybrid.ts";
import { navigate } from "../../search/navigation/navigate.ts";
import { findSubjects } from "../../search/navigation/subject.ts";
import { outlineFile } from "../../search/outline.ts";
import type { Coverage } from "../../search/requests.ts";
import type { Searches } from "../../search/searches.ts";
import { searchSymbols } from "../../search/symbol.ts";
import { findSymbolById } from "../../search/symbol_id.ts";
import { kindsAt } from "../../search/structural/kinds_at.ts";
import { searchStructural } from "../../search/structural.ts";
import { inspectSyntax } from "../../search/syntax_tree.ts";
import { searchText } from "../../search/text.ts";
import type { SearchWorld } from "../../search/world.ts";
import { CorruptSection } from "../../snapshot/corrupt_section.ts";
import type { OpenedSnapshot } from "../../snapshot/opened_snapshot.ts";
import { languageFacts } from "../../snapshot/outliner.ts";
import type { SearchRequest, SearchResult } from "../protocol.ts";
import { admitIgnoredRoot } from "./root_ignored.ts";
import type { Running } from "./running.ts";

/**
 * Without a snapshot there are no rows and `backend_failure`.
 *
 * @throws {ToolError} if the stored snapshot cannot be used, and what the search itself refuses
 */
export async function search(request: SearchRequest, running: Running): Promise<SearchResult> {
  try {
    const result = withShortFingerprint(await answer(request, running));
    return request.kind === "outline" ? result : admitting(result, running);
  } catch (error) {
    // The parser ends with an error of its own where the budget's is wanted.
    if (error instanceof DOMException) running.budget.check();
    // Ranked sections are unpacked on first use, long after the snapshot was loaded.
    if (error instanceof CorruptSection) throw running.opened.holder.giveUp(error);
    throw error;
  }
}

async function answer(request: SearchRequest, running: Running): Promise<SearchResult> {
  const { opened: { holder, searchTools, limits }, budget } = running;
  const { maxFileBytes } = limits;
  const syntax = searchTools.syntax(budget);
  const live = searchTools.liveFiles(maxFileBytes);
  if (request.kind === "syntax") return await inspectSyntax(live, syntax, request.request);
  if (request.kind === "kinds") return await kindsAt(live, syntax, request.request);
  const snapshot = holder.snapshot();
  if (snapshot === undefined) return withoutSnapshot(request);
  const world = searchTools.world(snapshot, budget, maxFileBytes);
  return request.kind === "structural"
    ? await searchStructural(world, syntax, request.request)
    : await ask(request, world, snapshot);
}

const DIGEST_CHARS = 64;

/** Sessions keep a fingerprint for every page they may be asked for. */
function withShortFingerprint(result: SearchResult): SearchResult {
  if (!("coverage" in result)) return result;
  const { coverage } = result;
  // An answer that rests on nothing but the snapshot names it, and one without a snapshot names nothing.
  if (coverage.fingerprint.length <= DIGEST_CHARS) return result;
  return { ...result, coverage: { ...coverage, fingerprint: sha256Hex(coverage.fingerprint) } };
}

/** An outline is that of one file, whatever the rules say; all others are about a tree. */
function admitting(result: SearchResult, { opened }: Running): SearchResult {
  if (!("coverage" in result)) return result;
  return { ...result, coverage: admitIgnoredRoot(result.coverage, opened) };
}

/** Questions that rest on what the snapshot has worked out. */
type Stored = Exclude<SearchRequest, { readonly kind: "structural" | "syntax" | "kinds" }>;

async function ask(
  search: Stored,
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

type NeedsSnapshot = Exclude<SearchRequest, { readonly kind: "syntax" | "kinds" }>;
type Empty = { readonly [Kind in NeedsSnapshot["kind"]]: Searches[Kind]["result"] };

function withoutSnapshot(search: NeedsSnapshot): SearchResult {
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
    structural: {
      ...nothing,
      languages: [],
      filesScanned: 0,
      filesMatched: 0,
      captureRows: 0,
      matchRows: 0,
    },
    subject: { snapshotToken: "", candidates: [], skipped: [], indexed: false },
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
