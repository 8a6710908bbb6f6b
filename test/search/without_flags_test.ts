import assert from "node:assert/strict";

Deno.test("without the linear engine regular expressions are unavailable, literals are not", async () => {
  const script = new URL("support/without_flags.ts", import.meta.url).href;
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", script],
    stdin: "null",
  }).output();
  assert.equal(new TextDecoder().decode(stderr), "");
  assert.deepEqual(JSON.parse(new TextDecoder().decode(stdout)), {
    literal: ["0-1", "1-2"],
    regex: { code: "unavailable", data: { error_class: "regex_engine", retryable: false } },
  });
});
