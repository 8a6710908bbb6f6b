import assert from "node:assert/strict";
import { completeness, type Scan, scanEnd } from "../../src/contract/completeness.ts";

const STATED: { name: string; scan: Scan; want: Record<string, unknown> }[] = [
  {
    name: "all rows on one page",
    scan: { unit: "file", returned: 2, end: { how: "exhausted", total: 2 } },
    want: { unit: "file", returned: 2, total: 2, complete: true, truncated: false },
  },
  {
    name: "proven zero",
    scan: { unit: "occurrence", returned: 0, end: { how: "exhausted", total: 0 } },
    want: { unit: "occurrence", returned: 0, total: 0, complete: true, truncated: false },
  },
  {
    name: "count only is complete without rows",
    scan: { unit: "occurrence", returned: 0, end: { how: "exhausted", total: 7 }, countOnly: true },
    want: { unit: "occurrence", returned: 0, total: 7, complete: true, truncated: false },
  },
  {
    name: "a first page keeps the exact total and pages on",
    scan: {
      unit: "occurrence",
      returned: 2,
      end: { how: "exhausted", total: 5 },
      bounds: ["page_limit"],
      continuation: "continuation-x-000001",
    },
    want: {
      unit: "occurrence",
      returned: 2,
      total: 5,
      complete: false,
      truncated: true,
      truncation_reasons: ["page_limit"],
      continuation: "continuation-x-000001",
    },
  },
  {
    name: "the last page is complete with fewer rows than the total",
    scan: { unit: "occurrence", returned: 1, before: 4, end: { how: "exhausted", total: 5 } },
    want: { unit: "occurrence", returned: 1, total: 5, complete: true, truncated: false },
  },
  {
    name: "a scan with a reason proves no total",
    scan: {
      unit: "symbol",
      returned: 3,
      end: { how: "unproven", reasons: ["walk_failure", "diagnostic_coverage"] },
    },
    want: {
      unit: "symbol",
      returned: 3,
      complete: false,
      truncated: false,
      incomplete_reasons: ["diagnostic_coverage", "walk_failure"],
    },
  },
  {
    name: "a list is whole although what it lists is not exhausted",
    scan: {
      unit: "impact_section",
      returned: 5,
      end: { how: "listed", total: 5, reasons: ["child_incomplete"] },
      bounds: ["child_limit"],
    },
    want: {
      unit: "impact_section",
      returned: 5,
      total: 5,
      complete: false,
      truncated: true,
      truncation_reasons: ["child_limit"],
      incomplete_reasons: ["child_incomplete"],
    },
  },
  {
    name: "a cap per file is a bound without a next page",
    scan: {
      unit: "occurrence",
      returned: 3,
      end: { how: "exhausted", total: 3 },
      bounds: ["per_file_limit"],
    },
    want: {
      unit: "occurrence",
      returned: 3,
      total: 3,
      complete: false,
      truncated: true,
      truncation_reasons: ["per_file_limit"],
    },
  },
];

Deno.test("completeness() derives the flags", async (t) => {
  for (const { name, scan, want } of STATED) {
    await t.step(name, () => assert.deepEqual(completeness(scan), want));
  }
});

const CONTRADICTIONS: { name: string; scan: Scan; message: RegExp }[] = [
  {
    name: "more rows than the total",
    scan: { unit: "file", returned: 3, end: { how: "exhausted", total: 2 } },
    message: /more rows than the total/,
  },
  {
    name: "rows missing without a bound",
    scan: { unit: "file", returned: 1, end: { how: "exhausted", total: 2 } },
    message: /rows left out without a bound/,
  },
  {
    name: "a continuation without a bound",
    scan: {
      unit: "file",
      returned: 2,
      end: { how: "exhausted", total: 2 },
      continuation: "continuation-x-000001",
    },
    message: /a continuation without a bound/,
  },
];

Deno.test("completeness() refuses contradictory facts", async (t) => {
  for (const { name, scan, message } of CONTRADICTIONS) {
    await t.step(name, () => {
      assert.throws(() => completeness(scan), { name: "RangeError", message });
    });
  }
});

Deno.test("scanEnd() proves a total only when nothing went wrong", () => {
  assert.deepEqual(scanEnd(4, []), { how: "exhausted", total: 4 });
  assert.deepEqual(scanEnd(4, ["walk_failure", "backend_failure", "walk_failure"]), {
    how: "unproven",
    reasons: ["backend_failure", "walk_failure"],
  });
});
