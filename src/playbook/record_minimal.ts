/**
 * Which steps of a recording somebody made use of: reads of source, and the steps whose rows were read or cited later.
 * @module
 */
import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import type { Step, Trace, TraceStep } from "../contract/playbook.ts";
import type { Surface } from "../contract/tool.ts";
import { referencesOf } from "./references.ts";
import { recordedRows } from "./rows.ts";

/** Lines of a file that somebody looked at; 1-based, both inclusive. */
export interface SeenLines {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** Evidence of a tool that shows source as it is: such a step is a read. */
const READS = ["live_file", "handle_bound_live_content"];

/** Ids of the steps worth keeping; `cited` are the places of citations that were composed meanwhile. */
export function usedSteps(
  trace: Trace,
  steps: readonly Step[],
  surface: Surface,
  cited: readonly SeenLines[],
): ReadonlySet<string> {
  const used = new Set<string>();
  const seen: SeenLines[] = [...cited];
  // From the last to the first: only what comes later can make use of a step.
  for (const [index, traced] of [...trace.steps.entries()].reverse()) {
    const isRead = READS.includes(surface.find(traced.tool_name)?.evidence ?? "");
    if (!isRead && !used.has(traced.step_id) && !wasSeen(traced, seen, surface)) continue;
    used.add(traced.step_id);
    if (isRead) seen.push(...linesOf(traced));
    for (const reference of referencesOf(params(steps[index]))) {
      if (reference.kind === "step") used.add(reference.stepId);
    }
  }
  return used;
}

/** The places of the citations in an answer that has some. */
export function citedLines(response: JsonObject): readonly SeenLines[] {
  const payload = response["citation_payload"];
  const citations: Json | undefined = isJsonObject(payload) ? payload["citations"] : undefined;
  if (!Array.isArray(citations)) return [];
  return citations.flatMap((citation: Json): SeenLines[] => {
    const { path, span } = isJsonObject(citation) ? citation : {};
    if (typeof path !== "string" || !isJsonObject(span)) return [];
    const { start_line: startLine, end_line: endLine } = span;
    return typeof startLine === "number" && typeof endLine === "number"
      ? [{ path, startLine, endLine }]
      : [];
  });
}

function params(step: Step | undefined): Json {
  return isJsonObject(step?.params) ? step.params : null;
}

function wasSeen(step: TraceStep, seen: readonly SeenLines[], surface: Surface): boolean {
  const lines = linesOf(step);
  if (lines.length > 0) return lines.some((line) => seen.some((other) => overlap(line, other)));
  return rowPaths(step, surface).some((path) => seen.some((other) => other.path === path));
}

function linesOf({ evidence }: TraceStep): readonly SeenLines[] {
  return evidence.map(({ path, span }) => ({
    path,
    startLine: span.start_line,
    endLine: span.end_line,
  }));
}

function overlap(a: SeenLines, b: SeenLines): boolean {
  return a.path === b.path && a.startLine <= b.endLine && b.startLine <= a.endLine;
}

/** Of rows that name files and no lines. */
function rowPaths({ tool_name, outcome }: TraceStep, surface: Surface): readonly string[] {
  const tool = surface.find(tool_name);
  if (tool === undefined || outcome.status !== "ok") return [];
  return (recordedRows(outcome.response_json, tool) ?? []).flatMap(({ rows }) =>
    rows.flatMap(({ path }) => path ?? [])
  );
}
