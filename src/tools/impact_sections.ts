/**
 * The five sections of `impact_bundle`: what each looks for, and what it found.
 *
 * Sections are asked one after the other, in their order, so that an answer does not depend on which is quicker.
 * @module
 */
import type { IncompleteReason, Unit } from "../contract/completeness.ts";
import { MAX_SEARCH_ROWS } from "../contract/limits.ts";
import type {
  NavigationQuestion,
  NavigationResult,
  NavigationRow,
} from "../search/navigation/requests.ts";
import type { OutlineResult, OutlineRow, TextResult, TextRow } from "../search/requests.ts";
import type { Repository } from "../workspace/workspace.ts";
import type { ToolCall } from "./define.ts";
import { gather, type Gathered } from "./evidence.ts";
import { fileScope } from "./fields.ts";

const TOOL = "impact_bundle";

/** All of them, in the order of every answer. */
export const SECTIONS = [
  "symbols",
  "references",
  "incoming_calls",
  "implementations",
  "test_mentions",
] as const;
export type SectionName = typeof SECTIONS[number];

export const SECTION_UNITS: Readonly<Record<SectionName, Unit>> = {
  symbols: "symbol",
  references: "reference",
  incoming_calls: "incoming_call",
  implementations: "implementation",
  test_mentions: "occurrence",
};

/** Where tests are looked for (contract.md §2.14). */
export const TEST_PATHS = "^tests/";

/** Kinds that exist to be implemented. */
const IMPLEMENTED_KIND = /trait|interface|protocol/;

/** The one symbol a bundle is about. */
export interface ImpactSubject {
  readonly repository: Repository;
  readonly path: string;
  readonly stableSymbolId: string;
  /** What it is called, which is looked for in tests. */
  readonly name: string;
}

/** What a bundle may leave out. */
export interface ImpactOptions {
  readonly include_implementations: boolean;
  readonly include_test_mentions: boolean;
}

export type SymbolPage = Gathered<OutlineRow, OutlineResult>;
export type NavigationPage = Gathered<NavigationRow, NavigationResult>;
type MentionPage = Gathered<TextRow, TextResult>;

/** What was found; a section that the request leaves out is absent. */
export interface Findings {
  readonly symbols: SymbolPage;
  readonly references: NavigationPage;
  readonly incoming_calls: NavigationPage;
  readonly implementations?: NavigationPage;
  readonly test_mentions?: MentionPage;
}

/** Runs every section that the request and the kind of the symbol ask for. */
export async function findImpact(
  call: ToolCall,
  subject: ImpactSubject,
  options: ImpactOptions,
): Promise<Findings> {
  const symbols = await findSymbols(call, subject);
  const references = await navigate(call, subject, "references");
  const calls = await navigate(call, subject, "incoming_calls");
  const kind = symbols.hits[0]?.row.kind ?? "";
  const implemented = options.include_implementations || IMPLEMENTED_KIND.test(kind);
  return {
    symbols,
    references,
    incoming_calls: calls,
    ...(implemented ? { implementations: await navigate(call, subject, "implementations") } : {}),
    ...(options.include_test_mentions ? { test_mentions: await findMentions(call, subject) } : {}),
  };
}

function plan(section: SectionName, { repository, stableSymbolId }: ImpactSubject): {
  readonly tool: string;
  readonly unit: Unit;
  readonly request: Readonly<Record<string, unknown>>;
  readonly repositories: readonly Repository[];
} {
  const request = { section, stableSymbolId };
  return { tool: TOOL, unit: SECTION_UNITS[section], request, repositories: [repository] };
}

/** The symbol itself, as its file is now. */
async function findSymbols(call: ToolCall, subject: ImpactSubject): Promise<SymbolPage> {
  const page = await gather<OutlineRow, OutlineResult>(call, {
    ...plan("symbols", subject),
    limit: 1,
    find: async ({ engine }, _slice, engineCall) => {
      const outline = await engine.search("outline", {
        path: subject.path,
        topLevelOnly: false,
        slice: { offset: 0, limit: Number.MAX_SAFE_INTEGER },
      }, engineCall);
      const rows = outline.rows.filter((row) => row.stableSymbolId === subject.stableSymbolId);
      return { ...outline, rows, totalRows: rows.length };
    },
  });
  return page.changed.length === 0 ? page : withReason(page, "diagnostic_coverage");
}

const QUESTIONS = {
  references: "references",
  incoming_calls: "callers",
  implementations: "implementations",
} as const satisfies Partial<Record<SectionName, NavigationQuestion>>;

async function navigate(
  call: ToolCall,
  subject: ImpactSubject,
  section: keyof typeof QUESTIONS,
): Promise<NavigationPage> {
  const { path, stableSymbolId } = subject;
  const page = await gather<NavigationRow, NavigationResult>(call, {
    ...plan(section, subject),
    limit: MAX_SEARCH_ROWS,
    find: ({ engine }, slice, engineCall) =>
      engine.search("navigation", {
        question: QUESTIONS[section],
        subject: { kind: "symbol", path, stableSymbolId },
        includeDefinition: false,
        unhurried: call.session.kind === "playbook",
        slice,
      }, engineCall),
  });
  // Names of this language are not resolved: no rows, and nothing was looked at.
  const unknown = page.results.some(({ outcome }) => outcome === "nothing_there");
  return unknown ? withReason(page, "navigation_unavailable") : page;
}

async function findMentions(call: ToolCall, subject: ImpactSubject): Promise<MentionPage> {
  return await gather<TextRow, TextResult>(call, {
    ...plan("test_mentions", subject),
    limit: 1,
    find: ({ engine }, slice, engineCall) =>
      engine.search("text", {
        query: subject.name,
        patternType: "literal",
        ignoreCase: false,
        word: false,
        scope: fileScope({ path_regex: TEST_PATHS }),
        shape: "rows",
        contextLines: 0,
        slice,
      }, engineCall),
  });
}

function withReason<Page extends { readonly reasons: readonly IncompleteReason[] }>(
  page: Page,
  reason: IncompleteReason,
): Page {
  return { ...page, reasons: [...new Set([...page.reasons, reason])].sort() };
}
