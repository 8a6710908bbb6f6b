/**
 * What a replay that counts as the same does not hide: files that the answers rest on changed, and no answer did.
 * @module
 */
import { canonicalJson } from "../contract/canonical_json.ts";
import type { Trace, TraceSource } from "../contract/playbook.ts";

/** Files named; the rest are counted. */
const MAX_NAMED = 3;

/**
 * Why two traces that count as the same have different digests, in words; undefined if they have one.
 *
 * @example
 * silentChange(accepted, replayed) // "repo-001:src/a.ts changed, no compared answer did"
 */
export function silentChange(accepted: Trace, replayed: Trace): string | undefined {
  if (accepted.digest === replayed.digest) return undefined;
  const files = changedSources(accepted, replayed);
  return files.length === 0
    ? "what differs is not compared"
    : `${named(files)} changed, no compared answer did`;
}

/** A digest as far as a line for people shows it. */
export function shortDigest({ digest }: Pick<Trace, "digest">): string {
  return digest.slice(0, SHORT_DIGEST_CHARS);
}

const SHORT_DIGEST_CHARS = 16;

/** `alias:path` of files that either trace rests on with other bytes than the other, sorted. */
function changedSources(accepted: Trace, replayed: Trace): readonly string[] {
  const [before, after] = [digestsOf(accepted), digestsOf(replayed)];
  return [...new Set([...before.keys(), ...after.keys()])].sort()
    .filter((file) =>
      canonicalJson(before.get(file) ?? null) !== canonicalJson(after.get(file) ?? null)
    );
}

/** By file, the digests it had in the steps of a trace: all the same one. */
function digestsOf({ steps }: Trace): ReadonlyMap<string, readonly string[]> {
  const sources: readonly TraceSource[] = steps.flatMap((step) => step.sources);
  const byFile = Map.groupBy(sources, ({ repository, path }) => `${repository}:${path}`);
  return new Map(
    [...byFile].map(([file, all]) => [file, [...new Set(all.map(({ sha256 }) => sha256))]]),
  );
}

function named(files: readonly string[]): string {
  const rest = files.length - MAX_NAMED;
  return files.slice(0, MAX_NAMED).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
