/**
 * What an answer says about its scope, and what to try when it has no rows.
 * @module
 */
import type { z } from "zod";
import { suggestedNext } from "../contract/compat.ts";
import { type JsonObject, toJsonObject } from "../contract/json.ts";
import { type NextAction, normalizeActions, type Role } from "../contract/next_actions.ts";
import {
  type AppliedScope,
  classifyZeroHit,
  type IndexDiagnostics,
  recoveryFields,
  ZERO_HIT_CODES,
  type ZeroHitCode,
} from "../contract/recovery.ts";
import type { Repository } from "../workspace/workspace.ts";
import type { ToolCall } from "./define.ts";
import type { Gathered } from "./evidence.ts";

/** The flattened recovery fields of one answer, those that apply. */
export type RecoveryFields = z.input<z.ZodObject<typeof recoveryFields>>;

/** The request as recovery sees it. */
export interface Asked {
  readonly tool: string;
  /** The parsed request. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Filters that were applied, without the repository. */
  readonly filters: Omit<AppliedScope, "repository_id">;
  /** The repository as the client named it, if it did. */
  readonly repositoryId?: string | undefined;
  /** Text that was taken literally and may have been meant as a pattern. */
  readonly literalQuery?: string | undefined;
  /** What the tool found out itself about zero rows. */
  readonly override?: ZeroHitCode | undefined;
}

type Page = Pick<
  Gathered<unknown, unknown>,
  "repositories" | "total" | "offset" | "reasons" | "skipped" | "changed"
>;

/** Scope, index and skipped files of any answer; for one that found nothing, also why and what next. */
export async function recover(call: ToolCall, page: Page, asked: Asked): Promise<RecoveryFields> {
  const fields: RecoveryFields = {};
  const scope = scopeOf(page, asked);
  if (Object.keys(scope).length > 0) fields.scope = toJsonObject(scope);
  if (page.skipped.length > 0) fields.skipped = page.skipped.map((file) => ({ ...file }));
  if (page.changed.length > 0) {
    fields.index = { changed_paths_since_snapshot: page.changed };
  }
  if (page.total > 0) return fields;
  return { ...fields, ...await explainZero(call, page, asked) };
}

async function explainZero(call: ToolCall, page: Page, asked: Asked): Promise<RecoveryFields> {
  // A live walk rests on no index, so no state of an index explains its zero.
  const live = call.surface.find(asked.tool)?.evidence === "live_manifest";
  const index = live ? LIVE : await indexState(call, page.repositories);
  const stale = page.changed.length > 0 || index.stale;
  const missing = live ? undefined : await withoutIndex(call, page.repositories);
  const code = missing ?? zeroCode(call, page, asked, stale);
  const actions = liveActions(call, zeroActions(call, code, asked));
  const related = RELATED[code].filter((name) =>
    name !== asked.tool && call.surface.find(name) !== undefined
  );
  return {
    error_code: code,
    message: WORDS[code].message,
    correction_hint: WORDS[code].hint,
    zero_hit_reason: ZERO_HIT_CODES[code],
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
  const paths = [...new Set([...known, ...changed])].sort();
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

function scopeOf({ repositories }: Page, { filters, repositoryId }: Asked): AppliedScope {
  const [repository] = repositories;
  return repositoryId === undefined || repository === undefined
    ? filters
    : { ...filters, repository_id: repository.id };
}

interface Retry {
  readonly role: Role;
  readonly reason: string;
  readonly changes: Readonly<Record<string, unknown>>;
}

function zeroActions(call: ToolCall, code: ZeroHitCode, asked: Asked): NextAction[] {
  return retries(code, asked).map(({ role, reason, changes }, index) => ({
    id: `recovery-${index + 1}`,
    role,
    order: (index + 1) * 10,
    dependencies: [],
    tool: asked.tool,
    arguments: argumentsWith(call, asked, changes),
    reason,
  }));
}

function retries(code: ZeroHitCode, { filters }: Asked): readonly Retry[] {
  switch (code) {
    case "QUERY_LOOKS_LIKE_REGEX":
      return [{
        role: "retry",
        reason: "Read the query as a regular expression",
        changes: { pattern_type: "regex" },
      }];
    case "ZERO_HIT_RUNTIME_SCOPE":
    case "PATH_CLASS_NOT_INDEXED":
      return [{
        role: "broaden_scope",
        reason: "Look at files of every class",
        changes: { path_class: "any" },
      }];
    case "ZERO_HIT_SCOPE_TOO_TIGHT":
      return broadened(filters);
    case "WRONG_REPOSITORY_POSSIBLE":
      return [{
        role: "broaden_scope",
        reason: "Look in every adopted repository",
        changes: { repository_id: undefined },
      }];
    default:
      return [];
  }
}

function broadened({ path_regex: regex, glob, path_class: pathClass }: AppliedScope): Retry[] {
  const retries: Retry[] = [];
  if (regex !== undefined) {
    const head = anchoredHead(regex);
    retries.push({
      role: "broaden_scope",
      reason: head === undefined ? "Drop path_regex" : "Look in the whole top folder",
      changes: { path_regex: head },
    });
  }
  if (glob !== undefined) {
    const recursive = glob.includes("**") ? undefined : `**/${glob}`;
    retries.push({
      role: "broaden_scope",
      reason: recursive === undefined ? "Drop the glob" : "Apply the glob at every depth",
      changes: { glob: recursive },
    });
  }
  if (pathClass !== undefined) {
    retries.push({
      role: "broaden_scope",
      reason: "Look at files of every class",
      changes: { path_class: "any" },
    });
  }
  return retries;
}

/** `^head/` of `^head/rest`, as far as `head` is plain text; undefined if there is nothing to relax to. */
function anchoredHead(regex: string): string | undefined {
  const head = /^\^[A-Za-z0-9_-]+\//.exec(regex)?.[0];
  return head === regex ? undefined : head;
}

/** The request's own arguments with some changed, without defaults and without its cursor. */
function argumentsWith(
  { surface }: ToolCall,
  { tool, input }: Asked,
  changes: Readonly<Record<string, unknown>>,
): JsonObject {
  const { continuation: _, resume_from: __, ...request } = toJsonObject({ ...input, ...changes });
  const properties = surface.find(tool)?.inputSchema["properties"];
  const defaults = toJsonObject(properties ?? {});
  return Object.fromEntries(
    Object.entries(request).filter(([field, value]) =>
      value !== undefined && value !== toJsonObject(defaults[field] ?? {})["default"]
    ),
  );
}

/** Actions that may be sent: valid by the live schemas, and never a playbook tool. */
export function liveActions(
  { surface }: ToolCall,
  actions: readonly NextAction[],
): readonly NextAction[] {
  return normalizeActions(actions, (tool, args) => {
    const live = surface.find(tool);
    return live !== undefined && live.profile === "core" && live.checkInput(args) === undefined;
  });
}

function wireAction(action: NextAction): NonNullable<RecoveryFields["next_actions"]>[number] {
  const dependencies = action.dependencies.map(({ mode, action_ids }) => ({
    mode,
    action_ids: [...action_ids],
  }));
  return { ...action, dependencies, arguments: { ...action.arguments } };
}

const OTHER_SEARCHES = ["list_files", "search_hybrid", "search_symbol", "search_text"];

const RELATED: Readonly<Record<ZeroHitCode, readonly string[]>> = {
  ZERO_HIT: OTHER_SEARCHES,
  QUERY_MISS: OTHER_SEARCHES,
  QUERY_LOOKS_LIKE_REGEX: [],
  ZERO_HIT_SCOPE_TOO_TIGHT: ["list_files"],
  ZERO_HIT_RUNTIME_SCOPE: ["search_text"],
  WRONG_REPOSITORY_POSSIBLE: ["workspace"],
  INDEX_STALE_POSSIBLE: ["read_file", "workspace"],
  INDEX_NOT_READY: ["list_files", "read_file", "workspace"],
  PATH_CLASS_NOT_INDEXED: ["list_files"],
  DETACHED_SESSION: ["workspace"],
  TOOL_UNAVAILABLE: ["list_files", "read_file", "workspace"],
  PRECISE_GRAPH_UNAVAILABLE: ["search_text"],
};

const WORDS: Readonly<Record<ZeroHitCode, { readonly message: string; readonly hint: string }>> = {
  ZERO_HIT: {
    message: "Nothing matches: the whole scope was searched",
    hint: "Try another spelling or another tool",
  },
  QUERY_MISS: {
    message: "Nothing found, but parts of the scope were not searched",
    hint: "See completeness and skipped for what is missing",
  },
  QUERY_LOOKS_LIKE_REGEX: {
    message: "Nothing matches the query as literal text; it looks like a pattern",
    hint: "Set pattern_type to regex",
  },
  ZERO_HIT_SCOPE_TOO_TIGHT: {
    message: "Nothing matches within the filters",
    hint: "Relax or drop the filters shown in scope",
  },
  ZERO_HIT_RUNTIME_SCOPE: {
    message: "Nothing matches in files of class runtime",
    hint: "Set path_class to any",
  },
  WRONG_REPOSITORY_POSSIBLE: {
    message: "Nothing matches in this repository; others are adopted",
    hint: "Leave repository_id out to search all of them",
  },
  INDEX_STALE_POSSIBLE: {
    message: "Nothing found, but the tree changed since the snapshot",
    hint: "Read the changed paths with read_file, or refresh the index",
  },
  INDEX_NOT_READY: {
    message: "The first index is still being built",
    hint: "Repeat the call when workspace reports the snapshot as ready",
  },
  PATH_CLASS_NOT_INDEXED: {
    message: "No indexed file has this class",
    hint: "Set path_class to any",
  },
  DETACHED_SESSION: {
    message: "No repository is adopted",
    hint: "Call workspace with the path of a repository",
  },
  TOOL_UNAVAILABLE: {
    message: "There is no index to search",
    hint: "Run `frigg index` in the repository, then repeat the call",
  },
  PRECISE_GRAPH_UNAVAILABLE: {
    message: "Precise data is needed and there is none",
    hint: "Use search_text for an exact textual answer",
  },
};
