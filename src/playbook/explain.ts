/**
 * Turns differences into changes with causes: looks at the tree for what cause.ts needs to know, then asks it.
 * @module
 */
import type { Change, StepDiff, Trace, TraceEvidence } from "../contract/playbook.ts";
import type { Surface } from "../contract/tool.ts";
import { causeOf, fileName, placeName, type Witness } from "./cause.ts";
import type { ChangePlace, RawChange } from "./compare_step.ts";
import type { StepComparison } from "./diff.ts";
import type { Run, SourceProbe } from "./host.ts";
import { referencesOf } from "./references.ts";
import { changedUpstream } from "./upstream.ts";

export interface Explained {
  readonly expected: Trace;
  readonly actual: Trace;
  readonly surface: Surface;
  readonly run: Pick<Run, "repositories" | "probe" | "locate">;
  /** Ids of steps that gave yet another answer in another run; undefined if there was none. */
  readonly unstable?: ReadonlySet<string>;
}

/** The steps with a cause for each change. */
export async function explainSteps(
  comparisons: readonly StepComparison[],
  facts: Explained,
): Promise<readonly StepDiff[]> {
  const steps: StepDiff[] = [];
  // One after the other: a replay with many differences must not flood the worker.
  for (const comparison of comparisons) steps.push(await explainStep(comparison, facts));
  return steps;
}

async function explainStep(comparison: StepComparison, facts: Explained): Promise<StepDiff> {
  const step = comparison.actual ?? comparison.expected;
  if (step === undefined) throw new RangeError("Cannot explain a comparison without a step");
  const witness = comparison.changes.length === 0 ? undefined : await witnessOf(comparison, facts);
  return {
    step_index: step.step_index,
    step_id: step.step_id,
    tool_name: step.tool_name,
    verdict: comparison.verdict,
    expectations: comparison.expectations,
    changes: witness === undefined
      ? []
      : comparison.changes.map((change) => explained(change, witness)),
  };
}

function explained(change: RawChange, witness: Witness): Change {
  const { op, pointer, expected, actual } = change;
  return {
    op,
    pointer,
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
    ...causeOf(change, witness),
  };
}

async function witnessOf(comparison: StepComparison, facts: Explained): Promise<Witness> {
  const { expected, actual, surface, unstable } = facts;
  const step = comparison.actual;
  const references = step === undefined ? [] : referencesOf(step.params_json);
  return {
    expected,
    actual,
    ...(comparison.expected === undefined ? {} : { expectedStep: comparison.expected }),
    ...(step === undefined ? {} : { actualStep: step }),
    usedInputs: references.flatMap((reference) =>
      reference.kind === "input" ? [reference.name] : []
    ),
    changedUpstream: step === undefined ? [] : changedUpstream(expected, actual, step, surface),
    probes: await probePlaces(comparison, facts.run),
    relocated: await relocate(comparison, facts.run),
    ...(unstable === undefined || step === undefined
      ? {}
      : { thirdAnswerDiffers: unstable.has(step.step_id) }),
  };
}

type Place = Pick<ChangePlace, "repository" | "path">;

async function probePlaces(
  comparison: StepComparison,
  run: Explained["run"],
): Promise<ReadonlyMap<string, SourceProbe>> {
  const probes = new Map<string, SourceProbe>();
  for (const place of placesOf(comparison)) {
    const file = fileName(place);
    const id = repositoryId(place.repository, run);
    if (probes.has(file) || id === undefined) continue;
    probes.set(file, await run.probe(id, place.path));
  }
  return probes;
}

/** Places of the changes, the sources that differ and, for answers that are one read, the step's. */
function placesOf({ changes, expected, actual }: StepComparison): readonly Place[] {
  const before = new Map(expected?.sources.map((source) => [fileName(source), source.sha256]));
  const differing = (actual?.sources ?? []).filter((source) => {
    const digest = before.get(fileName(source));
    return digest !== undefined && digest !== source.sha256;
  });
  const ofRows = changes.flatMap(({ before, after }) =>
    [before, after].filter((place) => place !== undefined)
  );
  const ofSteps = [expected, actual].flatMap((step) =>
    step?.sources.length === 1 ? step.sources : []
  );
  return [...ofRows, ...ofSteps, ...differing].filter(({ path }) => path !== "");
}

/**
 * A span this long names one piece of source; shorter ones stand in many places by chance.
 * 32 is about a line of code.
 */
const DISTINCTIVE_CHARS = 32;
/** Two are enough to know that a span is not in one place. */
const LOCATE_LIMIT = 2;

async function relocate(
  comparison: StepComparison,
  run: Explained["run"],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (const evidence of lostEvidence(comparison)) {
    const id = repositoryId(evidence.repository, run);
    if (id === undefined || found.has(evidence.span_sha256)) continue;
    const places = await run.locate(id, {
      exact: evidence.quote.exact,
      spanSha256: evidence.span_sha256,
      limit: LOCATE_LIMIT,
    });
    found.set(
      evidence.span_sha256,
      places.map(({ path, span }) => placeName({ repository: evidence.repository, path, span })),
    );
  }
  return found;
}

function lostEvidence({ changes, expected }: StepComparison): readonly TraceEvidence[] {
  const lostRows = new Set(
    changes.flatMap(({ before, after }) =>
      after === undefined && before !== undefined ? [before.row] : []
    ),
  );
  return (expected?.evidence ?? []).filter(({ row, quote }) =>
    lostRows.has(row) && !quote.truncated && quote.exact.length >= DISTINCTIVE_CHARS
  );
}

function repositoryId(alias: string, run: Explained["run"]): string | undefined {
  return run.repositories().find((repository) => repository.alias === alias)?.id;
}
