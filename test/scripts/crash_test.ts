import assert from "node:assert/strict";
import { type Answers, comparable, fault } from "../../scripts/crash/answers.ts";
import { leftovers } from "../../scripts/crash/store.ts";
import { summary } from "../../scripts/crash.ts";

/** Answers to all questions without files: alike but for what is given. */
function answers(state: string, text: string, more: Partial<Record<number, string>> = {}): Answers {
  return { state, answers: Array.from({ length: 12 }, (_, at) => more[at] ?? text) };
}

const REFUSAL = { error: { data: { error_class: "storage_corrupt" } } };

Deno.test("fault() accepts the answers of one side, all together", async (t) => {
  const [before, after] = [answers("ready", "old"), answers("ready", "new")];
  const refused: Answers = { state: "error", answers: Array(12).fill(REFUSAL).with(11, "new") };
  const rows = [
    { name: "as before", got: before, wrong: false },
    { name: "as after", got: after, wrong: false },
    { name: "a mixture", got: answers("ready", "old", { 3: "new" }), wrong: true },
    { name: "something else", got: answers("ready", "new", { 0: "none" }), wrong: true },
    { name: "a damaged store that says so", got: refused, wrong: false },
    { name: "refusals without damage", got: { ...refused, state: "ready" }, wrong: true },
    { name: "no index", got: answers("missing", "new"), wrong: true },
  ];
  for (const { name, got, wrong } of rows) {
    await t.step(name, () => assert.equal(fault(got, [before, after], []) !== undefined, wrong));
  }
});

Deno.test("comparable() drops what names the session or the clock", () => {
  const answer = { rows: [{ target_ref: { target_scope: "s", line: 1 } }], result_handle: "h" };
  assert.deepEqual(comparable(answer), { rows: [{ target_ref: { line: 1 } }] });
});

Deno.test("leftovers() names what a builder should have removed", async () => {
  const store = await Deno.makeTempDir();
  for (const name of ["CURRENT", "LOCK"]) await Deno.writeTextFile(`${store}/${name}`, "");
  await Deno.writeTextFile(`${store}/.gitignore`, "*\n");
  for (const name of ["snap-1", "snap-2"]) await Deno.mkdir(`${store}/${name}`);
  assert.equal(await leftovers(store), undefined);
  await Deno.mkdir(`${store}/.tmp-1`);
  assert.match(await leftovers(store) ?? "", /holds .*\.tmp-1/);
  await Deno.remove(store, { recursive: true });
});

Deno.test("summary() counts kills by their moment", () => {
  const report = { moment: "swap", killed: 2, damaged: true, faults: ["x"] } as const;
  assert.equal(
    summary([report, { ...report, moment: "any", faults: [] }]),
    "2 rounds: killed 2 at any time, 0 while writing, 2 at the swap; 2 stores damaged; 1 wrong",
  );
});
