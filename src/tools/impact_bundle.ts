/**
 * `impact_bundle`: a symbol with what refers to it, calls it and implements it, in one answer.
 *
 * Evidence: mixed; the symbol is that of its file as it is now, all else is found by names and types. Each section
 * has an envelope of its own, and the whole is never surer than they are. Nothing is paged: what does not fit is
 * left to the tool of its section.
 * @module
 */
import { z } from "zod";
import { Completeness } from "../contract/completeness.ts";
import { ToolError } from "../contract/errors.ts";
import type { JsonObject } from "../contract/json.ts";
import { SEARCH_DEADLINE_MS } from "../contract/limits.ts";
import { recoveryFields } from "../contract/recovery.ts";
import { Target } from "../contract/target.ts";
import type { Cite, RowCollection } from "../contract/tool.ts";
import type { SubjectRow } from "../search/navigation/requests.ts";
import { defineTool, type ToolCall } from "./define.ts";
import { pathClass, repositoryId, responseMode } from "./fields.ts";
import { impactAdvice } from "./impact_advice.ts";
import { type Parts, presentParts } from "./impact_parts.ts";
import { impactRecovery, nothingMeant } from "./impact_recovery.ts";
import { findImpact, type Findings, type ImpactSubject, SECTIONS } from "./impact_sections.ts";
import {
  bundleEnvelope,
  idleEnvelope,
  idleSection,
  NO_SUMMARY,
  ProofTarget,
  Section,
  sectionsOf,
  Summary,
  summaryOf,
} from "./impact_summary.ts";
import { echo } from "./input_problem.ts";
import { type Asked, askedAbout, conflict } from "./navigation_input.ts";
import { navigationMetadata } from "./navigation_metadata.ts";
import { NavigationMode } from "./navigation_mode.ts";
import { navigationCites, NavigationMatch, navigationRows } from "./navigation_rows.ts";
import { selectionOf, TargetSelection } from "./navigation_selection.ts";
import { argumentsWith } from "./recovery_actions.ts";
import { citeMatches } from "./search_rows.ts";
import { SymbolMatch, symbolRows } from "./symbol_match.ts";

const TOOL = "impact_bundle";

const Input = z.strictObject({
  target: Target.optional(),
  symbol: z.string().trim().optional().describe(
    "Name, qualified name or id of a symbol; exactly one of target or symbol",
  ),
  path_class: pathClass.default("runtime").describe(
    "With symbol: only symbols in files of this class; an id names its symbol whatever its class",
  ),
  repository_id: repositoryId,
  include_implementations: z.boolean().default(false).describe(
    "Look for implementations whatever the symbol's kind is",
  ),
  include_test_mentions: z.boolean().default(false).describe(
    "Count where files below tests/ write the symbol's name",
  ),
  response_mode: responseMode,
});
type Input = z.infer<typeof Input>;

const handle = z.string().optional();
const Row = NavigationMatch.omit({ follow_up_structural: true });

const Output = z.looseObject({
  symbol: z.string().describe("Name of the symbol, or the text that was looked up"),
  path_class: pathClass.describe("As asked for"),
  target_selection: TargetSelection.optional().describe("What the request was taken to mean"),
  summary: Summary.describe("Counts and paths"),
  symbols: z.array(SymbolMatch).describe("The symbol"),
  symbols_completeness: Completeness,
  symbols_result_handle: handle.describe("Handle of symbols, for read_match"),
  references: z.array(Row).describe("Where it is named, without what declares it"),
  references_completeness: Completeness,
  references_result_handle: handle.describe("Handle of references, for read_match"),
  references_mode: NavigationMode,
  incoming_calls: z.array(Row).describe("Who calls it"),
  incoming_calls_completeness: Completeness,
  incoming_calls_result_handle: handle.describe("Handle of incoming_calls, for read_match"),
  incoming_calls_mode: NavigationMode,
  implementations: z.array(Row).optional().describe(
    "What implements or extends it; absent if not looked for",
  ),
  implementations_completeness: Completeness.optional(),
  implementations_result_handle: handle.describe("Handle of implementations, for read_match"),
  implementations_mode: NavigationMode.optional(),
  completeness: Completeness,
  sections: z.array(Section).describe("What each of the five sections came to, in their order"),
  proof_targets: z.array(ProofTarget).describe("Those of all sections"),
  metadata: z.looseObject({}).optional().describe("Diagnostics, in full mode"),
  note: z.string().optional().describe("metadata as JSON text, in full mode"),
  ...recoveryFields,
});
type Output = z.infer<typeof Output>;

export default defineTool({
  name: TOOL,
  title: "Impact bundle",
  description: "What rests on a symbol: give exactly one of target or symbol; read completeness",
  profile: "core",
  evidence: "mixed",
  deadlineMs: SEARCH_DEADLINE_MS,
  input: Input,
  output: Output,
  run,
  cites,
  rows,
});

async function run(input: Input, call: ToolCall): Promise<Output> {
  const asked = await askedAbout(questionOf(input), call);
  if (asked.subject === undefined) return await unresolved(input, call, asked);
  const { repository, subject } = asked.subject;
  if (subject.kind !== "symbol") throw new RangeError("Cannot bundle what is no symbol");
  const { path, stableSymbolId } = subject;
  const name = asked.best[0]?.row.symbol ?? asked.query;
  return await bundle(input, call, asked, { repository, path, stableSymbolId, name });
}

/** @throws {ToolError} CONFLICTING_TARGET_INPUT, MISSING_SYMBOL */
function questionOf(input: Input): Parameters<typeof askedAbout>[0] {
  const { target, symbol, repository_id, path_class: wanted } = input;
  if (target !== undefined && symbol !== undefined) throw conflict();
  if (target === undefined && (symbol === undefined || symbol === "")) {
    throw new ToolError("MISSING_SYMBOL", "Cannot tell what is meant: send a target or a symbol", {
      field: "symbol",
    });
  }
  const accepts = ({ pathClass: own, testContext }: SubjectRow): boolean =>
    wanted === "any" || (own === wanted && !(wanted === "runtime" && testContext));
  return { target, symbol, repository_id, accepts };
}

async function bundle(
  input: Input,
  call: ToolCall,
  asked: Asked,
  subject: ImpactSubject,
): Promise<Output> {
  const findings = await findImpact(call, subject, input);
  const summary = summaryOf(findings);
  const recovery = await impactRecovery(call, input, asked, findings);
  const selection = selectionOf(asked, findings.references.results[0]);
  const request = argumentsWith(call, { tool: TOOL, input }, {});
  const metadata = navigationMetadata(call, {
    tool: TOOL,
    asked,
    result: findings.references.results[0],
    selection,
  });
  const assemble = (parts: Parts): Output => {
    const advised = { subject, findings, parts, summary, request };
    const advice = impactAdvice(call, advised, sectionsOf(findings, parts));
    return {
      symbol: echo(subject.name),
      path_class: input.path_class,
      target_selection: selection,
      summary,
      ...collections(findings, parts, summary),
      completeness: bundleEnvelope(advice.sections),
      sections: advice.sections,
      proof_targets: advice.proofTargets,
      metadata,
      note: JSON.stringify(metadata),
      ...recovery,
      ...advice.recovery,
    };
  };
  return assemble(presentParts(call, findings, assemble));
}

type Collections = Pick<
  Output,
  | `${"symbols" | "references" | "incoming_calls"}${"" | "_completeness"}`
  | `${"references" | "incoming_calls"}_mode`
>;

function collections(
  findings: Findings,
  { symbols, references, incoming_calls, implementations }: Parts,
  { references_mode, incoming_calls_mode, implementations_mode }: Summary,
): Collections {
  const handleField = (name: string, value: string | undefined): JsonObject =>
    value === undefined ? {} : { [`${name}_result_handle`]: value };
  return {
    symbols: [...symbols.rows],
    symbols_completeness: symbols.completeness,
    ...handleField("symbols", symbols.handle),
    references: [...references.rows],
    references_completeness: references.completeness,
    ...handleField("references", references.handle),
    references_mode,
    incoming_calls: [...incoming_calls.rows],
    incoming_calls_completeness: incoming_calls.completeness,
    ...handleField("incoming_calls", incoming_calls.handle),
    incoming_calls_mode,
    ...(findings.implementations === undefined || implementations === undefined ? {} : {
      implementations: [...implementations.rows],
      implementations_completeness: implementations.completeness,
      ...handleField("implementations", implementations.handle),
      implementations_mode,
    }),
  };
}

/** Several symbols were meant, or none that is accepted, or there is no index: no section runs. */
async function unresolved(input: Input, call: ToolCall, asked: Asked): Promise<Output> {
  const sections = SECTIONS.map((section) =>
    section === "test_mentions" && !input.include_test_mentions
      ? idleSection(section, "omitted_by_policy")
      : idleSection(section, "not_run_target_unresolved")
  );
  const selection = asked.best.length === 0
    ? {}
    : { target_selection: selectionOf(asked, undefined) };
  return {
    symbol: echo(asked.query),
    path_class: input.path_class,
    ...selection,
    summary: NO_SUMMARY,
    symbols: [],
    symbols_completeness: idleEnvelope("symbols"),
    references: [],
    references_completeness: idleEnvelope("references"),
    references_mode: NO_SUMMARY.references_mode,
    incoming_calls: [],
    incoming_calls_completeness: idleEnvelope("incoming_calls"),
    incoming_calls_mode: NO_SUMMARY.incoming_calls_mode,
    completeness: bundleEnvelope(sections),
    sections,
    proof_targets: [],
    ...await nothingMeant(call, input, asked),
  };
}

const NAVIGATED = ["references", "incoming_calls", "implementations"] as const;

function cites(output: Output): readonly Cite[] {
  return [
    ...citeMatches(output.symbols, "/symbols"),
    ...NAVIGATED.flatMap((name) => navigationCites(output[name] ?? [], `/${name}`)),
  ];
}

function rows(output: Output): readonly RowCollection[] {
  return [
    ...symbolRows(output.symbols, "/symbols"),
    ...NAVIGATED.flatMap((name) => {
      const matches = output[name];
      return matches === undefined ? [] : navigationRows(matches, `/${name}`);
    }),
  ];
}
