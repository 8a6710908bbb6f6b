import assert from "node:assert/strict";
import { tempRepo } from "../../support/repo.ts";
import { NavigationAsker } from "./asker.ts";

/** Lets ten seconds pass between two looks at the clock. */
function slowMachine(): Disposable {
  const real = performance.now;
  let nowMs = 0;
  performance.now = () => nowMs += 10_000;
  return { [Symbol.dispose]: () => void (performance.now = real) };
}

Deno.test("a busy machine cuts what a client gets, and never what a playbook run gets", async (t) => {
  using repo = tempRepo({
    "src/a.ts": "export function needle(): void {}\n",
    "src/b.ts": 'import { needle } from "./a.ts";\nneedle();\n',
  });
  const asker = await NavigationAsker.open(repo.root);
  const subject = { kind: "location", path: "src/a.ts", line: 1, column: 17 } as const;
  for (const unhurried of [false, true]) {
    await t.step(unhurried ? "a run" : "a client", async () => {
      using _ = slowMachine();
      const { rows, coverage: { reasons } } = await asker.ask("references", subject, unhurried);
      assert.deepEqual(rows.map(({ path }) => path), unhurried ? ["src/b.ts", "src/b.ts"] : []);
      assert.equal(reasons.includes("diagnostic_coverage"), !unhurried);
    });
  }
});
