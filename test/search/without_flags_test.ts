import assert from "node:assert/strict";

const CASES = [
  { name: "without the linear engine", flags: [] },
  {
    name: "without the fallback to it",
    flags: ["--v8-flags=--enable-experimental-regexp-engine"],
  },
];

Deno.test("a runtime that may hang has no regular expressions, but literals", async (t) => {
  const script = new URL("support/without_flags.ts", import.meta.url).href;
  for (const { name, flags } of CASES) {
    await t.step(name, async () => {
      const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "--quiet", "--no-check", ...flags, script],
        stdin: "null",
      }).output();
      assert.equal(new TextDecoder().decode(stderr), "");
      assert.deepEqual(JSON.parse(new TextDecoder().decode(stdout)), {
        literal: ["0-1", "1-2"],
        regex: { code: "unavailable", data: { error_class: "regex_engine", retryable: false } },
      });
    });
  }
});
