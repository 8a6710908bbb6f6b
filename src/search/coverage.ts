/**
 * Notes, while a search runs, of everything that its answer must admit.
 * @module
 */
import type { IncompleteReason } from "../contract/completeness.ts";
import { MAX_SKIPPED, type Skipped } from "../contract/recovery.ts";
import type { SourceProof } from "../contract/source.ts";
import { comparePaths } from "../snapshot/path_order.ts";
import type { SkippedEntry } from "../snapshot/snapshot.ts";
import type { Coverage } from "./requests.ts";
import { reasonFor } from "./scope.ts";
import type { LiveFile } from "./world.ts";

export class CoverageNotes {
  readonly #reasons = new Set<IncompleteReason>();
  readonly #skipped: Skipped[] = [];
  readonly #changed = new Map<string, string>();
  readonly #sources = new Map<string, SourceProof>();

  incomplete(reason: IncompleteReason): void {
    this.#reasons.add(reason);
  }

  /** A file or folder in scope that was not looked at. */
  skip(entry: SkippedEntry): void {
    const { path, reason, limit } = entry;
    this.#reasons.add(reasonFor(entry));
    this.#skipped.push({ path, reason, ...(limit === undefined ? {} : { limit }) });
  }

  /** A candidate that is not what the snapshot has; `state` is what it is now. */
  change(path: string, state: string): void {
    this.#changed.set(path, state);
    this.#reasons.add("diagnostic_coverage");
  }

  /** A file that gave a row of the page. */
  proves({ path, source }: LiveFile): void {
    this.#sources.set(path, source);
  }

  coverage(eligibleFiles: number, fingerprint: string): Coverage {
    const skipped = this.#skipped.toSorted((a, b) => comparePaths(a.path, b.path));
    return {
      reasons: [...this.#reasons].sort(),
      skipped: skipped.slice(0, MAX_SKIPPED),
      changed: [...this.#changed.keys()].sort(comparePaths),
      eligibleFiles,
      sources: this.#sources,
      fingerprint: [fingerprint, ...this.#states()].join("\n"),
    };
  }

  /** A page may only be continued on the bytes that it was cut from. */
  #states(): string[] {
    return [...this.#changed].map(([path, state]) => JSON.stringify([path, state])).sort();
  }
}
