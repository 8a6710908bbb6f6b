/**
 * How the files that a step's two answers rest on differ.
 * @module
 */
import type { TraceStep } from "../contract/playbook.ts";
import type { SourceProbe } from "./host.ts";

/** What is known of the files of a step. */
export interface StepSources {
  readonly expectedStep?: TraceStep | undefined;
  readonly actualStep?: TraceStep | undefined;
  /** What is at `alias:path` now. */
  readonly probes: ReadonlyMap<string, SourceProbe>;
}

/** Files as `alias:path`, each in one list. */
export interface SourceChanges {
  /** Both answers rest on it, with other bytes. */
  readonly edited: readonly string[];
  /** Only the new answer rests on it. */
  readonly came: readonly string[];
  /** Only the recorded answer rests on it, and it is not known to be as it was. */
  readonly went: readonly string[];
}

export function sourceChanges({ expectedStep, actualStep, probes }: StepSources): SourceChanges {
  const before = sourceDigests(expectedStep);
  const after = sourceDigests(actualStep);
  const isAsBefore = (file: string): boolean => {
    const now = probes.get(file);
    return now?.kind === "file" && now.inScope && !now.ignored &&
      now.source.sha256 === before.get(file);
  };
  const recorded = [...before.keys()];
  return {
    edited: recorded.filter((file) => after.has(file) && after.get(file) !== before.get(file)),
    came: [...after.keys()].filter((file) => !before.has(file)),
    went: recorded.filter((file) => !after.has(file) && !isAsBefore(file)),
  };
}

/** Whether the two answers do not rest on the same bytes of the same files. */
export function hasChangedSources({ expectedStep, actualStep }: StepSources): boolean {
  const before = sourceDigests(expectedStep);
  const after = sourceDigests(actualStep);
  return before.size !== after.size ||
    [...before].some(([file, digest]) => after.get(file) !== digest);
}

/** SHA-256 by file. */
export function sourceDigests(step: TraceStep | undefined): Map<string, string> {
  return new Map((step?.sources ?? []).map((source) => [fileName(source), source.sha256]));
}

/** `alias:path`. */
export function fileName(
  { repository, path }: { readonly repository: string; readonly path: string },
): string {
  return `${repository}:${path}`;
}
