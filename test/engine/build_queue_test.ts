import assert from "node:assert/strict";
import { BuildQueue, type BuildSteps } from "../../src/engine/build_queue.ts";
import type { CallLimits } from "../../src/engine/call_limits.ts";
import type { RefreshResult } from "../../src/engine/protocol.ts";

const LIMITS: CallLimits = { signal: new AbortController().signal };

/** Builds that end when the test says so. */
class FakeSteps implements BuildSteps<RefreshResult> {
  readonly forced: boolean[] = [];
  readonly ended: number[] = [];
  readonly running: PromiseWithResolvers<RefreshResult>[] = [];
  current = true;

  build(force: boolean, limits: CallLimits): Promise<RefreshResult> {
    const number = this.forced.push(force);
    const build = Promise.withResolvers<RefreshResult>();
    this.running.push(build);
    limits.signal.addEventListener("abort", () => {
      this.ended.push(number);
      build.reject(new Error("ended"));
    });
    limits.progress?.(number, undefined, "files");
    return build.promise;
  }

  isCurrent(): Promise<boolean> {
    return Promise.resolve(this.current);
  }

  /** Ends build `number`, counted from 1. */
  async finish(number: number): Promise<void> {
    this.running[number - 1]?.resolve({
      status: { state: "ready" },
      reparsed: number,
      reused: 0,
    });
    await turns();
  }
}

async function turns(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
}

Deno.test("BuildQueue shares one build if the tree did not change meanwhile", async () => {
  const steps = new FakeSteps();
  const queue = new BuildQueue(steps);
  const both = Promise.all([queue.refresh(false, LIMITS), queue.refresh(false, LIMITS)]);
  await steps.finish(1);
  const [first, second] = await both;
  assert.deepEqual([first.reparsed, second.reparsed, steps.forced], [1, 1, [false]]);
  assert.equal(queue.running, false);
});

Deno.test("BuildQueue builds again for a call that came after the tree was read", async () => {
  const steps = new FakeSteps();
  steps.current = false;
  const queue = new BuildQueue(steps);
  const first = queue.refresh(false, LIMITS);
  const late = [queue.refresh(false, LIMITS), queue.refresh(false, LIMITS)];
  await steps.finish(1);
  assert.equal((await first).reparsed, 1);
  await steps.finish(2);
  assert.deepEqual((await Promise.all(late)).map(({ reparsed }) => reparsed), [2, 2]);
});

Deno.test("BuildQueue does not take a usual build for a forced one", async () => {
  const steps = new FakeSteps();
  const queue = new BuildQueue(steps);
  const usual = queue.refresh(false, LIMITS);
  const forced = queue.refresh(true, LIMITS);
  await steps.finish(1);
  await usual;
  await steps.finish(2);
  assert.equal((await forced).reparsed, 2);
  assert.deepEqual(steps.forced, [false, true]);
});

Deno.test("BuildQueue ends a build only when nobody waits for it", async () => {
  const steps = new FakeSteps();
  const queue = new BuildQueue(steps);
  const [one, two] = [new AbortController(), new AbortController()];
  const waits = [one, two].map(({ signal }) => queue.refresh(false, { signal }));
  one.abort();
  await assert.rejects(waits[0] ?? Promise.resolve(), { code: "cancelled" });
  assert.deepEqual(steps.ended, []);
  two.abort();
  await assert.rejects(waits[1] ?? Promise.resolve(), { code: "cancelled" });
  assert.deepEqual(steps.ended, [1]);
});

Deno.test("BuildQueue.refresh() ends with its deadline", async () => {
  const steps = new FakeSteps();
  const queue = new BuildQueue(steps);
  await assert.rejects(queue.refresh(false, { ...LIMITS, deadlineMs: 1 }), { code: "timeout" });
  assert.deepEqual(steps.ended, [1]);
});

Deno.test("BuildQueue starts anew after a failed build", async () => {
  const steps = new FakeSteps();
  const queue = new BuildQueue(steps);
  const failing = queue.refresh(false, LIMITS);
  steps.running[0]?.reject(new Error("disk"));
  await assert.rejects(failing, { message: "disk" });
  const next = queue.refresh(false, LIMITS);
  await steps.finish(2);
  assert.equal((await next).reparsed, 2);
});
