import assert from "node:assert/strict";
import {
  offsetCursor,
  parseOffsetCursor,
  renameField,
  renameValue,
  suggestedNext,
} from "../../src/contract/compat.ts";
import { ToolError } from "../../src/contract/errors.ts";

Deno.test("renameField() takes the older name, but not both", () => {
  assert.deepEqual(renameField({ pattern: "x", limit: 1 }, "pattern", "query"), {
    query: "x",
    limit: 1,
  });
  assert.deepEqual(renameField({ query: "x" }, "pattern", "query"), { query: "x" });
  assert.throws(() => renameField({ pattern: "x", query: "y" }, "pattern", "query"), ToolError);
});

Deno.test("renameValue() knows only the spellings it was given", () => {
  const spellings = { git: "git_root" };
  assert.deepEqual(renameValue({ mode: "git" }, "mode", spellings), { mode: "git_root" });
  for (const mode of ["direct", "constructor", 1, null]) {
    assert.deepEqual(renameValue({ mode }, "mode", spellings), { mode });
  }
});

Deno.test("parseOffsetCursor() reads what offsetCursor() wrote, and nothing else", () => {
  assert.equal(parseOffsetCursor(offsetCursor(42)), 42);
  for (const cursor of ["42", "offset-", "offset--1", "offset-1e3", "offset-9999999999"]) {
    assert.throws(() => parseOffsetCursor(cursor), ToolError);
  }
});

Deno.test("suggestedNext() keeps the fields that older clients know", () => {
  const action = {
    id: "a",
    role: "retry",
    order: 1,
    dependencies: [],
    tool: "t",
    arguments: { query: "x", limit: 3, glob: "*.ts" },
    reason: "why",
  } as const;
  assert.deepEqual(suggestedNext([action]), [
    { tool: "t", query: "x", glob: "*.ts", reason: "why" },
  ]);
});
