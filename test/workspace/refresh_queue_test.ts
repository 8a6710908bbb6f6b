import assert from "node:assert/strict";
import { WATCH_QUEUE_DEPTH } from "../../src/contract/limits.ts";
import { RefreshQueue } from "../../src/workspace/refresh_queue.ts";

Deno.test("one runs, a few wait in order, and the next is turned away", async () => {
  const queue = new RefreshQueue();
  const done: number[] = [];
  let running = 0;
  const work = (n: number) => async (): Promise<number> => {
    assert.equal(++running, 1);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running--;
    done.push(n);
    if (n === 1) throw new Error("one of them fails");
    return n;
  };
  const all = Array.from({ length: WATCH_QUEUE_DEPTH + 2 }, (_, n) => queue.run(work(n)));
  assert.equal(queue.depth, WATCH_QUEUE_DEPTH);
  const ends = await Promise.allSettled(all);
  assert.deepEqual(done, [0, 1, 2, 3, 4]);
  assert.deepEqual(ends.map((end) => end.status === "fulfilled" ? end.value : "failed"), [
    0,
    "failed",
    2,
    3,
    4,
    undefined,
  ]);
  assert.equal(await queue.run(work(9)), 9);
});
