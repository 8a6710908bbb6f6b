import assert from "node:assert/strict";
import { CancelFlags, flagReader } from "../../src/engine/cancel_flags.ts";

Deno.test("CancelFlags gives each call a cleared flag of its own", () => {
  const flags = new CancelFlags();
  const isSet = flagReader(flags.buffer);
  const [first, second] = [flags.take(), flags.take()];
  assert.notEqual(first, second);
  flags.set(first);
  assert.deepEqual([first, second].map(isSet), [true, false]);
  flags.release(first);
  const again = flags.take();
  assert.deepEqual([again, isSet(again)], [first, false]);
});

Deno.test("CancelFlags refuses more calls than it has flags for", () => {
  const flags = new CancelFlags();
  for (let slot = 0; slot < 4_096; slot++) flags.take();
  assert.throws(() => flags.take(), { code: "unavailable" });
});
