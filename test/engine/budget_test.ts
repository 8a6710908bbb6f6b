import assert from "node:assert/strict";
import { Budget } from "../../src/engine/budget.ts";

const flag = (value: 0 | 1): SharedArrayBuffer => {
  const buffer = new SharedArrayBuffer(4);
  new Int32Array(buffer)[0] = value;
  return buffer;
};

const CASES = [
  { name: "cancelled", limits: { deadlineMs: Infinity, cancel: flag(1) }, want: "cancelled" },
  { name: "out of time", limits: { deadlineMs: 0, cancel: flag(0) }, want: "timeout" },
  { name: "both", limits: { deadlineMs: 0, cancel: flag(1) }, want: "cancelled" },
];

Deno.test("Budget ends what may not go on", async (t) => {
  for (const { name, limits, want } of CASES) {
    await t.step(name, async () => {
      assert.throws(() => new Budget(limits).check(), { code: want });
      await assert.rejects(new Budget(limits).breathe(), { code: want });
    });
  }
});

Deno.test("Budget.breathe() lets others run after a slice of work", async () => {
  const budget = new Budget({ deadlineMs: Infinity, cancel: flag(0) });
  let others = 0;
  const timer = setInterval(() => others++, 0);
  try {
    while (others === 0) await budget.breathe();
  } finally {
    clearInterval(timer);
  }
  assert.equal(others > 0, true);
});

Deno.test("Budget.breathe() notices a cancel that came while others ran", async () => {
  const cancel = flag(0);
  const budget = new Budget({ deadlineMs: Infinity, cancel });
  setTimeout(() => Atomics.store(new Int32Array(cancel), 0, 1), 0);
  await assert.rejects(async () => {
    for (;;) await budget.breathe();
  }, { code: "cancelled" });
});
