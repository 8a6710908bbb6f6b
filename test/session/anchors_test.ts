import assert from "node:assert/strict";
import { type Anchor, Anchors, answerSharing } from "../../src/session/anchors.ts";

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
  const anchors = new Anchors(ROWS, answerSharing());
  assert.equal(anchors.length, ROWS.length);
  assert.deepEqual(ROWS.map((_, at) => anchors.at(at)), ROWS);
  for (const at of [-1, ROWS.length]) assert.equal(anchors.at(at), undefined);
  assert.equal(new Anchors([], answerSharing()).at(0), undefined);
});

Deno.test("touches() tells whether a row is of a repository", () => {
  const anchors = new Anchors(ROWS, answerSharing());
  assert.deepEqual(["r", "other", "none"].map((id) => anchors.touches(id)), [true, true, false]);
});

Deno.test("answerSharing() gives equal files as one object", () => {
  const { file, symbol } = answerSharing();
  const first = file({ repositoryId: "r", path: "a.ts", source: SOURCE });
  assert.equal(file({ repositoryId: "r", path: "a.ts", source: { ...SOURCE } }), first);
  assert.notEqual(file({ repositoryId: "r", path: "a.ts", source: CHANGED }), first);
  assert.notEqual(file({ repositoryId: "other", path: "a.ts", source: SOURCE }), first);
  assert.equal(symbol("s"), "s");
});
