import assert from "node:assert/strict";
import { ToolError } from "../../src/contract/errors.ts";
import { SharedScopes } from "../../src/session/shared_scopes.ts";

const TTL_MS = 1_000;
const BOUNDS = { ttlMs: TTL_MS, handles: 2, continuations: 3 };
const ANCHOR = {
  repositoryId: "repo",
  path: "a.ts",
  line: 1,
  source: { sha256: "00", bytes: 1, git_blob: "00" },
} as const;
const PAGE = { tool: "list_files", digest: "d", repositoryIds: ["repo"], unit: "file" } as const;
const POSITION = { offset: 1, fingerprints: ["f"] };

/** 32 digits ending in this one. */
const scope = (digit: number): string => String(digit).padStart(32, "0");
const codeOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    assert(error instanceof ToolError);
    assert.equal(error.data["foreign_handle"], undefined);
    return error.code;
  }
  return "none";
};

Deno.test("SharedScopes finds what another call produced", () => {
  const scopes = new SharedScopes(() => 0, BOUNDS);
  const first = scopes.session(scope(1));
  const handle = first.handles.issue("search", "search_text", [ANCHOR]);
  const token = first.continuations.issue(PAGE, POSITION);
  assert.equal(handle, `result-${scope(1)}-000001`);
  const second = scopes.session(scope(2));
  assert.deepEqual(second.handles.resolve(handle, "search:m1"), ANCHOR);
  assert.deepEqual(second.continuations.redeem(token, PAGE), POSITION);
  assert(second.owns(scope(1)) && second.owns(scope(2)) && !second.owns(scope(3)));
});

Deno.test("SharedScopes names no handle of another scope", () => {
  const scopes = new SharedScopes(() => 0, BOUNDS);
  const one = scopes.session(scope(1)).handles.issue("search", "search_text", [ANCHOR]);
  scopes.session(scope(2)).handles.issue("nav", "find_references", [ANCHOR]);
  const { handles } = scopes.session(scope(3));
  assert.equal(codeOf(() => handles.resolve(one, "nav:m1")), "MIXED_HANDLE");
  assert.equal(
    codeOf(() => handles.resolve(`result-${scope(9)}-000001`, "nav:m1")),
    "STALE_HANDLE",
  );
});

Deno.test("SharedScopes ends a scope that was not used for its lifetime", () => {
  let now = 0;
  const scopes = new SharedScopes(() => now, BOUNDS);
  const { handles, continuations } = scopes.session(scope(1));
  const handle = handles.issue("search", "search_text", [ANCHOR]);
  const token = continuations.issue(PAGE, POSITION);
  const later = scopes.session(scope(2));
  now = TTL_MS - 1;
  assert.equal(later.handles.resolve(handle, "search:m1").path, "a.ts");
  now = 2 * TTL_MS - 2;
  assert.equal(later.continuations.redeem(token, PAGE).offset, 1, "a use prolongs the whole scope");
  now = 3 * TTL_MS - 2;
  assert.equal(codeOf(() => later.continuations.redeem(token, PAGE)), "STALE_CONTINUATION");
  assert.equal(codeOf(() => later.handles.resolve(handle, "search:m1")), "STALE_HANDLE");
  assert(!later.owns(scope(1)));
});

Deno.test("SharedScopes forgets the least recently used beyond its bounds", () => {
  const scopes = new SharedScopes(() => 0, BOUNDS);
  const issue = (digit: number): string =>
    scopes.session(scope(digit)).handles.issue("search", "search_text", [ANCHOR]);
  const [one, two] = [issue(1), issue(2)];
  const { handles } = scopes.session(scope(9));
  handles.resolve(one, "search:m1");
  issue(3);
  assert.equal(codeOf(() => handles.resolve(two, "search:m1")), "STALE_HANDLE");
  assert.equal(codeOf(() => handles.resolve(one, "search:m1")), "none");
});
