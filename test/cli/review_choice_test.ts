import assert from "node:assert/strict";
import {
  answerOf,
  decide,
  settle,
  type Settlement,
  UNDECIDED,
} from "../../src/cli/review_choice.ts";

/** What a person typed, each line one answer; `^D` is the end of the input. */
function decided(typed: string, total: number): { verbs: string; quit: boolean; left: string } {
  const words = typed.split(" ").filter((word) => word !== "");
  let state = UNDECIDED;
  while (state.verbs.length < total && words.length > 0) {
    const word = words.shift();
    state = decide(state, answerOf(word === "^D" ? undefined : word), total);
  }
  return {
    verbs: state.verbs.map((verb) => verb.charAt(0)).join(""),
    quit: state.quit,
    left: words.join(" "),
  };
}

Deno.test("decide()", async (t) => {
  const cases = [
    { typed: "a r s", verbs: "ars", quit: false },
    { typed: "a a a", verbs: "aaa", quit: false },
    { typed: "A", verbs: "aaa", quit: false },
    { typed: "r A", verbs: "raa", quit: false },
    { typed: "a R", verbs: "arr", quit: false },
    { typed: "a a S", verbs: "aas", quit: false },
    { typed: "q", verbs: "sss", quit: true },
    { typed: "a q", verbs: "ass", quit: true },
    { typed: "r ^D", verbs: "rss", quit: true },
    { typed: "? x accept a r s", verbs: "ars", quit: false },
    { typed: "a", verbs: "a", quit: false },
    { typed: "a r s a", verbs: "ars", quit: false, left: "a" },
  ];
  for (const { typed, verbs, quit, left = "" } of cases) {
    await t.step(typed, () => assert.deepEqual(decided(typed, 3), { verbs, quit, left }));
  }
});

Deno.test("answerOf() takes what is around a letter for nothing, and nothing for a letter", () => {
  assert.deepEqual(answerOf(" a\r"), { kind: "one", verb: "accept" });
  for (const line of ["", " ", "aa", "y", "Q"]) assert.deepEqual(answerOf(line), { kind: "help" });
});

Deno.test("settle()", async (t) => {
  const cases: { typed: string; want: Settlement }[] = [
    { typed: "a a a", want: { accept: "whole", removePending: true } },
    { typed: "r r r", want: { accept: "nothing", removePending: true } },
    { typed: "s s s", want: { accept: "nothing", removePending: false } },
    { typed: "a r a", want: { accept: [0, 2], removePending: true } },
    { typed: "r a s", want: { accept: [1], removePending: false } },
    { typed: "q", want: { accept: "nothing", removePending: false } },
    { typed: "a q", want: { accept: [0], removePending: false } },
  ];
  for (const { typed, want } of cases) {
    await t.step(typed, () => {
      let state = UNDECIDED;
      for (const word of typed.split(" ")) state = decide(state, answerOf(word), 3);
      assert.deepEqual(settle(state.verbs), want);
    });
  }
  await t.step("nothing to decide", () => {
    assert.deepEqual(settle([]), { accept: "nothing", removePending: true });
  });
});
