import assert from "node:assert/strict";
import { improvement, type Report, table, valuesOf } from "../../scripts/bench/report.ts";
import { cost, gain } from "../../scripts/bench/row.ts";
import { median, quantile } from "../../scripts/bench/timing.ts";
import { Random } from "../../scripts/random.ts";

Deno.test("quantile() takes one of the values", () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(quantile([1, 2, 3, 4], 0.95), 4);
  assert.throws(() => median([]), RangeError);
});

Deno.test("improvement() is more than 1 for the better, whichever way the row counts", () => {
  assert.equal(improvement(cost("a", 50, "ms"), 100), 2);
  assert.equal(improvement(gain("a", 50, "MB/s"), 100), 0.5);
});

const REPORT: Report = {
  schema: "frigg.bench.v1",
  date: "2026-01-01",
  machine: "any",
  corpus: { name: "c", files: 1, bytes: 1 },
  rows: [cost("slow", 20, "ms", { target: 10 }), gain("fast", 20, "times", { target: 10 })],
};

Deno.test("table() tells targets, and an earlier report by name", () => {
  const earlier = valuesOf(JSON.stringify({ ...REPORT, rows: [cost("slow", 40, "ms")] }));
  assert.equal(
    table(REPORT, earlier).replace(/ +/g, " "),
    "slow 20.0 ms [at most 10: missed] 2.00 times as good as before\n" +
      "fast 20.0 times [at least 10: reached]",
  );
  assert.throws(() => valuesOf("{}"), /no report/);
});

Deno.test("a seed repeats its choices", () => {
  const choices = (seed: number): number[] => {
    const random = new Random(seed);
    return Array.from({ length: 50 }, () => random.below(10));
  };
  assert.deepEqual(choices(3), choices(3));
  assert.notDeepEqual(choices(3), choices(4));
  assert.equal(new Set(choices(3)).size, 10);
});
