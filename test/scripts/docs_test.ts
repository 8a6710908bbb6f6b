import assert from "node:assert/strict";
import { commandList, withPart } from "../../scripts/docs.ts";

Deno.test("withPart() replaces what stands between the marks, and nothing else", () => {
  const text = "a\n<!-- generated: x -->\nold\n<!-- end: x -->\nb\n";
  const want = "a\n<!-- generated: x -->\n\nnew\n\n<!-- end: x -->\nb\n";
  assert.equal(withPart(text, "x", "new"), want);
  assert.equal(withPart(want, "x", "new"), want);
  assert.throws(() => withPart("a", "x", "new"), /Cannot find the part "x"/);
});

Deno.test("commandList() has a padded row for each command", () => {
  const [head = "", rule = "", ...rows] = commandList().split("\n");
  assert.match(rule, /^\| -+ \| -+ \|$/);
  assert(rows.every((row) => row.length === head.length));
  assert(rows.some((row) => row.startsWith("| `frigg playbook replay [PLAYBOOK...]` ")));
});

Deno.test("the README names every package of deno.json", async () => {
  const readme = await Deno.readTextFile(new URL("../../README.md", import.meta.url));
  const { imports } = JSON.parse(
    await Deno.readTextFile(new URL("../../deno.json", import.meta.url)),
  );
  const missing = Object.keys(imports).filter((name) => !readme.includes(`\`${name}\``));
  assert.deepEqual(missing, []);
});
