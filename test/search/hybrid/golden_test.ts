import assert from "node:assert/strict";
import { answerQuestions, meanReciprocalRank, recall } from "./real_world.ts";

Deno.test("ranked discovery answers most of the thirty questions", async (t) => {
  const answered = await answerQuestions();
  assert.equal(answered.length, 30);
  await t.step("the wanted file is among the first five", () => {
    assert(recall(answered, 5) > 0.8, `recall@5 is ${recall(answered, 5)}`);
  });
  await t.step("and mostly the first", () => {
    assert(meanReciprocalRank(answered) > 0.7, `MRR is ${meanReciprocalRank(answered)}`);
  });
  await t.step("every row has a place, a reason to be there is never made up", () => {
    for (const { ask, rows } of answered) {
      for (const { path, line, column, rankReasons, anchorKind, blendedScore } of rows) {
        assert(line >= 1 && column >= 1 && blendedScore > 0, `${ask}: ${path}`);
        if (rankReasons.includes("exact_symbol_match")) assert.equal(anchorKind, "symbol");
        if (rankReasons.includes("strong_lexical_anchor")) assert.equal(anchorKind, "text_span");
      }
    }
  });
  await t.step("rows are ordered by score, then path", () => {
    for (const { ask, rows } of answered) {
      for (const [at, row] of rows.entries()) {
        const before = rows[at - 1];
        if (before === undefined || before.blendedScore > row.blendedScore) continue;
        assert.equal(before.blendedScore, row.blendedScore, ask);
        assert(before.path < row.path, ask);
      }
    }
  });
});
