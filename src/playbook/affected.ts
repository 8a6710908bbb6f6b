/**
 * Which steps of a playbook may give another answer than their accepted trace says, by what changed in the tree.
 *
 * Pure, and never sure of too much: a step counts as unaffected only if everything its answer can rest on is known to
 * be as it was.
 * @module
 */
import { canonicalJson } from "../contract/canonical_json.ts";
import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import type { Playbook, Trace, TraceHeader, TraceStep } from "../contract/playbook.ts";
import type { Reach, Surface } from "../contract/tool.ts";
import { referencesOf } from "./references.ts";
import { findStepTool } from "./step_tools.ts";

/** What became of a repository between a revision and now. Paths are relative to its root. */
export interface TreeChanges {
  /** Paths that are not byte for byte as the revision has them, or that only one side has, sorted. */
  readonly changed: readonly string[];
  /** Paths of the revision: of any other one nothing is known but that it is not there. */
  readonly known: ReadonlySet<string>;
  /** SHA-256 over the ignore rules in force now. */
  readonly ignoreDigest: string;
}

/** What a run of the playbook would say of itself now. */
export type HeaderNow = Pick<
  TraceHeader,
  "engine_digest" | "surface" | "playbook_digest" | "inputs" | "settings"
>;

export interface AffectedFacts {
  readonly playbook: Playbook;
  /** Undefined if nobody accepted one, or one of another kind. */
  readonly trace: Trace | undefined;
  /** Whether the revision has the same trace: one that came since was never held against the revision's files. */
  readonly traceAsCommitted: boolean;
  readonly now: HeaderNow;
  /** One for each repository that a run begins with. */
  readonly changes: readonly TreeChanges[];
  readonly surface: Surface;
  /** Which paths the path filters of a step select. */
  readonly filterOf: (params: JsonObject) => (path: string) => boolean;
}

/** A step that has to be replayed, and why in words. */
export interface AffectedStep {
  readonly step_id: string;
  readonly because: string;
}

/** The steps to replay, in the order of the playbook; empty if the accepted trace still holds. */
export function affectedSteps(facts: AffectedFacts): readonly AffectedStep[] {
  const { playbook: { steps }, trace, changes: [changes] } = facts;
  const ofAll = reasonForAll(facts);
  const affected = new Map<string, string>();
  for (const { step_id } of steps) {
    const recorded = trace?.steps.find((step) => step.step_id === step_id);
    const because = ofAll ?? upstreamReason(recorded, affected) ??
      stepReason(recorded, facts, changes);
    if (because !== undefined) affected.set(step_id, because);
  }
  return [...affected].map(([step_id, because]) => ({ step_id, because }));
}

/** What lies outside the tree and may change every answer. */
function reasonForAll(
  { trace, traceAsCommitted, now, changes }: AffectedFacts,
): string | undefined {
  if (trace === undefined) return "it has no accepted trace";
  if (!traceAsCommitted) return "its accepted trace is not that of the revision";
  const { header } = trace;
  if (header.repositories.length !== 1 || changes.length !== 1) return SEVERAL;
  const differing = PARTS.find(([part]) =>
    canonicalJson(header[part]) !== canonicalJson(now[part])
  );
  return differing?.[1];
}

const SEVERAL = "it does not rest on one repository alone";

const PARTS = [
  ["playbook_digest", "the playbook changed since its trace was accepted"],
  ["inputs", "the inputs are others"],
  ["settings", "the settings are others"],
  ["engine_digest", "the program is another one"],
  ["surface", "a tool it uses is another one"],
] as const;

function upstreamReason(
  step: TraceStep | undefined,
  affected: ReadonlyMap<string, string>,
): string | undefined {
  const upstream = referencesOf(step?.params_json ?? null)
    .find((one) => one.kind === "step" && affected.has(one.stepId));
  return upstream?.kind === "step" ? `it refers to ${upstream.stepId}` : undefined;
}

function stepReason(
  step: TraceStep | undefined,
  facts: AffectedFacts,
  changes: TreeChanges | undefined,
): string | undefined {
  if (step === undefined || changes === undefined) return "its trace lacks the step";
  return sourceReason(step, changes) ?? reachReason(step, facts, changes);
}

function sourceReason({ sources }: TraceStep, { changed, known }: TreeChanges): string | undefined {
  const differing = sources.find(({ path }) => changed.includes(path));
  if (differing !== undefined) return `${differing.path} changed`;
  const unknown = sources.find(({ path }) => !known.has(path));
  return unknown === undefined
    ? undefined
    : `${unknown.path} is not in git, so it may have changed`;
}

function reachReason(
  step: TraceStep,
  facts: AffectedFacts,
  changes: TreeChanges,
): string | undefined {
  const params = paramsOf(step);
  switch (reachOf(step, params, facts.surface)) {
    case "nothing":
      return undefined;
    case "file":
      return fileReason(step, params["path"], changes);
    case "filters":
      return scopeReason(facts.trace, changes, facts.filterOf(params));
    case "tree":
      return scopeReason(facts.trace, changes, () => true);
  }
}

function reachOf({ tool_name }: TraceStep, params: JsonObject, surface: Surface): Reach {
  // Its estimates count the files of the whole repository.
  if (params["context_efficiency"] === true) return "tree";
  return findStepTool(surface, tool_name)?.called.reach ?? "tree";
}

/**
 * For answers about one file. The file is among the sources, but of links on the way to it nothing is recorded; where
 * there was no file, there may be one now.
 */
function fileReason(
  { sources, outcome }: TraceStep,
  path: Json | undefined,
  { changed, known }: TreeChanges,
): string | undefined {
  // The file that a handle leads to is a source, or was found by the step that gave the handle.
  if (typeof path !== "string") return undefined;
  const plain = plainPath(path);
  if (plain === undefined) return undefined;
  const touched = changed.find((one) =>
    one === plain || isBelow(one, plain) || isBelow(plain, one)
  );
  if (touched !== undefined) return `${touched} changed`;
  const wasAbsent = outcome.status === "err" && !path.startsWith("/") && !isReached(plain, known);
  const [first] = changed;
  return first === undefined || wasAbsent || sources.some((source) => source.path === plain)
    ? undefined
    : `${first} changed, and "${path}" may lead there`;
}

/** Whether a file or a link is at a path or on the way to it. */
function isReached(path: string, known: ReadonlySet<string>): boolean {
  const names = path.split("/");
  return names.some((_, at) => known.has(names.slice(0, at + 1).join("/")));
}

/** For answers about all files that a filter selects: what is missing counts as much as what is there. */
function scopeReason(
  trace: Trace | undefined,
  { changed, ignoreDigest }: TreeChanges,
  selects: (path: string) => boolean,
): string | undefined {
  const rules = changed.find((path) => /(^|\/)\.(git)?ignore$/.test(path));
  if (rules !== undefined) return `${rules} changed, so other files may be searched`;
  if (trace?.header.repositories[0]?.ignore_digest !== ignoreDigest) {
    return "other files may be searched: the ignore rules are others";
  }
  const selected = changed.find(selects);
  return selected === undefined ? undefined : `${selected} changed, which it searches`;
}

function paramsOf({ params_json, resolved_params }: TraceStep): JsonObject {
  const params = resolved_params ?? params_json;
  return isJsonObject(params) ? params : {};
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

/** A path with its steps worked out by spelling; undefined for one that is refused whatever the tree holds. */
function plainPath(path: string): string | undefined {
  const parts: string[] = [];
  for (const name of path.split("/")) {
    if (name === "" || name === ".") continue;
    if (name !== "..") parts.push(name);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}
