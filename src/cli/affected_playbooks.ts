/**
 * `--affected-by`: which playbooks need no replay, because nothing that their accepted traces rest on changed.
 * @module
 */
import { type AffectedStep, affectedSteps, type TreeChanges } from "../playbook/affected.ts";
import { effectiveInputs, parseInputs } from "../playbook/inputs.ts";
import { describeProgram } from "../playbook/run_header.ts";
import { isOwnTrace } from "../playbook/trace_file.ts";
import { workingFolder } from "../platform/process.ts";
import { isAsCommitted } from "../workspace/committed_file.ts";
import type { Repository } from "../workspace/workspace.ts";
import { failureOf } from "./failure.ts";
import { readNamed } from "./named_files.ts";
import { type PlaybookFiles, shownFrom } from "./playbook_files.ts";
import { type PlaybookSession, readTrace } from "./playbook_session.ts";
import type { ReplayOptions } from "./replay_options.ts";
import type { Failed, LeftOut } from "./replay_report.ts";

/** A playbook that has to be replayed, with the steps that make it so. */
export interface Affected {
  readonly affected: readonly AffectedStep[];
}

/** Judges playbooks by one revision; each repository is compared with it once. */
export class AffectedPlaybooks {
  readonly #session: PlaybookSession;
  readonly #revision: string;
  readonly #inputs: readonly string[];
  readonly #changes = new Map<string, Promise<TreeChanges>>();

  constructor(
    session: PlaybookSession,
    { affectedBy, inputs }: Pick<ReplayOptions, "inputs"> & { readonly affectedBy: string },
  ) {
    this.#session = session;
    this.#revision = affectedBy;
    this.#inputs = inputs;
  }

  /** Why a playbook has to be replayed, or that it has not, or what is wrong with it. */
  async judge(files: PlaybookFiles): Promise<Affected | LeftOut | Failed> {
    try {
      const affected = await this.#affected(files);
      return affected.length > 0 ? { affected } : this.#leftOut(files);
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined) throw error;
      return { files, failure };
    }
  }

  async #affected(files: PlaybookFiles): Promise<readonly AffectedStep[]> {
    const loaded = this.#session.load(files);
    const { playbook } = loaded;
    const found = readTrace(files.accepted, shownFrom(workingFolder(), files.accepted));
    const inputs = effectiveInputs(playbook, parseInputs(playbook, this.#inputs));
    const host = await this.#session.host(loaded, files);
    const repositories = await this.#session.repositories(loaded, files);
    const changes = await Promise.all(repositories.map((one) => this.#changesOf(one)));
    return affectedSteps({
      playbook,
      trace: found !== undefined && isOwnTrace(found) ? found : undefined,
      traceAsCommitted: found !== undefined && this.#isAsCommitted(files),
      now: await describeProgram(playbook, inputs, host),
      changes,
      surface: host.surface,
      filterOf: (params) => this.#session.pathFilter(params),
    });
  }

  #isAsCommitted({ accepted: path }: PlaybookFiles): boolean {
    const text = readNamed(path, shownFrom(workingFolder(), path));
    return isAsCommitted({ path, text }, this.#revision);
  }

  #changesOf(repository: Repository): Promise<TreeChanges> {
    const known = this.#changes.get(repository.id);
    if (known !== undefined) return known;
    const changes = this.#compare(repository);
    this.#changes.set(repository.id, changes);
    return changes;
  }

  async #compare(repository: Repository): Promise<TreeChanges> {
    const { changes, known, ignoreDigest } = await repository.changesSince(
      this.#revision,
      this.#session.options,
    );
    // What a sparse checkout leaves out was not there when the trace was made, either.
    const changed = changes.filter(({ state }) => state !== "not_checked_out");
    return { changed: changed.map(({ path }) => path), known, ignoreDigest };
  }

  #leftOut(files: PlaybookFiles): LeftOut {
    return { files, leftOut: `nothing that it rests on changed since ${this.#revision}` };
  }
}

/** Why a playbook is replayed, one line a step. */
export function affectedLines(id: string, { affected }: Affected): string[] {
  return affected.map(({ step_id, because }) => `${id} ${step_id}: ${because}`);
}
