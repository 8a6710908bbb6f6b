/** Clients search while a tree changes in bursts (the script `churn` does the same on a real tree). */
import assert from "node:assert/strict";
import { churn } from "../support/churn/churn.ts";
import { ScratchTree } from "../snapshot/scratch_tree.ts";
import { git } from "./support.ts";

Deno.test("answers about a changing tree are right, and converge to those of a new program", async () => {
  using tree = new ScratchTree();
  for (let n = 0; n < 64; n++) {
    const name = n % 4 === 0 ? `docs/d${n}.md` : `src/m${n % 7}/f${n}.ts`;
    tree.write(
      name,
      `export const value_${n} = ${n};\nfunction f${n}() {\n  return value_${n};\n}\n`,
    );
  }
  await git(tree, "init", "-q");
  const report = await churn({
    root: tree.root,
    files: 64,
    clients: 3,
    bursts: 3,
    changes: 60,
    seed: 1,
    watch: { debounceMs: 300, retryMs: 200 },
  });
  assert.deepEqual([report.files, report.changes, report.bursts], [64, 180, 3]);
  assert(report.rows > 0 && report.lacked > 0);
});
