import assert from "node:assert/strict";
import { ToolError } from "../../src/contract/errors.ts";
import type { Anchor } from "../../src/session/anchors.ts";
import { Handles } from "../../src/session/handles.ts";

const SCOPE = "0123456789abcdef0123456789abcdef";

function anchor(repositoryId: string, line: number): Anchor {
  const source = { sha256: "a".repeat(64), bytes: 1, git_blob: "b".repeat(40) };
  return { repositoryId, path: "a.ts", line, source };
}

function refusalOf(run: () => unknown): { readonly code: string; readonly data: unknown } {
  try {
    run();
  } catch (error) {
    assert(error instanceof ToolError);
    return { code: error.code, data: error.data };
  }
  throw new assert.AssertionError({ message: "nothing was thrown" });
}

Deno.test("issue() numbers handles in their session and matches in their handle", () => {
  const handles = new Handles(SCOPE, 8);
  assert.equal(handles.next, `result-${SCOPE}-000001`);
  const first = handles.issue("search", "search_text", [anchor("r", 1), anchor("r", 2)]);
  assert.equal(first, `result-${SCOPE}-000001`);
  assert.equal(handles.resolve(first, "search:m2").line, 2);
  assert.equal(handles.issue("symbols", "search_symbol", []), `result-${SCOPE}-000002`);
});

Deno.test("resolve() refuses what it does not know", async (t) => {
  const handles = new Handles(SCOPE, 8);
  const one = handles.issue("search", "search_text", [anchor("r", 1)]);
  const two = handles.issue("search", "search_text", [anchor("r", 1), anchor("r", 2)]);
  const cases = [
    {
      name: "an unknown handle is stale",
      handle: "result-x",
      match: "search:m1",
      code: "STALE_HANDLE",
      more: {},
    },
    {
      name: "a match of another handle is mixed, and the other is named",
      handle: one,
      match: "search:m2",
      code: "MIXED_HANDLE",
      more: { foreign_handle: two },
    },
    {
      name: "a match of no handle is mixed",
      handle: one,
      match: "search:m9",
      code: "MIXED_HANDLE",
      more: {},
    },
  ];
  for (const { name, handle, match, code, more } of cases) {
    await t.step(name, () => {
      const refusal = refusalOf(() => handles.resolve(handle, match));
      assert.deepEqual(refusal, {
        code,
        data: { result_handle: handle, match_id: match, ...more },
      });
    });
  }
});

Deno.test("a full store forgets the handle that was unused for longest", () => {
  const handles = new Handles(SCOPE, 2);
  const first = handles.issue("search", "search_text", [anchor("r", 1)]);
  const second = handles.issue("search", "search_text", [anchor("r", 2)]);
  handles.resolve(first, "search:m1");
  const third = handles.issue("search", "search_text", [anchor("r", 3)]);
  assert.equal(handles.resolve(first, "search:m1").line, 1);
  assert.equal(handles.resolve(third, "search:m1").line, 3);
  assert.equal(refusalOf(() => handles.resolve(second, "search:m1")).code, "STALE_HANDLE");
});

Deno.test("dropRepository() drops the handles with a row of it and no others", () => {
  const handles = new Handles(SCOPE, Infinity);
  const both = handles.issue("search", "search_text", [anchor("kept", 1), anchor("gone", 2)]);
  const kept = handles.issue("search", "search_text", [anchor("kept", 3)]);
  handles.dropRepository("gone");
  assert.equal(refusalOf(() => handles.resolve(both, "search:m1")).code, "STALE_HANDLE");
  assert.equal(handles.resolve(kept, "search:m1").line, 3);
});
