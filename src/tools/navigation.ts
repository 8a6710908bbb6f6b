/**
 * The six navigation tools: one table, one way to run them.
 *
 * Evidence: snapshot_index. Names are resolved by syntax (scopes, imports, declared types), so no answer is complete
 * and every row says how sure it is. Rows: what declares first, then what is known, then what shares a name alone;
 * each by path, line, column.
 * @module
 */
import { z } from "zod";
import { Completeness } from "../contract/completeness.ts";
import { ToolError } from "../contract/errors.ts";
import { MAX_SEARCH_ROWS, SEARCH_DEADLINE_MS } from "../contract/limits.ts";
import { recoveryFields } from "../contract/recovery.ts";
import { handleFields } from "../contract/source.ts";
import type { NavigationResult, NavigationRow } from "../search/navigation/requests.ts";
import { defineTool, type Tool, type ToolCall } from "./define.ts";
import { gather, type Gathered, present } from "./evidence.ts";
import { followUpField, kindsOfRows } from "./follow_up.ts";
import {
  type Asked,
  askedAbout,
  type NavigationInput,
  navigationInput,
} from "./navigation_input.ts";
import { navigationMetadata } from "./navigation_metadata.ts";
import { modeOf, NavigationMode } from "./navigation_mode.ts";
import { disambiguation, emptyDefinition, nothingFound } from "./navigation_recovery.ts";
import {
  navigationAnchor,
  navigationCites,
  NavigationMatch,
  navigationMatch,
  navigationRows,
  navigationTarget,
} from "./navigation_rows.ts";
import { selectionOf, TargetSelection } from "./navigation_selection.ts";
import { NAVIGATION_TOOLS, type NavigationTool } from "./navigation_table.ts";
import { recover } from "./recovery.ts";
import type { RecoveryFields } from "./recovery_actions.ts";

const includeDefinition = z.boolean().default(true).describe("Also rows for what declares it");

const Input = z.strictObject(navigationInput);
const ReferencesInput = z.strictObject({
  ...navigationInput,
  include_definition: includeDefinition,
});

const Availability = z.looseObject({
  status: z.enum(["available", "heuristic", "unavailable"]).describe("What calls rest on"),
  reason: z.string().describe("Why"),
  precise_required_for_complete_results: z.boolean().describe(
    "Only precise data could be complete",
  ),
}).optional().describe("What the rows of calls are worth");

const Output = z.looseObject({
  matches: z.array(NavigationMatch).describe("Rows, what declares first, then by path and line"),
  completeness: Completeness,
  ...handleFields,
  mode: NavigationMode,
  target_selection: TargetSelection.optional().describe("What the request was taken to mean"),
  total_matches: z.int().min(0).optional().describe("Rows before paging; of references only"),
  ambiguous_location: z.boolean().optional().describe("The place held no name"),
  location_warning: z.string().optional().describe("Which symbol was taken instead"),
  availability: Availability,
  trust: z.enum(["provisional", "verified"]).optional().describe("Of outgoing calls"),
  trust_note: z.string().optional().describe("What trust means here"),
  metadata: z.looseObject({}).optional().describe("Diagnostics, in full mode"),
  note: z.string().optional().describe("metadata as JSON text, in full mode"),
  ...recoveryFields,
});
type Output = z.infer<typeof Output>;

type Request = NavigationInput & { readonly include_definition?: boolean };

/** The six tools. */
export const navigationTools: readonly Tool[] = NAVIGATION_TOOLS.map((tool) => {
  const shared = {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    profile: "core",
    evidence: "snapshot_index",
    deadlineMs: SEARCH_DEADLINE_MS,
    output: Output,
    run: (input: Request, call: ToolCall): Promise<Output> => run(tool, input, call),
    cites: ({ matches }: Output) => navigationCites(matches),
    rows: ({ matches }: Output) => navigationRows(matches),
  } as const;
  return tool.question === "references"
    ? defineTool({ ...shared, input: ReferencesInput })
    : defineTool({ ...shared, input: Input });
});

type Page = Gathered<NavigationRow, NavigationResult>;

async function run(tool: NavigationTool, input: Request, call: ToolCall): Promise<Output> {
  const asked = await askedAbout(input, call);
  const gathered = await ask(tool, input, call, asked);
  const [result] = gathered.results;
  if (asked.subject !== undefined && result?.outcome === "nothing_there") {
    throw new ToolError("resource_not_found", `Cannot find a symbol at "${asked.query}"`, {
      path: asked.subject.subject.path,
    });
  }
  const selection = selectionOf(asked, result);
  const metadata = navigationMetadata(call, { tool: tool.name, asked, result, selection });
  const more = await moreFields(tool, call, { asked, gathered, selection });
  const kinds = input.include_follow_up_structural
    ? await kindsOfRows(call, gathered.hits)
    : undefined;
  return present(call, gathered, {
    handle: { scope: "nav", anchor: navigationAnchor, target: navigationTarget },
    row: (hit, identity) => ({
      ...navigationMatch(hit, identity, tool.shape),
      ...followUpField(call, kinds?.get(hit.row), {
        repositoryId: hit.repository.id,
        path: hit.row.path,
      }),
    }),
    frame: (matches, { completeness, result_handle, handle_scope, handle_expires }): Output => ({
      matches: [...matches],
      completeness,
      ...(result_handle === undefined ? {} : { result_handle, handle_scope, handle_expires }),
      mode: modeOf(gathered.reasons),
      target_selection: selection,
      ...(tool.question === "references" ? { total_matches: gathered.total } : {}),
      ...more,
      metadata,
      note: JSON.stringify(metadata),
    }),
  });
}

async function ask(
  tool: NavigationTool,
  input: Request,
  call: ToolCall,
  { subject, repositories }: Asked,
): Promise<Page> {
  const { include_definition: includesDefinition = false } = input;
  return await gather<NavigationRow, NavigationResult>(call, {
    tool: tool.name,
    unit: tool.unit,
    request: input,
    continuation: input.continuation,
    limit: Math.min(input.limit, MAX_SEARCH_ROWS),
    repositories: subject === undefined ? repositories : [subject.repository],
    find: async ({ engine }, slice, engineCall) => {
      if (subject === undefined) return await unresolved(engine, engineCall);
      return await engine.search("navigation", {
        question: tool.question,
        subject: subject.subject,
        includeDefinition: includesDefinition,
        unhurried: call.session.kind === "playbook",
        slice,
      }, engineCall);
    },
  });
}

type Engine = Asked["repositories"][number]["engine"];

/** Without one subject there are no rows, and nothing was looked at. */
async function unresolved(
  engine: Engine,
  call: Parameters<Engine["status"]>[0],
): Promise<NavigationResult> {
  const { fingerprint = "" } = await engine.status(call);
  return {
    rows: [],
    totalRows: 0,
    snapshotToken: "",
    outcome: "ambiguous",
    candidates: [],
    nearby: false,
    coverage: {
      reasons: fingerprint === ""
        ? ["backend_failure", "navigation_unavailable"]
        : ["navigation_unavailable"],
      skipped: [],
      changed: [],
      eligibleFiles: 0,
      sources: new Map(),
      fingerprint,
    },
  };
}

interface Answered {
  readonly asked: Asked;
  readonly gathered: Page;
  readonly selection: TargetSelection;
}

async function moreFields(
  tool: NavigationTool,
  call: ToolCall,
  { asked, gathered, selection }: Answered,
): Promise<Partial<Output>> {
  const [result] = gathered.results;
  const taken = result?.subject?.symbol;
  return {
    ...(result?.nearby !== true ? {} : {
      ambiguous_location: true,
      location_warning: `No name stands at ${asked.query}; took ${taken?.kind ?? "symbol"} ` +
        `"${taken?.symbol ?? ""}" of line ${taken?.line ?? 1}`,
    }),
    ...(tool.shape === "call" ? availability(gathered) : {}),
    ...(tool.question === "callees" ? OUTGOING_TRUST : {}),
    ...await recoveryOf(tool, call, { asked, gathered, selection }),
  };
}

const OUTGOING_TRUST = {
  trust: "provisional",
  trust_note:
    "Callees are read off syntax; calls through unknown types and into packages are missing",
} as const;

function availability({ reasons }: Page): Pick<Output, "availability"> {
  const mode = modeOf(reasons);
  return {
    availability: {
      status: mode === "heuristic_no_precise" ? "heuristic" : "unavailable",
      reason: mode === "heuristic_no_precise" ? "precise_absent" : "target_unresolved",
      precise_required_for_complete_results: true,
    },
  };
}

async function recoveryOf(
  tool: NavigationTool,
  call: ToolCall,
  { asked, gathered, selection }: Answered,
): Promise<RecoveryFields> {
  const recovery = await recover(call, gathered, {
    tool: tool.name,
    input: {},
    filters: {},
    repositoryId: undefined,
  });
  if (gathered.total > 0) return recovery;
  if (selection.ambiguous_query) {
    const { index, skipped } = recovery;
    const kept = { ...(index === undefined ? {} : { index }), ...(skipped && { skipped }) };
    return { ...kept, ...disambiguation(call, tool.name, selection) };
  }
  // Without an index, that is the reason.
  if (gathered.reasons.includes("backend_failure")) return recovery;
  const name = gathered.results[0]?.subject?.name ?? asked.query;
  const isDefinition = tool.question === "definition" || tool.question === "declarations";
  const { zero_hit_reason: _, ...kept } = recovery;
  return isDefinition
    ? { ...kept, ...emptyDefinition(call, name) }
    : { ...recovery, ...nothingFound(call, name) };
}
