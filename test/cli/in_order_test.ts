import assert from "node:assert/strict";
import { inOrder } from "../../src/cli/in_order.ts";

const pause = (turns: number): Promise<void> =>
  turns === 0 ? Promise.resolve() : Promise.resolve().then(() => pause(turns - 1));

async function collect<T>(results: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const result of results) all.push(result);
  return all;
}

Deno.test("inOrder() gives results in the order of the items, with no more than `jobs` at a time", async (t) => {
  for (const jobs of [1, 2, 4, 9]) {
    await t.step(`${jobs} jobs`, async () => {
      let running = 0;
      let most = 0;
      const work = async (item: number): Promise<string> => {
        most = Math.max(most, ++running);
        // Later items are done sooner.
        await pause(20 - 3 * item);
        running--;
        return `done ${item}`;
      };
      const results = await collect(inOrder([0, 1, 2, 3, 4], jobs, work));
      assert.deepEqual(results, ["done 0", "done 1", "done 2", "done 3", "done 4"]);
      assert.equal(most, Math.min(jobs, 5));
    });
  }
});

Deno.test("inOrder() ends what is running, and starts nothing, once nobody asks any more", async () => {
  const events: string[] = [];
  const work = async (item: number, signal: AbortSignal): Promise<number> => {
    events.push(`start ${item}`);
    await pause(item === 0 ? 0 : 50);
    events.push(`end ${item}${signal.aborted ? " aborted" : ""}`);
    return item;
  };
  for await (const first of inOrder([0, 1, 2, 3, 4, 5], 2, work)) {
    assert.equal(first, 0);
    break;
  }
  assert.deepEqual(events.filter((event) => !event.endsWith("aborted")), [
    "start 0",
    "start 1",
    "end 0",
    "start 2",
  ]);
  assert.deepEqual(events.filter((event) => event.endsWith("aborted")).sort(), [
    "end 1 aborted",
    "end 2 aborted",
  ]);
});

Deno.test("inOrder() tells a failure when its turn has come, not before", async () => {
  const seen: number[] = [];
  const work = async (item: number): Promise<number> => {
    if (item === 1) throw new RangeError("1 is bad");
    await pause(30);
    return item;
  };
  await assert.rejects(async () => {
    for await (const item of inOrder([0, 1, 2], 3, work)) seen.push(item);
  }, /1 is bad/);
  assert.deepEqual(seen, [0]);
});

Deno.test("inOrder() of nothing is nothing", async () => {
  assert.deepEqual(await collect(inOrder([], 4, () => Promise.resolve(1))), []);
});
