/**
 * What `impact_bundle` says about its rows: counts, the paths most concerned, and how sure each section is.
 * @module
 */
import { z } from "zod";
import {
  type Completeness,
  Completeness as CompletenessSchema,
  completeness,
  scanEnd,
  type TruncationReason,
} from "../contract/completeness.ts";
import { compareText } from "../playbook/order.ts";
import { type Findings, SECTION_UNITS, type SectionName, SECTIONS } from "./impact_sections.ts";
import type { Parts } from "./impact_parts.ts";
import { modeOf, NavigationMode } from "./navigation_mode.ts";

/** Paths that a summary names (contract.md §9). */
const MAX_TOP_PATHS = 8;

const count = z.int().min(0);

/** Where a section's rows can be proved. */
export const ProofTarget = z.looseObject({
  action_id: z.string().describe("Id of one of next_actions"),
  path: z.string().describe("File that the action shows"),
  line: z.int().min(1).describe("1-based line of the row it is about"),
});
export type ProofTarget = z.infer<typeof ProofTarget>;

const ROLES = ["symbol", "reference", "incoming_call", "implementation"] as const;
type Role = typeof ROLES[number];

export const Summary = z.looseObject({
  symbols_count: count.describe("Symbols found"),
  references_count: count.describe("References found, whether shown or not"),
  incoming_calls_count: count.describe("Calls found, whether shown or not"),
  implementations_count: count.describe("Implementations found, whether shown or not"),
  implementations_included: z.boolean().describe("Whether implementations were looked for"),
  references_mode: NavigationMode,
  incoming_calls_mode: NavigationMode,
  implementations_mode: NavigationMode.optional(),
  top_paths: z.array(z.looseObject({
    path: z.string().describe("Repository-relative path"),
    role: z.enum(ROLES).describe("What the rows are"),
    count: count.describe("Rows there, of the first 200 of each section"),
  })).describe("Where most rows are, most first; at most 8"),
  top_paths_truncated: z.boolean().describe("Whether there are more paths, or rows not counted"),
});
export type Summary = z.infer<typeof Summary>;

export const Section = z.looseObject({
  section: z.enum(SECTIONS).describe("Which one"),
  execution: z.enum(["included", "omitted_by_policy", "not_run_target_unresolved"]).describe(
    "Whether it was looked for",
  ),
  trust: z.looseObject({
    kind: z.enum(["resolved_target", "navigation", "exact_literal_text"]).describe(
      "What its rows rest on",
    ),
    mode: NavigationMode.optional(),
  }).describe("What its rows are worth"),
  completeness: CompletenessSchema,
  rows: count.describe("Rows found, whether shown or not"),
  proof_targets: z.array(ProofTarget).describe("Actions that prove its rows"),
});
export type Section = z.infer<typeof Section>;

/** Counts and paths of what was found. */
export function summaryOf(findings: Findings): Summary {
  const { symbols, references, incoming_calls, implementations } = findings;
  const paths = topPaths(findings);
  const pages = [symbols, references, incoming_calls, implementations];
  const uncounted = pages.some((page) => page !== undefined && page.hits.length < page.total);
  return {
    symbols_count: symbols.total,
    references_count: references.total,
    incoming_calls_count: incoming_calls.total,
    implementations_count: implementations?.total ?? 0,
    implementations_included: implementations !== undefined,
    references_mode: modeOf(references.reasons),
    incoming_calls_mode: modeOf(incoming_calls.reasons),
    ...(implementations === undefined
      ? {}
      : { implementations_mode: modeOf(implementations.reasons) }),
    top_paths: paths.slice(0, MAX_TOP_PATHS),
    top_paths_truncated: paths.length > MAX_TOP_PATHS || uncounted,
  };
}

/** The summary of a bundle that looked for nothing. */
export const NO_SUMMARY: Summary = {
  symbols_count: 0,
  references_count: 0,
  incoming_calls_count: 0,
  implementations_count: 0,
  implementations_included: false,
  references_mode: "unavailable_no_precise",
  incoming_calls_mode: "unavailable_no_precise",
  top_paths: [],
  top_paths_truncated: false,
};

type TopPath = Summary["top_paths"][number];

function topPaths(findings: Findings): TopPath[] {
  const { symbols, references, incoming_calls, implementations } = findings;
  return [
    ...countPaths("symbol", symbols.hits),
    ...countPaths("reference", references.hits),
    ...countPaths("incoming_call", incoming_calls.hits),
    ...countPaths("implementation", implementations?.hits ?? []),
  ].sort((a, b) =>
    b.count - a.count || ROLES.indexOf(a.role) - ROLES.indexOf(b.role) ||
    compareText(a.path, b.path)
  );
}

function countPaths(
  role: Role,
  hits: readonly { readonly row: { readonly path: string } }[],
): TopPath[] {
  const counts = new Map<string, number>();
  for (const { row: { path } } of hits) counts.set(path, (counts.get(path) ?? 0) + 1);
  return [...counts].map(([path, count]) => ({ path, role, count }));
}

/** The five sections of a bundle, without what proves them. */
export function sectionsOf(findings: Findings, parts: Parts): Section[] {
  return SECTIONS.map((section) => {
    const found = findings[section];
    if (found === undefined) return idleSection(section, "omitted_by_policy");
    const shown = section === "test_mentions" ? mentions(findings) : parts[section]?.completeness;
    return {
      section,
      execution: "included",
      trust: trustOf(section, modeOf(found.reasons)),
      completeness: shown ?? idleEnvelope(section),
      rows: found.total,
      proof_targets: [],
    };
  });
}

/** A section that did not run. */
export function idleSection(
  section: SectionName,
  execution: "omitted_by_policy" | "not_run_target_unresolved",
): Section {
  return {
    section,
    execution,
    trust: trustOf(section, "unavailable_no_precise"),
    completeness: idleEnvelope(section),
    rows: 0,
    proof_targets: [],
  };
}

/** The bundle's own envelope: no surer than the least sure of its sections that was asked for. */
export function bundleEnvelope(sections: readonly Section[]): Completeness {
  const asked = sections.filter(({ execution }) => execution !== "omitted_by_policy");
  const cut = asked.some(({ completeness }) => completeness.truncated);
  const gaps = asked.some(({ completeness }) => (completeness.incomplete_reasons ?? []).length > 0);
  const bounds: TruncationReason[] = cut ? ["child_limit"] : [];
  const total = sections.length;
  return completeness({
    unit: "impact_section",
    returned: total,
    end: gaps ? { how: "listed", total, reasons: ["child_incomplete"] } : scanEnd(total, []),
    bounds,
  });
}

/** The envelope of a collection that nobody looked for. */
export function idleEnvelope(section: SectionName): Completeness {
  return completeness({
    unit: SECTION_UNITS[section],
    returned: 0,
    end: { how: "unproven", reasons: ["child_incomplete"] },
  });
}

/** Mentions are counted; their rows come from the search that an action offers. */
function mentions({ test_mentions: found }: Findings): Completeness | undefined {
  return found && completeness({
    unit: SECTION_UNITS.test_mentions,
    returned: 0,
    end: scanEnd(found.total, found.reasons),
    countOnly: true,
  });
}

function trustOf(section: SectionName, mode: NavigationMode): Section["trust"] {
  if (section === "symbols") return { kind: "resolved_target" };
  return section === "test_mentions"
    ? { kind: "exact_literal_text" }
    : { kind: "navigation", mode };
}
