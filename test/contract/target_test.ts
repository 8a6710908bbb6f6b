import assert from "node:assert/strict";
import type { z } from "zod";
import { parseTarget, type Target } from "../../src/contract/target.ts";

const MATCH = {
  kind: "result_match" as const,
  result_handle: "h",
  match_id: "search:m1",
  target_scope: "s",
};
const SYMBOL = {
  kind: "stable_symbol" as const,
  repository_id: "r",
  stable_symbol_id: "sym-1",
  snapshot_token: "t",
};

Deno.test("parseTarget() accepts both kinds", () => {
  assert.deepEqual(parseTarget(MATCH), MATCH);
  assert.deepEqual(parseTarget(SYMBOL), SYMBOL);
});

const REFUSED: { name: string; target: z.infer<typeof Target>; field: string }[] = [
  {
    name: "a missing field",
    target: { kind: "result_match", result_handle: "h", match_id: "m" },
    field: "target.target_scope",
  },
  {
    name: "a field of the other kind",
    target: { ...MATCH, snapshot_token: "t" },
    field: "target.snapshot_token",
  },
  { name: "nothing but a kind", target: { kind: "stable_symbol" }, field: "target.repository_id" },
];

Deno.test("parseTarget() names the field that is wrong", async (t) => {
  for (const { name, target, field } of REFUSED) {
    await t.step(name, () => {
      assert.throws(() => parseTarget(target), {
        name: "ToolError",
        code: "invalid_params",
        data: { field },
      });
    });
  }
});
