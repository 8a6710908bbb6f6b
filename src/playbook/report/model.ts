/**
 * The one model of replays that every report is made of: playbooks, their steps, what changed, and the source behind.
 *
 * It holds text of repositories as it is. Making it harmless is the work of each format (escape.ts).
 * @module
 */
import { canonicalJson } from "../../contract/canonical_json.ts";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { pointerTo } from "../../contract/json_pointer.ts";
import type {
  Cause,
  Change,
  ExpectationResult,
  Replay,
  StepDiff,
  StepVerdict,
  Trace,
  TraceEvidence,
  TraceStep,
} from "../../contract/playbook.ts";
import { causeWords, expectationText, placeOf, saysText, textOf, verdictWords } from "../render.ts";

export const REPORT_SCHEMA = "frigg.report.v1";

/**
 * `recorded` is a trace that was not replayed; `invalid` and `not_run` are playbooks that could not be, and `left_out`
 * one that was not because an earlier one differed.
 */
export type ReportVerdict = Replay["verdict"] | "recorded" | "invalid" | "not_run" | "left_out";

export interface Report {
  readonly report_schema: typeof REPORT_SCHEMA;
  readonly counts: Readonly<Partial<Record<ReportVerdict, number>>>;
  readonly playbooks: readonly ReportPlaybook[];
}

export interface ReportPlaybook {
  readonly playbook_id: string;
  /** As the person named it. */
  readonly file: string;
  /** Where paths of the first repository begin, seen from where the report is made; absent if there. */
  readonly root?: string;
  readonly verdict: ReportVerdict;
  /** The first difference, or why it did not run, or what the verdict does not say. */
  readonly message?: string;
  /** Of the trace that is shown. */
  readonly digest?: string;
  readonly steps: readonly ReportStep[];
}

export interface ReportStep {
  readonly step_id: string;
  readonly tool_name: string;
  readonly verdict: StepVerdict | "recorded" | "unaccepted";
  readonly words: string;
  readonly params: Json;
  /** The error of a step that gave no answer. */
  readonly error?: string;
  readonly expectations: readonly (ExpectationResult & { readonly words: string })[];
  readonly changes: readonly ReportChange[];
  readonly rows: readonly ReportRow[];
  readonly excerpts: readonly ReportExcerpt[];
}

export interface ReportChange {
  readonly op: Change["op"];
  readonly pointer: string;
  readonly cause: Cause;
  readonly words: string;
  /** `path:line`, or the pointer of what is no row. */
  readonly place: string;
  /** Where in the source, if the row or its cause tells. */
  readonly location?: ReportLocation;
  readonly expected?: string;
  readonly actual?: string;
}

export interface ReportLocation {
  /** Alias, if it is known. */
  readonly repository?: string;
  readonly path: string;
  readonly line?: number;
  readonly end_line?: number;
}

export interface ReportRow {
  readonly pointer: string;
  readonly place: string;
  readonly text: string;
}

/** A cited span with what stands around it. */
export interface ReportExcerpt {
  readonly row: string;
  readonly repository: string;
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly prefix: string;
  readonly exact: string;
  readonly suffix: string;
  readonly truncated: boolean;
}

/** One thing that is reported on. */
export type Reported =
  & { readonly id: string; readonly file: string }
  & (
    | { readonly replay: Replay; readonly root?: string; readonly note?: string }
    | { readonly trace: Trace }
    | { readonly problem: string; readonly verdict: "invalid" | "not_run" | "left_out" }
  );

/** The model, playbooks in the order given. */
export function buildReport(reported: readonly Reported[]): Report {
  const playbooks = reported.map(playbookOf);
  const counts: Partial<Record<ReportVerdict, number>> = {};
  for (const { verdict } of playbooks) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return { report_schema: REPORT_SCHEMA, counts, playbooks };
}

function playbookOf(reported: Reported): ReportPlaybook {
  const head = { playbook_id: reported.id, file: reported.file };
  if ("problem" in reported) {
    return { ...head, verdict: reported.verdict, message: reported.problem, steps: [] };
  }
  if ("trace" in reported) {
    const { digest, steps } = reported.trace;
    const recorded = steps.map((step) => stepOf(step, { verdict: "recorded" }));
    return { ...head, verdict: "recorded", digest, steps: recorded };
  }
  const { replay, root, note } = reported;
  const message = replay.diff?.message ?? note;
  return {
    ...head,
    ...(root === undefined ? {} : { root }),
    verdict: replay.verdict,
    ...(message === undefined ? {} : { message }),
    digest: replay.digest,
    steps: replayedSteps(replay),
  };
}

/** Steps as they ran now, then those that only the accepted trace has. */
function replayedSteps(replay: Replay): readonly ReportStep[] {
  const { diff, replayed_trace_artifact: { steps }, failed_expectations: failed = [] } = replay;
  const diffs = new Map(diff?.steps.map((step) => [step.step_id, step]));
  const ran = steps.map((step) => {
    const expectations = failed.filter(({ step_id }) => step_id === step.step_id);
    const known = diffs.get(step.step_id);
    if (known !== undefined) return stepOf(step, known);
    if (replay.verdict !== "unaccepted") return stepOf(step, { verdict: "same" });
    const verdict = expectations.length > 0 ? "expectation_failed" : "unaccepted";
    return stepOf(step, { verdict, expectations });
  });
  const ids = new Set(steps.map(({ step_id }) => step_id));
  const gone = diff?.steps.filter(({ step_id }) => !ids.has(step_id)) ?? [];
  return [...ran, ...gone.map((step) => stepOf(undefined, step))];
}

type Judged =
  & { readonly verdict: ReportStep["verdict"] }
  & Partial<Pick<StepDiff, "step_id" | "tool_name" | "expectations" | "changes">>;

function stepOf(step: TraceStep | undefined, judged: Judged): ReportStep {
  const { verdict, expectations = [], changes = [] } = judged;
  const outcome = step?.outcome;
  return {
    step_id: step?.step_id ?? judged.step_id ?? "",
    tool_name: step?.tool_name ?? judged.tool_name ?? "",
    verdict,
    words: verdict === "recorded" || verdict === "unaccepted" ? verdict : verdictWords(verdict),
    params: step?.resolved_params ?? step?.params_json ?? null,
    ...(outcome?.status === "err"
      ? { error: `${outcome.error_code ?? outcome.code}: ${outcome.message}` }
      : {}),
    expectations: expectations.map((one) => ({ ...one, words: expectationText(one) })),
    changes: changes.map(changeOf),
    rows: outcome?.status === "ok" ? rowsOf(outcome.response_json) : [],
    excerpts: step?.evidence.map(excerptOf) ?? [],
  };
}

function changeOf(change: Change): ReportChange {
  const { op, pointer, cause, expected, actual } = change;
  const location = locationOf(actual) ?? locationOf(expected) ?? causeLocation(change);
  return {
    op,
    pointer,
    cause,
    words: causeWords(change),
    place: placeOf(actual) ?? placeOf(expected) ?? (pointer || "answer"),
    ...(location === undefined ? {} : { location }),
    ...sides(expected, actual),
  };
}

/** What both sides say; of rows that say the same, the fields in which they differ. */
function sides(
  expected: Json | undefined,
  actual: Json | undefined,
): Pick<ReportChange, "expected" | "actual"> {
  if (isJsonObject(expected) && isJsonObject(actual)) {
    const isFieldwise = textOf(expected) === textOf(actual) ||
      !saysText(expected) && !saysText(actual);
    if (isFieldwise) {
      const keys = [...new Set([...Object.keys(expected), ...Object.keys(actual)])].sort()
        .filter((key) =>
          canonicalJson(expected[key] ?? null) !== canonicalJson(actual[key] ?? null)
        );
      return { expected: fields(expected, keys), actual: fields(actual, keys) };
    }
  }
  return {
    ...(expected === undefined ? {} : { expected: textOf(expected) }),
    ...(actual === undefined ? {} : { actual: textOf(actual) }),
  };
}

function fields(row: JsonObject, keys: readonly string[]): string {
  return keys.map((key) => `${key}: ${JSON.stringify(row[key]) ?? "nothing"}`).join("\n");
}

function locationOf(row: Json | undefined): ReportLocation | undefined {
  if (!isJsonObject(row) || typeof row["path"] !== "string") return undefined;
  const { path, line, end_line, repository_id } = row;
  return {
    path,
    ...(typeof repository_id === "string" ? { repository: repository_id } : {}),
    ...(typeof line === "number" ? { line } : {}),
    ...(typeof end_line === "number" ? { end_line } : {}),
  };
}

/** The file that a cause names last, which is where the source is now: `alias:path` or `alias:path:line`. */
function causeLocation({ paths = [] }: Change): ReportLocation | undefined {
  const [, repository, path, line] = /^(repo-\d+):(.+?)(?::(\d+))?$/.exec(paths.at(-1) ?? "") ?? [];
  if (repository === undefined || path === undefined) return undefined;
  return { repository, path, ...(line === undefined ? {} : { line: Number(line) }) };
}

/** Rows of an answer: the objects of its arrays. */
function rowsOf(response: Json): readonly ReportRow[] {
  if (!isJsonObject(response)) return [];
  return Object.keys(response).sort().flatMap((key) => {
    const member = response[key];
    if (!Array.isArray(member)) return [];
    return member.filter(isJsonObject).map((row, index) => ({
      pointer: pointerTo(pointerTo("", key), index),
      place: placeOf(row) ?? "",
      text: textOf(row),
    }));
  });
}

function excerptOf({ row, repository, path, span, quote }: TraceEvidence): ReportExcerpt {
  const { start_line, end_line } = span;
  return { row, repository, path, start_line, end_line, ...quote };
}
