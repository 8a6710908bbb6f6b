import assert from "node:assert/strict";
import { type Anchor, Anchors, fileSharing } from "../../src/session/anchors.ts";

const SOURCE = { sha256: "a".repeat(64), bytes: 1, git_blob: "b".repeat(40) };
const CHANGED = { ...SOURCE, sha256: "c".repeat(64) };

const ROWS: readonly Anchor[] = [
  { repositoryId: "r", path: "a.ts", line: 1, column: 2, source: SOURCE },
  { repositoryId: "r", path: "b.ts", line: 3, source: SOURCE },
  { repositoryId: "r", path: "a.ts", line: 7, column: 1, source: SOURCE, stableSymbolId: "s" },
  // One page may show a file before and after an edit.
  { repositoryId: "r", path: "a.ts", line: 9, column: 4, source: CHANGED },
  { repositoryId: "other", path: "a.ts", line: 4_000_000_000, column: 5, source: SOURCE },
];

Deno.test("Anchors gives back what it was given, in order", () => {
  const anchors = new Anchors(ROWS, fileSharing());
  assert.equal(anchors.length, ROWS.length);
  assert.deepEqual(ROWS.map((_, at) => anchors.at(at)), ROWS);
  for (const at of [-1, ROWS.length]) assert.equal(anchors.at(at), undefined);
  assert.equal(new Anchors([], fileSharing()).at(0), undefined);
});

Deno.test("touches() tells whether a row is of a repository", () => {
  const anchors = new Anchors(ROWS, fileSharing());
  assert.deepEqual(["r", "other", "none"].map((id) => anchors.touches(id)), [true, true, false]);
});

Deno.test("fileSharing() gives equal files as one object", () => {
  const share = fileSharing();
  const first = share({ repositoryId: "r", path: "a.ts", source: SOURCE });
  assert.equal(share({ repositoryId: "r", path: "a.ts", source: { ...SOURCE } }), first);
  assert.notEqual(share({ repositoryId: "r", path: "a.ts", source: CHANGED }), first);
  assert.notEqual(share({ repositoryId: "other", path: "a.ts", source: SOURCE }), first);
});
