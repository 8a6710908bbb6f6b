/**
 * Why a change came about: one pure function over both traces, both headers and what stands at the paths now.
 *
 * Causes are tried in a fixed order and the first that holds is told: what the author changed, then what happened
 * to the source, then, with all sources equal, what happened to the program.
 * @module
 */
import { canonicalJson } from "../contract/canonical_json.ts";
import type { Json } from "../contract/json.ts";
import { valueAt } from "../contract/json_pointer.ts";
import type {
  Cause,
  Trace,
  TraceEvidence,
  TraceRepository,
  TraceStep,
} from "../contract/playbook.ts";
import type { ChangePlace, RawChange } from "./compare_step.ts";
import type { SourceProbe } from "./host.ts";
import { fileName, hasChangedSources, sourceChanges, sourceDigests } from "./source_changes.ts";

/** A cause and where to look: files as `alias:path`, places as `alias:path:line`, or the step that gave other values. */
export interface Explanation {
  readonly cause: Cause;
  readonly paths?: readonly string[];
  readonly step?: string;
}

/** Everything that can explain a change of one step. */
export interface Witness {
  readonly expected: Pick<Trace, "header">;
  readonly actual: Pick<Trace, "header">;
  readonly expectedStep?: TraceStep;
  readonly actualStep?: TraceStep;
  /** Names of inputs that the step's params use. */
  readonly usedInputs: readonly string[];
  /** Steps that it refers to and whose referenced value or row is another one now. */
  readonly changedUpstream: readonly string[];
  /** What is at `alias:path` now. */
  readonly probes: ReadonlyMap<string, SourceProbe>;
  /** Where a vanished span stands now, by its digest: places as `alias:path:line`, told only if there is one. */
  readonly relocated: ReadonlyMap<string, readonly string[]>;
  /** Whether yet another run gave yet another answer; undefined if none was made. */
  readonly thirdAnswerDiffers?: boolean;
}

export function causeOf(change: RawChange, witness: Witness): Explanation {
  return authorCause(witness) ?? orOnlyEol(sourceCause(change, witness), witness) ??
    programCause(change, witness);
}

/**
 * A source that differs in the ends of its lines alone is told as that: a checkout may convert them, a commit's blobs
 * never are. Proved by digest.
 */
function orOnlyEol(
  found: Explanation | undefined,
  { expectedStep, probes }: Witness,
): Explanation | undefined {
  if (found?.cause !== "source_changed" || found.paths === undefined) return found;
  const known = sourceDigests(expectedStep);
  const isOnlyEol = found.paths.length > 0 && found.paths.every((file) => {
    const now = probes.get(file);
    return now?.kind === "file" && now.eolDigests?.includes(known.get(file) ?? "") === true;
  });
  return isOnlyEol ? { ...found, cause: "eol_changed" } : found;
}

/** What people changed in the playbook, its inputs, the settings or an earlier step, or in the tool itself. */
function authorCause(witness: Witness): Explanation | undefined {
  const { expectedStep, actualStep } = witness;
  const [before, after] = [witness.expected.header, witness.actual.header];
  if (!same(expectedStep?.params_json ?? null, actualStep?.params_json ?? null)) {
    return { cause: "playbook_changed" };
  }
  if (witness.usedInputs.some((name) => before.inputs[name] !== after.inputs[name])) {
    return { cause: "inputs_changed" };
  }
  if (!same(before.settings, after.settings)) return { cause: "settings_changed" };
  const [step] = witness.changedUpstream;
  if (step !== undefined) return { cause: "upstream_changed", step };
  const tool = expectedStep?.tool_name ?? actualStep?.tool_name ?? "";
  const surfaceChanged = before.surface[tool] !== after.surface[tool];
  return surfaceChanged ? { cause: "surface_changed" } : undefined;
}

function sourceCause(change: RawChange, witness: Witness): Explanation | undefined {
  const place = change.after ?? change.before;
  if (place !== undefined && place.path !== "") return rowCause(change, witness);
  return onlyPlaceCause(change, witness) ?? corpusCause(change, witness);
}

function rowCause(change: RawChange, witness: Witness): Explanation | undefined {
  const { before, after } = change;
  if (after === undefined) return before === undefined ? undefined : lostCause(before, witness);
  if (before === undefined) return gainedCause(after, witness);
  return pairedCause(before, after, witness);
}

/** A row that is gone: its file is gone, out of scope, moved, changed, or another file pushed it out. */
function lostCause(place: ChangePlace, witness: Witness): Explanation | undefined {
  const file = fileName(place);
  const now = witness.probes.get(file);
  if (now === undefined || now.kind !== "file") return { cause: "source_removed", paths: [file] };
  if (!now.inScope || now.ignored) return { cause: "scope_changed", paths: [file] };
  const known = digestIn(witness.expectedStep, place);
  if (known === now.source.sha256) {
    return hasChangedSources(witness) ? { cause: "row_removed", ...toldPaths(witness) } : undefined;
  }
  const evidence = evidenceAt(witness.expectedStep, place);
  const [elsewhere, ...more] = witness.relocated.get(evidence?.span_sha256 ?? "") ?? [];
  if (evidence !== undefined && elsewhere !== undefined && more.length === 0) {
    return { cause: "source_moved", paths: [placeName(evidence), elsewhere] };
  }
  return { cause: "source_changed", paths: [file] };
}

/** A row that is new: its file changed, came into scope, or was not there. */
function gainedCause(place: ChangePlace, witness: Witness): Explanation | undefined {
  const file = fileName(place);
  const known = digestIn(witness.expectedStep, place);
  if (known === undefined) {
    if (!corpusDiffers(witness)) return undefined;
    const others = madeRoom(file, witness);
    if (others.length > 0) return { cause: filesOrScope(place, witness), paths: others };
    // With the same files as before, it was there and had no such row.
    const cause = filesDiffer(witness) ? filesOrScope(place, witness) : "source_changed";
    return { cause, paths: [file] };
  }
  if (known !== digestIn(witness.actualStep, place)) {
    return { cause: "source_changed", paths: [file] };
  }
  return hasChangedSources(witness) ? { cause: "row_added", ...toldPaths(witness) } : undefined;
}

/** Beyond the page that was recorded there may have been more: then what changed before it made room for the row. */
function madeRoom(file: string, { expectedStep, ...witness }: Witness): readonly string[] {
  const outcome = expectedStep?.outcome;
  const wasCut = outcome?.status === "ok" &&
    valueAt(outcome.response_json, "/completeness/truncated") === true;
  if (!wasCut) return [];
  const { edited, went } = sourceChanges({ ...witness, expectedStep });
  return [...edited, ...went].filter((one) => one !== file).sort();
}

function filesOrScope(place: ChangePlace, witness: Witness): Cause {
  return scopeDiffers(place, witness) ? "scope_changed" : "row_added";
}

function pairedCause(
  before: ChangePlace,
  after: ChangePlace,
  witness: Witness,
): Explanation | undefined {
  const was = digestIn(witness.expectedStep, before);
  const is = digestIn(witness.actualStep, after);
  if (fileName(before) === fileName(after) && was === is && was !== undefined) return undefined;
  if (was === undefined && is === undefined && !corpusDiffers(witness)) return undefined;
  const from = evidenceAt(witness.expectedStep, before);
  const to = evidenceAt(witness.actualStep, after);
  // The span of a text match is the word that was searched for: what its line says may still be another thing.
  const sameSource = from?.span_sha256 === to?.span_sha256 && before.text === after.text;
  if (from !== undefined && to !== undefined && sameSource && placeName(from) !== placeName(to)) {
    return { cause: "source_moved", paths: [placeName(from), placeName(to)] };
  }
  const now = witness.probes.get(fileName(before));
  if (now !== undefined && now.kind !== "file") {
    return { cause: "source_removed", paths: [fileName(before)] };
  }
  return { cause: "source_changed", paths: [...new Set([fileName(before), fileName(after)])] };
}

/** For an answer that is one read, or a refusal of one: its only file explains it. */
function onlyPlaceCause(change: RawChange, witness: Witness): Explanation | undefined {
  // Of several files none explains the whole answer.
  if (hasSeveral(witness.expectedStep) || hasSeveral(witness.actualStep)) return undefined;
  const before = onlyPlace(witness.expectedStep);
  const after = onlyPlace(witness.actualStep);
  // What a search says beside its rows speaks of all files, even where one alone has rows.
  const isOfFile = change.pointer === "" || [before, after].some((place) => place?.row === "");
  if (!isOfFile) return undefined;
  if (before === undefined) return after === undefined ? undefined : gainedCause(after, witness);
  if (after !== undefined) return pairedCause(before, after, witness);
  return change.op === "replace" && witness.actualStep?.outcome.status === "ok"
    ? undefined
    : lostCause(before, witness);
}

function hasSeveral(step: TraceStep | undefined): boolean {
  return (step?.sources.length ?? 0) > 1;
}

function onlyPlace(step: TraceStep | undefined): ChangePlace | undefined {
  const [first] = step?.sources ?? [];
  if (first === undefined) return undefined;
  return { repository: first.repository, path: first.path, row: step?.evidence[0]?.row ?? "" };
}

/** For counts and flags, which no row explains: what happened to the corpus they speak about. */
function corpusCause(change: RawChange, witness: Witness): Explanation | undefined {
  const paths = toldPaths(witness);
  const aliases = witness.actual.header.repositories.map(({ alias }) => alias);
  if (aliases.some((repository) => scopeDiffers({ repository, path: "", row: "" }, witness))) {
    return { cause: "scope_changed", ...paths };
  }
  if (!corpusDiffers(witness)) return undefined;
  // With the same files as before, it was one of them that changed.
  const cause = filesDiffer(witness) ? filesCause(change, witness) : "source_changed";
  return { cause, ...paths };
}

/** What files that came and went did, as far as the answers tell; else as their number and the change's sign say. */
function filesCause({ expected, actual }: RawChange, witness: Witness): Cause {
  const { edited, came, went } = sourceChanges(witness);
  const sign = typeof expected === "number" && typeof actual === "number" ? actual - expected : 0;
  if (edited.length > 0) return "source_changed";
  const known = Math.sign(came.length) - Math.sign(went.length);
  if (known !== 0) return known > 0 ? "row_added" : "row_removed";
  const more = fileCount(witness.actual) - fileCount(witness.expected);
  // More files and a smaller number, or the reverse: some file was edited as well.
  if (more * sign < 0 || more === 0 && sign === 0) return "source_changed";
  return more + sign > 0 ? "row_added" : "row_removed";
}

function fileCount({ header }: Pick<Trace, "header">): number {
  return header.repositories.reduce((sum, { files }) => sum + files, 0);
}

/** With all sources equal, only the program is left. */
function programCause(change: RawChange, witness: Witness): Explanation {
  if (change.ranked) return { cause: "rank_changed" };
  if (witness.expected.header.engine_digest !== witness.actual.header.engine_digest) {
    return { cause: "engine_changed" };
  }
  return { cause: witness.thirdAnswerDiffers === true ? "nondeterministic" : "unexplained" };
}

function digestIn(step: TraceStep | undefined, place: ChangePlace): string | undefined {
  return step?.sources.find((source) =>
    source.repository === place.repository && source.path === place.path
  )?.sha256;
}

function evidenceAt(step: TraceStep | undefined, place: ChangePlace): TraceEvidence | undefined {
  return step?.evidence.find((evidence) =>
    evidence.row === place.row && evidence.repository === place.repository &&
    evidence.path === place.path
  );
}

/** The files to tell; none if those that the answers rest on are as they were. */
function toldPaths(witness: Witness): { readonly paths?: readonly string[] } {
  const { edited, came, went } = sourceChanges(witness);
  const paths = [...edited, ...came, ...went].sort();
  return paths.length > 0 ? { paths } : {};
}

function corpusDiffers(witness: Witness): boolean {
  return !same(
    witness.expected.header.repositories.map(corpusOf),
    witness.actual.header.repositories.map(corpusOf),
  );
}

/** Whether there are files that were not there, or were and are gone. */
function filesDiffer({ expected, actual }: Witness): boolean {
  const names = ({ header }: Pick<Trace, "header">): Json =>
    header.repositories.map(({ alias, paths_digest }) => ({ alias, paths_digest }));
  return !same(names(expected), names(actual));
}

function corpusOf({ alias, manifest_digest, paths_digest }: TraceRepository): Json {
  return { alias, manifest_digest, paths_digest };
}

/** Whether other rules let other files in: rules that do not, such as those for a folder that is not there, do nothing. */
function scopeDiffers(place: ChangePlace, witness: Witness): boolean {
  const digest = ({ header }: Pick<Trace, "header">): string | undefined =>
    header.repositories.find(({ alias }) => alias === place.repository)?.ignore_digest;
  return filesDiffer(witness) && digest(witness.expected) !== digest(witness.actual);
}

/** `alias:path:line`. */
export function placeName(
  { repository, path, span }: Pick<TraceEvidence, "repository" | "path" | "span">,
): string {
  return `${repository}:${path}:${span.start_line}`;
}

function same(a: Json, b: Json): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
