/**
 * The trace of a playbook that grows: new steps go on in the run that is open, everything else starts a new one.
 *
 * A trace rests on one state of the tree, so an edit between two steps runs all of them again.
 * @module
 */
import { canonicalJson } from "../contract/canonical_json.ts";
import { toJson } from "../contract/json.ts";
import type { Step, Trace, TraceStep } from "../contract/playbook.ts";
import type { CallOptions } from "../contract/tool.ts";
import { treeChanged } from "./evidence.ts";
import type { PlaybookHost, Run, RunRepository } from "./host.ts";
import type { LoadedPlaybook } from "./load.ts";
import { PortableNames } from "./names.ts";
import { checkRunnable, composeTrace } from "./run.ts";
import { StepRunner } from "./run_step.ts";

/** Runs over a tree that does not keep still before the next call has to do. */
const MAX_ATTEMPTS = 3;

interface OpenRun {
  readonly run: Run;
  readonly names: PortableNames;
  readonly runner: StepRunner;
  readonly written: Step[];
  readonly traced: TraceStep[];
}

export class GrowingTrace {
  readonly #host: PlaybookHost;
  readonly #options: CallOptions;
  #open: OpenRun | undefined;

  constructor(host: PlaybookHost, options: CallOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** Repositories of the run in adoption order; opens one if none is open. */
  async repositories(): Promise<readonly RunRepository[]> {
    this.#open ??= await this.#begin();
    return this.#open.run.repositories();
  }

  /** What is at a path of a repository now. */
  async probe(repositoryId: string, path: string): ReturnType<Run["probe"]> {
    this.#open ??= await this.#begin();
    return await this.#open.run.probe(repositoryId, path);
  }

  /**
   * The trace of a playbook over the tree as it is now.
   *
   * @throws {PlaybookError} if the playbook cannot run
   * @throws {ToolError} invalid_params naming the step; tree_changed if the tree does not keep still
   */
  async of(loaded: LoadedPlaybook): Promise<Trace> {
    checkRunnable(loaded, {}, this.#host.surface);
    try {
      return await this.#settle(loaded);
    } catch (error) {
      // Whatever the run did is not known to be what the steps say.
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    await open?.run.close();
  }

  async #settle(loaded: LoadedPlaybook): Promise<Trace> {
    for (let attempt = 1;; attempt++) {
      const open = await this.#upTo(loaded.playbook.steps);
      const changed = await open.run.changedSince();
      if (changed.length === 0) {
        const recording = { loaded, overrides: {}, host: this.#host, run: open.run };
        return await composeTrace(recording, open.traced, open.names);
      }
      await this.close();
      if (attempt === MAX_ATTEMPTS) throw treeChanged(changed);
    }
  }

  async #upTo(steps: readonly Step[]): Promise<OpenRun> {
    if (this.#open !== undefined && !isBeginning(this.#open.written, steps)) await this.close();
    this.#open ??= await this.#begin();
    const open = this.#open;
    for (const step of steps.slice(open.written.length)) {
      open.traced.push(await open.runner.run(step, open.traced.length));
      open.written.push(step);
    }
    return open;
  }

  async #begin(): Promise<OpenRun> {
    const host = this.#host;
    const run = await host.open(this.#options);
    const names = new PortableNames(() => run.repositories());
    const runner = new StepRunner({ host, run, names, inputs: {}, options: this.#options });
    return { run, names, runner, written: [], traced: [] };
  }
}

function isBeginning(some: readonly Step[], all: readonly Step[]): boolean {
  return some.length <= all.length &&
    some.every((step, at) =>
      canonicalJson(toJson(step)) === canonicalJson(toJson(all[at] ?? null))
    );
}
