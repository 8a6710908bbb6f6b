import assert from "node:assert/strict";
import { classifyZeroHit, looksLikeRegex, type ZeroHitFacts } from "../../src/contract/recovery.ts";

const QUIET: ZeroHitFacts = {
  firstIndexRunning: false,
  hasScopeFilter: false,
  staleOrDirty: false,
};

const CASES: { name: string; facts: ZeroHitFacts; want: string }[] = [
  { name: "proven", facts: QUIET, want: "ZERO_HIT" },
  { name: "stale", facts: { ...QUIET, staleOrDirty: true }, want: "INDEX_STALE_POSSIBLE" },
  {
    name: "a filter outranks staleness",
    facts: { ...QUIET, staleOrDirty: true, hasScopeFilter: true },
    want: "ZERO_HIT_SCOPE_TOO_TIGHT",
  },
  {
    name: "a pattern outranks a filter",
    facts: { ...QUIET, hasScopeFilter: true, literalQuery: "a.*b" },
    want: "QUERY_LOOKS_LIKE_REGEX",
  },
  {
    name: "a running first index outranks a pattern",
    facts: { ...QUIET, firstIndexRunning: true, literalQuery: "a.*b" },
    want: "INDEX_NOT_READY",
  },
  {
    name: "an override outranks all",
    facts: { ...QUIET, firstIndexRunning: true, override: "TOOL_UNAVAILABLE" },
    want: "TOOL_UNAVAILABLE",
  },
];

Deno.test("classifyZeroHit() takes the first reason that applies", async (t) => {
  for (const { name, facts, want } of CASES) {
    await t.step(name, () => assert.equal(classifyZeroHit(facts), want));
  }
});

Deno.test("looksLikeRegex()", async (t) => {
  const cases = [
    ["a|b", true],
    ["a.*b", true],
    ["a.+", true],
    ["^a", true],
    ["a$", true],
    ["[ab]", true],
    ["a[]", false],
    ["f(x)", false],
    ["a.b", false],
    ["x+y*2", false],
  ] as const;
  for (const [query, want] of cases) {
    await t.step(query, () => assert.equal(looksLikeRegex(query), want));
  }
});
