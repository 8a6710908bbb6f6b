/**
 * What to try after zero rows: the same request with one thing changed, checked against the live tools.
 * @module
 */
import type { z } from "zod";
import { type JsonObject, toJsonObject } from "../contract/json.ts";
import { type NextAction, normalizeActions, type Role } from "../contract/next_actions.ts";
import type { AppliedScope, recoveryFields, ZeroHitCode } from "../contract/recovery.ts";
import type { ToolCall } from "./define.ts";

/** Characters of an action's arguments: whoever wrote more can write it again, and eight of them fit an answer. */
const MAX_ARGUMENT_CHARS = 1_000;

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

interface Retry {
  readonly role: Role;
  readonly reason: string;
  readonly changes: Readonly<Record<string, unknown>>;
}

/** Requests that may find what this one did not. */
export function zeroActions(call: ToolCall, code: ZeroHitCode, asked: Asked): NextAction[] {
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

/** The request's own arguments with some changed, as the client may send them: without defaults and cursor. */
export function argumentsWith(
  { surface }: ToolCall,
  { tool, input }: Pick<Asked, "tool" | "input">,
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

/** Actions that may be sent: valid by the live schemas, of bounded size, and never a playbook tool. */
export function liveActions(
  { surface }: ToolCall,
  actions: readonly NextAction[],
): readonly NextAction[] {
  return normalizeActions(actions, (tool, args) => {
    const live = surface.find(tool);
    return live !== undefined && live.profile === "core" &&
      JSON.stringify(args).length <= MAX_ARGUMENT_CHARS && live.checkInput(args) === undefined;
  });
}

/** The action as an answer holds it. */
export function wireAction(
  action: NextAction,
): NonNullable<RecoveryFields["next_actions"]>[number] {
  const dependencies = action.dependencies.map(({ mode, action_ids }) => ({
    mode,
    action_ids: [...action_ids],
  }));
  return { ...action, dependencies, arguments: { ...action.arguments } };
}
