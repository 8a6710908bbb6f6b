/**
 * What an answer says about its scope, and what to try when it has no rows.
 * @module
 */
import { suggestedNext } from "../contract/compat.ts";
import { toJsonObject } from "../contract/json.ts";
import { MAX_CHANGED_PATHS } from "../contract/limits.ts";
import {
  type AppliedScope,
  classifyZeroHit,
  type IndexDiagnostics,
  ZERO_HIT_CODES,
  type ZeroHitCode,
} from "../contract/recovery.ts";
import type { Repository } from "../workspace/workspace.ts";
import type { ToolCall } from "./define.ts";
import type { Gathered } from "./evidence.ts";
import {
  type Asked,
  liveActions,
  type RecoveryFields,
  wireAction,
  zeroActions,
} from "./recovery_actions.ts";
import { RELATED, WORDS } from "./recovery_words.ts";

type Page = Pick<
  Gathered<unknown, unknown>,
  "repositories" | "total" | "offset" | "reasons" | "skipped" | "changed" | "rootIgnored"
>;

/** What `scope.excluded_by_policy` says of a root that is ignored as a whole. */
const IGNORED_ROOT = "workspace_root_ignored";
const IGNORED_ROOT_WORDS = {
  message: "Nothing found: an ignore rule of a folder above ignores the whole workspace root",
  correction_hint: "Change that rule, or adopt another folder",
};

/** Scope, index and skipped files of any answer; for one that found nothing, also why and what next. */
export async function recover(call: ToolCall, page: Page, asked: Asked): Promise<RecoveryFields> {
  const fields: RecoveryFields = {};
  const scope = scopeOf(page, asked);
  if (Object.keys(scope).length > 0) fields.scope = toJsonObject(scope);
  if (page.skipped.length > 0) fields.skipped = page.skipped.map((file) => ({ ...file }));
  if (page.changed.length > 0) {
    fields.index = { changed_paths_since_snapshot: page.changed.slice(0, MAX_CHANGED_PATHS) };
  }
  if (page.total > 0) return fields;
  return { ...fields, ...await explainZero(call, page, asked) };
}

async function explainZero(call: ToolCall, page: Page, asked: Asked): Promise<RecoveryFields> {
  // What is read live rests on no index, so no state of an index explains its zero.
  const { evidence } = call.surface.find(asked.tool) ?? {};
  const live = evidence === "live_manifest" || evidence === "live_file";
  const index = live ? LIVE : await indexState(call, page.repositories);
  const stale = page.changed.length > 0 || index.stale;
  const missing = live ? undefined : await withoutIndex(call, page.repositories);
  // No other request finds anything under an ignored root.
  const ignored = page.rootIgnored === true ? "QUERY_MISS" : undefined;
  const code = missing ?? ignored ?? zeroCode(call, page, asked, stale);
  const actions = liveActions(call, zeroActions(call, code, asked));
  const related = RELATED[code].filter((name) =>
    name !== asked.tool && call.surface.find(name) !== undefined
  );
  return {
    error_code: code,
    message: WORDS[code].message,
    correction_hint: WORDS[code].hint,
    zero_hit_reason: ZERO_HIT_CODES[code],
    ...(page.rootIgnored === true ? IGNORED_ROOT_WORDS : {}),
    ...(related.length === 0 ? {} : { related_tools: [...related] }),
    ...(actions.length === 0 ? {} : {
      next_actions: actions.map(wireAction),
      suggested_next: suggestedNext(actions),
    }),
    ...indexField(index.diagnostics, page.changed),
  };
}

function indexField(diagnostics: IndexDiagnostics, changed: readonly string[]): RecoveryFields {
  const known = diagnostics.changed_paths_since_snapshot ?? [];
  const paths = [...new Set([...known, ...changed])].sort().slice(0, MAX_CHANGED_PATHS);
  const index = toJsonObject({
    ...diagnostics,
    ...(paths.length === 0 ? {} : { changed_paths_since_snapshot: paths }),
  });
  return Object.keys(index).length === 0 ? {} : { index };
}

interface IndexState {
  readonly diagnostics: IndexDiagnostics;
  readonly stale: boolean;
}

const LIVE: IndexState = { diagnostics: {}, stale: false };

/** Diagnostics of the first repository that is not current, else of the first. */
async function indexState(
  { session, signal }: ToolCall,
  repositories: readonly Repository[],
): Promise<IndexState> {
  const all = await Promise.all(
    repositories.map((repository) => repository.diagnostics({ signal })),
  );
  const stale = all.find(isStale);
  const { working_tree_dirty: dirty, last_index_success_at: at, ...kept } = stale ?? all[0] ?? {};
  // A playbook run is pinned to one snapshot: neither git's state nor a time belongs to its answers.
  const volatile = session.kind === "playbook" ? {} : {
    ...(dirty === undefined ? {} : { working_tree_dirty: dirty }),
    ...(at === undefined ? {} : { last_index_success_at: at }),
  };
  return { diagnostics: { ...kept, ...volatile }, stale: stale !== undefined };
}

function isStale(diagnostics: IndexDiagnostics): boolean {
  return diagnostics.stale_warning !== undefined ||
    (diagnostics.changed_paths_since_snapshot ?? []).length > 0;
}

function zeroCode(call: ToolCall, page: Page, asked: Asked, stale: boolean): ZeroHitCode {
  const code = classifyZeroHit({
    ...(asked.override === undefined ? {} : { override: asked.override }),
    firstIndexRunning: false,
    ...(asked.literalQuery === undefined ? {} : { literalQuery: asked.literalQuery }),
    hasScopeFilter: Object.keys(asked.filters).length > 0,
    staleOrDirty: stale,
  });
  if (code !== "ZERO_HIT") return code;
  const elsewhere = call.session.adoptions.adopted.length > page.repositories.length;
  if (asked.repositoryId !== undefined && elsewhere) return "WRONG_REPOSITORY_POSSIBLE";
  return page.reasons.length === 0 ? "ZERO_HIT" : "QUERY_MISS";
}

/** The code for a repository that has no index: still being built, or not at all. */
async function withoutIndex(
  { signal }: ToolCall,
  repositories: readonly Repository[],
): Promise<ZeroHitCode | undefined> {
  for (const { engine, firstIndexRunning } of repositories) {
    if (firstIndexRunning) return "INDEX_NOT_READY";
    const { state } = await engine.status({ signal });
    if (state === "missing" || state === "uninitialized") return "TOOL_UNAVAILABLE";
  }
  return undefined;
}

function scopeOf(
  { repositories, rootIgnored = false }: Page,
  { filters, repositoryId }: Asked,
): AppliedScope {
  const [repository] = repositories;
  const named = repositoryId === undefined || repository === undefined
    ? {}
    : { repository_id: repository.id };
  return { ...filters, ...named, ...(rootIgnored ? { excluded_by_policy: [IGNORED_ROOT] } : {}) };
}
