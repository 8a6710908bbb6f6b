import assert from "node:assert/strict";
import { Budget } from "../../src/engine/budget.ts";

const yes = (): boolean => true;
const no = (): boolean => false;

const CASES = [
  { name: "cancelled", limits: { deadlineMs: Infinity, isCancelled: yes }, want: "cancelled" },
  { name: "out of time", limits: { deadlineMs: 0, isCancelled: no }, want: "timeout" },
  { name: "both", limits: { deadlineMs: 0, isCancelled: yes }, want: "cancelled" },
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
  const budget = new Budget({ deadlineMs: Infinity, isCancelled: no });
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
  let cancelled = false;
  const budget = new Budget({ deadlineMs: Infinity, isCancelled: () => cancelled });
  setTimeout(() => cancelled = true, 0);
  await assert.rejects(async () => {
    for (;;) await budget.breathe();
  }, { code: "cancelled" });
});
