import assert from "node:assert/strict";
import { budgetSize, fitRows } from "../../src/tools/budget.ts";

interface Row {
  readonly path: string;
  readonly excerpt: string;
  readonly row_truncated?: boolean;
}

const ALIASES = new Map([["shop-0123456789ab", "repo-001"]]);
const frame = (rows: readonly Row[], cut: boolean): unknown => ({ rows, cut });

function rowsOf(count: number, length: number): Row[] {
  return Array.from({ length: count }, () => ({ path: "a", excerpt: "x".repeat(length) }));
}

Deno.test("budgetSize() counts aliases and leaves times out", () => {
  const alias = { repository_id: "repo-001", excerpt: "x" };
  const id = { repository_id: "shop-0123456789ab", excerpt: "x" };
  assert.equal(budgetSize(id, ALIASES), budgetSize(alias, ALIASES));
  const timed = { a: 1, query_duration_ms: 12, last_index_success_at: "2026" };
  assert.equal(budgetSize(timed, ALIASES), '{"a":1}'.length);
});

Deno.test("fitRows()", async (t) => {
  const fit = (rows: readonly Row[]): readonly Row[] => fitRows({ rows, frame, aliases: ALIASES });
  await t.step("keeps all rows that fit", () => assert.equal(fit(rowsOf(40, 1_000)).length, 40));
  await t.step("stops before the budget", () => {
    const kept = fit(rowsOf(60, 1_000));
    assert.equal(kept.length, 46);
    assert(JSON.stringify(frame(kept, true)).length <= 48_000);
    assert(JSON.stringify(frame(rowsOf(47, 1_000), true)).length > 48_000);
  });
  await t.step("clips a single row that is too large, and says so", () => {
    const [row] = fit(rowsOf(2, 100_000));
    assert.equal(row?.row_truncated, true);
    assert(JSON.stringify(frame(row === undefined ? [] : [row], true)).length <= 48_000);
  });
  await t.step("never cuts a character in two", () => {
    const [row] = fit([{ path: "a", excerpt: "😀".repeat(40_000) }]);
    assert.match(row?.excerpt ?? "", /^(?:😀)+$/u);
  });
  await t.step("nothing stays nothing", () => assert.deepEqual(fit([]), []));
});
