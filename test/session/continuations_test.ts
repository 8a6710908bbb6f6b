import assert from "node:assert/strict";
import { ToolError } from "../../src/contract/errors.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import {
  Continuations,
  type PageRequest,
  requireFresh,
  requireOneCursor,
} from "../../src/session/continuations.ts";

const SCOPE = "0123456789abcdef0123456789abcdef";
const REQUEST: PageRequest = {
  tool: "search_text",
  digest: "d1",
  repositoryIds: ["a", "b"],
  unit: "occurrence",
};
const POSITION = { offset: 200, fingerprints: ["fa", "fb"] };

function refusalOf(run: () => unknown): { readonly code: string; readonly data: JsonObject } {
  try {
    run();
  } catch (error) {
    assert(error instanceof ToolError);
    return { code: error.code, data: error.data };
  }
  throw new assert.AssertionError({ message: "nothing was thrown" });
}

Deno.test("redeem() gives the position, as often as it is asked", () => {
  const continuations = new Continuations(SCOPE);
  const token = continuations.issue(REQUEST, POSITION);
  assert.equal(token, `continuation-${SCOPE}-000001`);
  assert.deepEqual(continuations.redeem(token, REQUEST), POSITION);
  assert.deepEqual(continuations.redeem(token, REQUEST), POSITION);
});

Deno.test("redeem() refuses a token that is not the request's", async (t) => {
  const continuations = new Continuations(SCOPE);
  const token = continuations.issue(REQUEST, POSITION);
  const mismatch = "CONTINUATION_SCOPE_MISMATCH";
  const cases = [
    { name: "malformed", token: "abc", now: REQUEST, code: mismatch },
    { name: "another session", token: token.replace("0123", "9999"), now: REQUEST, code: mismatch },
    { name: "another tool", token, now: { ...REQUEST, tool: "list_files" }, code: mismatch },
    { name: "another request", token, now: { ...REQUEST, digest: "d2" }, code: mismatch },
    {
      name: "fewer repositories",
      token,
      now: { ...REQUEST, repositoryIds: ["a"] },
      code: mismatch,
    },
    { name: "another unit", token, now: { ...REQUEST, unit: "file" as const }, code: mismatch },
    {
      name: "never issued",
      token: `continuation-${SCOPE}-000009`,
      now: REQUEST,
      code: "STALE_CONTINUATION",
    },
  ];
  for (const { name, token, now, code } of cases) {
    await t.step(name, () => {
      assert.equal(refusalOf(() => continuations.redeem(token, now)).code, code);
    });
  }
});

Deno.test("the 257th token evicts the first", () => {
  const continuations = new Continuations(SCOPE);
  const first = continuations.issue(REQUEST, POSITION);
  for (let count = 0; count < 256; count++) continuations.issue(REQUEST, POSITION);
  assert.equal(refusalOf(() => continuations.redeem(first, REQUEST)).code, "STALE_CONTINUATION");
});

Deno.test("requireFresh() refuses a changed fingerprint and says how to go on", () => {
  requireFresh(POSITION, ["fa", "fb"]);
  assert.deepEqual(refusalOf(() => requireFresh(POSITION, ["fa", "fc"])), {
    code: "STALE_CONTINUATION",
    data: {
      correction_hint: "Run the original request again without continuation",
      continuation: {
        kind: "stale",
        code: "STALE_CONTINUATION",
        message: "Cannot continue: the snapshot changed",
        correction_hint: "Run the original request again without continuation",
      },
    },
  });
});

Deno.test("requireOneCursor() refuses both cursors together", () => {
  requireOneCursor({ continuation: "x" });
  requireOneCursor({ resume_from: 3 });
  const { code, data } = refusalOf(() => requireOneCursor({ continuation: "x", resume_from: 0 }));
  assert.equal(code, "MIXED_CONTINUATION_FORMS");
  assert.deepEqual(data["continuation"], {
    kind: "mixed_cursor_forms",
    code: "MIXED_CONTINUATION_FORMS",
    message: "Cannot continue: continuation and resume_from exclude each other",
    correction_hint: "Keep only continuation",
  });
});
