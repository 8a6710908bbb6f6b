import assert from "node:assert/strict";
import fc from "fast-check";
import type { RunRepository } from "../../src/playbook/host.ts";
import { PortableNames } from "../../src/playbook/names.ts";
import { VOLATILE_FIELDS } from "../../src/playbook/volatile.ts";

const SCOPE = "0".repeat(32);
const HANDLE = `result-${SCOPE}-000001`;
const SHA = "b".repeat(64);

function repository(alias: string, id: string, root: string, storagePath: string): RunRepository {
  const digest = "c".repeat(64);
  return {
    alias,
    id,
    displayName: `${alias} name`,
    root,
    storagePath,
    header: {
      alias,
      name: alias,
      remote: null,
      snapshot_token: digest,
      files: 1,
      paths_digest: digest,
      manifest_digest: digest,
      ignore_digest: digest,
      vcs: null,
    },
  };
}

const REPOSITORIES = [
  repository("repo-001", "shop-0123456789ab", "/home/me/shop", "/var/state/shop"),
  repository("repo-002", "shop-api-ba9876543210", "/home/me/shop/api", "/home/me/shop/api/.frigg"),
];

function names(): PortableNames {
  return new PortableNames(() => REPOSITORIES);
}

const ANSWERS = [
  {
    name: "repository ids, wherever they stand",
    answer: {
      repository_id: "shop-0123456789ab",
      ids: ["shop-api-ba9876543210"],
      note: "in shop-0123456789ab.",
    },
    want: { repository_id: "repo-001", ids: ["repo-002"], note: "in repo-001." },
  },
  {
    name: "display names under their key alone",
    answer: { display_name: "repo-001 name", text: "repo-001 name", other: { display_name: "x" } },
    want: { display_name: "repo-001", text: "repo-001 name", other: { display_name: "x" } },
  },
  {
    name: "folders, inner ones first",
    answer: { a: "/home/me/shop/api/src", b: "/home/me/shop", c: "no /home/me/shop/x: gone" },
    want: { a: "repo-002/src", b: "repo-001", c: "no repo-001/x: gone" },
  },
  {
    name: "storage",
    answer: { db_path: "/home/me/shop/api/.frigg", other: "/var/state/shop/CURRENT" },
    want: { db_path: "repo-002", other: "repo-001/CURRENT" },
  },
  {
    name: "nothing that only looks like a folder",
    answer: {
      a: "/home/me/shopping",
      b: "x/home/me/shop",
      c: "/home/me/shop.git",
      d: "shop-0123456789abc",
    },
    want: {
      a: "/home/me/shopping",
      b: "x/home/me/shop",
      c: "/home/me/shop.git",
      d: "shop-0123456789abc",
    },
  },
  {
    name: "handles, scopes and targets",
    answer: {
      result_handle: HANDLE,
      matches: [{
        target_ref: { result_handle: HANDLE, target_scope: SCOPE, match_id: "search:m1" },
      }],
      next_actions: [{ arguments: { result_handle: HANDLE }, reason: `Read ${HANDLE}` }],
    },
    want: {
      result_handle: "handle#1",
      matches: [{
        target_ref: { result_handle: "handle#1", target_scope: "scope#1", match_id: "search:m1" },
      }],
      next_actions: [{ arguments: { result_handle: "handle#1" }, reason: "Read handle#1" }],
    },
  },
  {
    name: "handles of sections, in the order of their keys",
    answer: { symbols_result_handle: "result-b", references_result_handle: "result-a" },
    want: { symbols_result_handle: "handle#2", references_result_handle: "handle#1" },
  },
  {
    name: "continuations and snapshot tokens",
    answer: {
      completeness: { continuation: "continuation-x-1" },
      target_ref: { snapshot_token: SHA },
    },
    want: {
      completeness: { continuation: "continuation#1" },
      target_ref: { snapshot_token: "snapshot#1" },
    },
  },
  {
    name: "no source text",
    answer: { excerpt: "/home/me/shop shop-0123456789ab", content: "/home/me/shop" },
    want: { excerpt: "/home/me/shop shop-0123456789ab", content: "/home/me/shop" },
  },
  {
    name: "volatile fields, which are left out",
    answer: {
      latency_class: "hot",
      metadata: { query_duration_ms: 3, kept: 1 },
      watch_active: true,
    },
    want: { metadata: { kept: 1 } },
  },
  {
    name: "stable symbol ids, which stay",
    answer: { stable_symbol_id: `sym-${SCOPE}` },
    want: { stable_symbol_id: `sym-${SCOPE}` },
  },
];

Deno.test("PortableNames.answer() renames", async (t) => {
  for (const { name, answer, want } of ANSWERS) {
    await t.step(name, () => assert.deepEqual(names().answer(answer), want));
  }
});

Deno.test("PortableNames.answer() numbers by first appearance over a whole run", () => {
  const run = names();
  assert.deepEqual(run.answer({ result_handle: "result-b" }), { result_handle: "handle#1" });
  assert.deepEqual(run.answer({ result_handle: "result-a" }), { result_handle: "handle#2" });
  assert.deepEqual(run.value({ result_handle: "result-b", x: ["result-c"] }), {
    result_handle: "handle#1",
    x: ["result-c"],
  });
  assert.equal(
    run.text("STALE_HANDLE: result-a in /home/me/shop"),
    "STALE_HANDLE: handle#2 in repo-001",
  );
});

const word = fc.constantFrom(
  "shop-0123456789ab",
  "/home/me/shop",
  "/home/me/shop/api",
  HANDLE,
  SHA,
  "x",
  " ",
  "/",
  "é",
);
const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(""));
const key = fc.constantFrom("a", "b", "excerpt", "latency_class", "display_name");
const handles = fc.record({ result_handle: fc.constantFrom(HANDLE, "result-b"), note: text });
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    text,
    handles,
    fc.dictionary(key, tie("tree")),
    fc.array(tie("tree")),
  ),
}));

Deno.test("PortableNames.answer() changes nothing the second time", () => {
  fc.assert(fc.property(tree, (value) => {
    const run = names();
    const once = run.answer(JSON.parse(JSON.stringify(value)));
    assert.deepEqual(run.answer(once), once);
    assert.deepEqual(names().answer(once), once);
  }));
});

Deno.test("PortableNames.text() leaves no folder and no id behind", () => {
  fc.assert(fc.property(text, (value) => {
    const run = names();
    assert.equal(run.foreign(run.text(value)), undefined);
  }));
});

Deno.test("VOLATILE_FIELDS has at most a dozen names", () => {
  assert.ok(VOLATILE_FIELDS.size <= 12);
});
