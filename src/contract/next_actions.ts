/**
 * Follow-up calls that an answer offers, and the rules that make a list of them safe to show.
 * @module
 */
import { z } from "zod";
import { canonicalJson } from "./canonical_json.ts";
import type { JsonObject } from "./json.ts";

/** Roles in their priority at equal `order`. */
export const ROLES = [
  "proof_read",
  "verify_exact",
  "retry",
  "resolve_target",
  "inspect",
  "broaden_scope",
  "diagnose",
] as const;
export type Role = typeof ROLES[number];

/** A response shows no more than this many actions (contract.md §9). */
export const MAX_ACTIONS = 8;

export interface ActionDependency {
  readonly mode: "all" | "any";
  readonly action_ids: readonly string[];
}

export interface NextAction {
  readonly id: string;
  readonly role: Role;
  /** 0 to 65535; lower first. */
  readonly order: number;
  readonly dependencies: readonly ActionDependency[];
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly reason: string;
}

export const NextActionSchema = z.looseObject({
  id: z.string().describe("Id inside this answer"),
  role: z.enum(ROLES).describe("What the action is for"),
  order: z.int().min(0).max(65535).describe("Lower first"),
  dependencies: z.array(z.looseObject({
    mode: z.enum(["all", "any"]).describe("How many of the actions must have run"),
    action_ids: z.array(z.string()).describe("Ids of earlier actions"),
  })).describe("Groups of actions to run before; empty when none"),
  tool: z.string().describe("A tool of tools/list"),
  arguments: z.looseObject({}).describe("Arguments that the tool's input schema accepts"),
  reason: z.string().describe("Why this helps"),
});

/** Whether a tool of that name is on the live surface and would accept the arguments. */
export type ActionCheck = (tool: string, args: JsonObject) => boolean;

/** The list as it may be sent: ordered, valid, without duplicates, at most `MAX_ACTIONS` long. */
export function normalizeActions(
  actions: readonly NextAction[],
  isValid: ActionCheck,
): readonly NextAction[] {
  const usable = uniqueIds(
    actions.filter((action) => isUsable(action) && isValid(action.tool, action.arguments)),
  );
  const kept = uniqueCalls(withSoundGroups(usable)).slice(0, MAX_ACTIONS);
  return dropOrphans(kept);
}

function isUsable(action: NextAction): boolean {
  return action.id.trim() !== "" && action.reason.trim() !== "";
}

function uniqueIds(actions: readonly NextAction[]): NextAction[] {
  const seen = new Set<string>();
  return actions.toSorted(compare).filter(({ id }) => !seen.has(id) && seen.add(id));
}

function compare(a: NextAction, b: NextAction): number {
  return a.order - b.order || ROLES.indexOf(a.role) - ROLES.indexOf(b.role) ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

function withSoundGroups(actions: readonly NextAction[]): NextAction[] {
  const orders = new Map(actions.map(({ id, order }) => [id, order]));
  return actions.filter((action) =>
    action.dependencies.every(({ action_ids: ids }) =>
      ids.length > 0 && new Set(ids).size === ids.length && !ids.includes(action.id) &&
      ids.every((id) => (orders.get(id) ?? Infinity) < action.order)
    )
  );
}

function uniqueCalls(actions: readonly NextAction[]): NextAction[] {
  const seen = new Set<string>();
  return actions.filter((action) => {
    const call = canonicalJson([action.tool, action.arguments]);
    return !seen.has(call) && seen.add(call);
  });
}

function dropOrphans(actions: readonly NextAction[]): readonly NextAction[] {
  const ids = new Set(actions.map(({ id }) => id));
  const kept = actions.filter((action) =>
    action.dependencies.every((group) => group.action_ids.every((id) => ids.has(id)))
  );
  return kept.length === actions.length ? kept : dropOrphans(kept);
}
