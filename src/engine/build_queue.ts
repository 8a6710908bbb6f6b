/**
 * One build at a time, shared by everybody who waits for one.
 *
 * A build that began before a call may have read the tree before it: then the call waits for it, and for another
 * build unless the tree is as that one left it. A build that nobody waits for any more is ended.
 * @module
 */
import { cancelled } from "./call_errors.ts";
import { type CallLimits, within } from "./call_limits.ts";

export interface BuildSteps<Result> {
  /** Builds, and resolves once queries see the result. */
  build(force: boolean, limits: CallLimits): Promise<Result>;
  /** Whether the tree is as the snapshot has it. */
  isCurrent(limits: CallLimits): Promise<boolean>;
}

interface Build<Result> {
  /** Builds are numbered from 1. */
  readonly number: number;
  readonly force: boolean;
  readonly result: Promise<Result>;
  readonly waiting: Set<CallLimits>;
  readonly ending: AbortController;
}

export class BuildQueue<Result> {
  readonly #steps: BuildSteps<Result>;
  #running: Build<Result> | undefined;
  #started = 0;

  constructor(steps: BuildSteps<Result>) {
    this.#steps = steps;
  }

  get running(): boolean {
    return this.#running !== undefined;
  }

  /** Waits for a build that covers the tree as it is now. */
  async refresh(force: boolean, limits: CallLimits): Promise<Result> {
    const startedBefore = this.#started;
    for (;;) {
      const build = this.#running ?? this.#start(force);
      const result = await waitFor(build, limits);
      if (build.number > startedBefore && (build.force || !force)) return result;
      if (!force && await this.#steps.isCurrent(limits)) return result;
    }
  }

  /** Ends the running build. */
  close(): void {
    this.#running?.ending.abort();
  }

  #start(force: boolean): Build<Result> {
    const waiting = new Set<CallLimits>();
    const ending = new AbortController();
    const limits: CallLimits = {
      signal: ending.signal,
      progress: (...step) => waiting.forEach(({ progress }) => progress?.(...step)),
    };
    const result = this.#steps.build(force, limits).finally(() => this.#running = undefined);
    this.#running = { number: ++this.#started, force, result, waiting, ending };
    return this.#running;
  }
}

async function waitFor<Result>(build: Build<Result>, limits: CallLimits): Promise<Result> {
  if (limits.signal.aborted) throw cancelled();
  build.waiting.add(limits);
  try {
    return await within(build.result, limits);
  } finally {
    build.waiting.delete(limits);
    if (build.waiting.size === 0) build.ending.abort();
  }
}
