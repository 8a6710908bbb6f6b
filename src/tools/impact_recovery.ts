/**
 * What a bundle says about gaps in its evidence, and about a request that named no single symbol.
 * @module
 */
import { MAX_SKIPPED } from "../contract/recovery.ts";
import { compareText } from "../playbook/order.ts";
import type { ToolCall } from "./define.ts";
import { appliedFilters } from "./fields.ts";
import type { Findings } from "./impact_sections.ts";
import type { Asked, Question } from "./navigation_input.ts";
import { disambiguation } from "./navigation_recovery.ts";
import { selectionOf } from "./navigation_selection.ts";
import { recover } from "./recovery.ts";
import { argumentsWith, type RecoveryFields } from "./recovery_actions.ts";

const TOOL = "impact_bundle";

type Input = Pick<Question, "repository_id"> & {
  readonly path_class: "runtime" | "project" | "support" | "any";
};

/** Scope, skipped and changed files of all sections; without a symbol also why there is none. */
export async function impactRecovery(
  call: ToolCall,
  input: Input,
  asked: Asked,
  findings: Findings,
): Promise<RecoveryFields> {
  const { symbols, references, incoming_calls, implementations, test_mentions } = findings;
  const pages = [symbols, references, incoming_calls, implementations, test_mentions]
    .filter((page) => page !== undefined);
  const skipped = new Map(pages.flatMap((page) => page.skipped).map((file) => [file.path, file]));
  return await recover(call, {
    repositories: symbols.repositories,
    total: symbols.total,
    offset: 0,
    reasons: symbols.reasons,
    skipped: [...skipped.values()].sort((a, b) => compareText(a.path, b.path))
      .slice(0, MAX_SKIPPED),
    changed: [...new Set(pages.flatMap((page) => page.changed))].sort(compareText),
  }, { tool: TOOL, input, filters: filtersOf(input, asked), repositoryId: input.repository_id });
}

/** For a text that several symbols fit equally well, or none of the asked class, or that met no index. */
export async function nothingMeant(
  call: ToolCall,
  input: Input,
  asked: Asked,
): Promise<RecoveryFields> {
  const runtime = input.path_class === "runtime";
  const recovery = await recover(call, {
    repositories: asked.repositories,
    total: 0,
    offset: 0,
    reasons: ["child_incomplete"],
    skipped: [],
    changed: [],
  }, {
    tool: TOOL,
    input,
    filters: filtersOf(input, asked),
    repositoryId: input.repository_id,
    ...(runtime ? { override: "ZERO_HIT_RUNTIME_SCOPE" } : {}),
  });
  if (asked.best.length === 0) return recovery;
  const { index, scope } = recovery;
  const { symbol: _, repository_id: __, ...more } = argumentsWith(call, { tool: TOOL, input }, {});
  return {
    ...(index === undefined ? {} : { index }),
    ...(scope === undefined ? {} : { scope }),
    ...disambiguation(call, TOOL, selectionOf(asked, undefined), more),
  };
}

/** A target or an id names its symbol itself, so no class was applied to it. */
function filtersOf(
  { path_class }: Input,
  { source, best }: Asked,
): ReturnType<typeof appliedFilters> {
  const isExact = source !== "direct_symbol" || best[0]?.row.subjectRank === 0;
  return isExact ? {} : appliedFilters({ path_class });
}
