import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { readCounts, testArguments } from "../../scripts/test.ts";

const SCRIPT = fileURLToPath(new URL("../../scripts/test.ts", import.meta.url));

const SUMMARIES = [
  { name: "all well", text: "ok | 3 passed | 0 failed (8ms)", want: { passed: 3, failed: 0 } },
  {
    name: "steps on both sides",
    text: "FAILED | 12 passed (1 step) | 2 failed (1 step) | 1 ignored (1m3s)",
    want: { passed: 12, failed: 2 },
  },
  {
    name: "colours",
    text: "\n\x1b[31mFAILED\x1b[0m | 1 passed (2 steps) | 1 failed \x1b[38;5;245m(8ms)\x1b[0m\n",
    want: { passed: 1, failed: 1 },
  },
  {
    name: "a test printed another summary before",
    text: "ok | 9 passed | 9 failed (1s)\nok | 1 passed | 0 failed (8ms)\n",
    want: { passed: 1, failed: 0 },
  },
  { name: "not at the start of a line", text: "x ok | 3 passed | 0 failed", want: undefined },
  { name: "stopped early", text: "error: Module not found", want: undefined },
];

const RUNS = [
  {
    name: "one passes, one fails, one does not load",
    files: {
      "a_test.ts": 'Deno.test("a", () => {});',
      "b_test.ts": 'Deno.test("b", () => { throw new Error("b"); });',
      "c_test.ts": 'throw new Error("c");',
    },
    last: "1 passed, 2 failed",
    code: 1,
  },
  {
    name: "V8 has the linear engine",
    files: { "a_test.ts": 'Deno.test("a", () => { new RegExp("a", "l"); });' },
    last: "1 passed, 0 failed",
    code: 0,
  },
  {
    name: "an import that does not exist",
    files: { "a_test.ts": 'import "./nothing.ts";' },
    last: "0 passed, 1 failed",
    code: 1,
  },
];

Deno.test("readCounts()", async (t) => {
  for (const { name, text, want } of SUMMARIES) {
    await t.step(name, () => assert.deepEqual(readCounts(text), want));
  }
});

Deno.test("testArguments() runs everything unless a file is named", async (t) => {
  await t.step("flags only", async () => {
    const args = await testArguments(["--filter=x", "--filter", "no such file"]);
    assert.deepEqual(args.slice(-4), ["--filter=x", "--filter", "no such file", "test/"]);
  });
  await t.step("a file", async () => {
    assert.deepEqual((await testArguments([SCRIPT])).at(-1), SCRIPT);
  });
});

Deno.test("scripts/test.ts closes with the runner's counts and code", async (t) => {
  for (const { name, files, last, code } of RUNS) {
    await t.step(name, async () => {
      const folder = await Deno.makeTempDir();
      try {
        for (const [file, text] of Object.entries(files)) {
          await Deno.writeTextFile(`${folder}/${file}`, text);
        }
        const args = ["run", "--no-check", "--allow-all", SCRIPT, folder];
        const run = await new Deno.Command(Deno.execPath(), { args, stderr: "null" }).output();
        assert.equal(new TextDecoder().decode(run.stdout).trimEnd().split("\n").at(-1), last);
        assert.equal(run.code, code);
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    });
  }
});
