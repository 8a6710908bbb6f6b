import assert from "node:assert/strict";
import { fuzz } from "../../scripts/fuzz_regex.ts";

Deno.test("a sample of random patterns finds what ripgrep finds", async () => {
  const { differences, matches } = await fuzz(150, 20_240_501);
  assert.deepEqual(differences, []);
  assert.ok(matches > 150);
});
