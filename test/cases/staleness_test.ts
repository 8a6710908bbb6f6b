/** Text that changed after it was found, and indexes that changed under a server (cases.md §4). */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { JsonObject } from "../../src/contract/json.ts";
import { frigg, runToEnd } from "../e2e/frigg.ts";
import { connect, type Connection } from "../support/client.ts";
import { list, object, pick, text } from "../support/json.ts";
import { tempRepo } from "../support/repo.ts";

const SYMBOL = { query: "needle", path_class: "any" };
const WATCH = { debounceMs: 50, retryMs: 100 };

function paths(answer: JsonObject, rows = "matches"): string[] {
  return list(answer, rows).map((row) => text(row, "path"));
}

async function git(root: string, ...args: string[]): Promise<void> {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
  const env = { PATH: Deno.env.get("PATH") ?? "", GIT_CONFIG_GLOBAL: "/dev/null" };
  const { code, stderr } = await runToEnd({ command: "git", args: [...identity, ...args] }, {
    cwd: root,
    env,
  });
  assert.equal(code, 0, stderr);
}

/** Brings the index up to the tree from another process, as a user does. */
async function reindex(root: string): Promise<void> {
  const { code, stderr } = await frigg(["index"], { cwd: root });
  assert.equal(code, 0, stderr);
}

Deno.test("old coordinates give no new text (cases.md 4.1)", async () => {
  using repo = tempRepo({ "a.ts": "let before;\nfunction needle() {}\n" });
  await using connection = await connect([repo.root]);
  const found = await connection.call("search_text", { query: "needle" });
  const old = { result_handle: text(found, "result_handle"), match_id: "search:m1" };
  assert.deepEqual(await connection.text("read_match", old), [
    "let before;\nfunction needle() {}\n",
  ]);
  repo.write("a.ts", `${"// secret\n".repeat(5)}let before;\nfunction needle() {}\n`);
  const error = await connection.refused("read_match", old);
  assert.deepEqual(pick(error, "error_code", "retryable"), ["STALE_PROOF_ANCHOR", false]);
  assert.doesNotMatch(JSON.stringify(error), /secret|before|function/);
  const target = object(list(found, "matches")[0] ?? {}, "target_ref");
  for (const tool of ["go_to_definition", "find_references", "document_symbols", "impact_bundle"]) {
    const stale = await connection.refused(tool, { target });
    assert.deepEqual(pick(stale, "error_code", "retryable"), ["STALE_PROOF_ANCHOR", false], tool);
    assert.doesNotMatch(JSON.stringify(stale), /secret|before|function/, tool);
  }
  const again = await connection.call("search_text", { query: "needle" });
  assert.deepEqual(list(again, "matches").map(({ line }) => line), [7]);
  const fresh = { result_handle: text(again, "result_handle"), match_id: "search:m1" };
  const [shown] = await connection.text("read_match", { ...fresh, before: 0, after: 0 });
  assert.equal(shown, "function needle() {}\n");
});

Deno.test("a rename leaves nothing behind (cases.md 4.2)", async (t) => {
  for (const watch of [undefined, WATCH]) {
    await t.step(watch === undefined ? "after `frigg index`" : "by the watch", async () => {
      using repo = tempRepo({
        "a.ts": "export function needle() {}\n",
        "d/x.ts": "export function needle() {}\n",
      });
      await git(repo.root, "init", "-q");
      await git(repo.root, "add", ".");
      await git(repo.root, "commit", "-qm", "one");
      await using connection = await connect([repo.root], watch === undefined ? {} : { watch });
      await git(repo.root, "mv", "a.ts", "b.ts");
      await git(repo.root, "mv", "d", "e");
      await checkBefore(connection);
      if (watch === undefined) await reindex(repo.root);
      await untilClean(connection);
      const symbols = await connection.call("search_symbol", SYMBOL);
      assert.deepEqual(paths(symbols).sort(), ["b.ts", "e/x.ts"]);
      const found = await connection.call("search_text", { query: "needle" });
      assert.deepEqual(paths(found), ["b.ts", "e/x.ts"]);
      assert.deepEqual(paths(await connection.call("list_files"), "files"), ["b.ts", "e/x.ts"]);
    });
  }
});

/** Before a refresh nothing old is told, and what answers lack is named. A watch may be faster than that. */
async function checkBefore(connection: Connection): Promise<void> {
  const freshness = object(await connection.call("workspace"), "freshness");
  const symbols = await connection.call("search_symbol", SYMBOL);
  const found = await connection.call("search_text", { query: "needle" });
  for (const path of [...paths(symbols), ...paths(found)]) {
    assert(["b.ts", "e/x.ts"].includes(path), path);
  }
  if (freshness["dirty_scope"] === "clean") return;
  const changed = freshness["changed_paths_since_snapshot"];
  assert.deepEqual(changed, ["a.ts", "b.ts", "d/x.ts", "e/x.ts"]);
}

async function untilClean(connection: Connection): Promise<void> {
  const endMs = Date.now() + 30_000;
  while ((await connection.call("workspace"))["recommended_action"] !== "ready") {
    assert(Date.now() < endMs);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

Deno.test("an index replaced while serving is the one that answers (cases.md 4.3)", async (t) => {
  for (const watch of [undefined, WATCH]) {
    await t.step(watch === undefined ? "without a watch" : "with a watch", async () => {
      using repo = tempRepo({ "a.ts": "needle\n", ".git/HEAD": "ref: refs/heads/main\n" });
      for (const folder of ["objects", "refs"]) await Deno.mkdir(`${repo.root}/.git/${folder}`);
      await using connection = await connect([repo.root], watch === undefined ? {} : { watch });
      assert.deepEqual(paths(await connection.call("search_text", { query: "needle" })), ["a.ts"]);
      repo.remove(".frigg");
      await reindex(repo.root);
      repo.write("b.ts", "fresh\n");
      await reindex(repo.root);
      assert.deepEqual(paths(await connection.call("search_text", { query: "fresh" })), ["b.ts"]);
    });
  }
});

type Act = (world: { readonly root: string; readonly connection: Connection }) => unknown;

const ACTIONS: Readonly<Record<string, Act>> = {
  index: ({ root }) => reindex(root),
  edit: ({ root }) => Deno.writeTextFileSync(`${root}/a.ts`, `let needle = ${Math.random()};\n`),
  add: ({ root }) => Deno.writeTextFileSync(`${root}/n${Date.now()}.ts`, "function needle() {}\n"),
  remove: ({ root }) => Deno.removeSync(`${root}/z.ts`),
  deleteStore: ({ root }) => Deno.removeSync(`${root}/.frigg`, { recursive: true }),
  damageStore: ({ root }) => Deno.writeTextFileSync(`${root}/.frigg/CURRENT`, "nonsense"),
  adoptSecond: ({ root, connection }) =>
    connection.call("workspace", {
      path: `${root}/second`,
      resolve_mode: "direct",
      set_default: false,
    }),
};

Deno.test("status and searches never disagree (cases.md 4.4)", async () => {
  const sequences = fc.uniqueArray(fc.constantFrom(...Object.keys(ACTIONS)), {
    minLength: 3,
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(sequences, async (names) => {
      using repo = tempRepo({
        ".git/HEAD": "ref: refs/heads/main\n",
        ".git/objects/x": "",
        ".git/refs/x": "",
        "a.ts": "let needle = 0;\n",
        "z.ts": "function needle() {}\n",
        "second/s.ts": "function needle() {}\n",
      });
      await using connection = await connect([repo.root]);
      for (const name of names) {
        try {
          await ACTIONS[name]?.({ root: repo.root, connection });
        } catch (error) {
          // Nothing is there to be removed or damaged after the index was removed.
          if (!(error instanceof Deno.errors.NotFound)) throw error;
        }
        await checkAgreement(connection);
      }
    }),
    { numRuns: 4, endOnFailure: true },
  );
});

async function checkAgreement(connection: Connection): Promise<void> {
  const status = await connection.call("workspace");
  const freshness = object(status, "freshness");
  const state = object(freshness, "snapshot")["state"];
  assert.equal(status["lexical_ready"], state === "ready");
  const id = text(object(status, "repository"), "repository_id");
  for (const tool of ["search_text", "search_symbol"]) {
    // Another word each time: zero rows say more about the index than rows do.
    const request = { query: "nothing_has_this_name", repository_id: id };
    if (state === "error") {
      assert.equal((await connection.refused(tool, request))["error_class"], "storage_corrupt");
      continue;
    }
    const answer = await connection.call(tool, request);
    const complete = object(answer, "completeness")["complete"] === true;
    assert.equal(answer["zero_hit_reason"] === "tool_unavailable", state === "missing", tool);
    // Completeness is that of the snapshot; that the tree is another one is told beside it.
    const clean = freshness["dirty_scope"] === "clean";
    if (clean || state === "missing") assert.equal(complete, clean, tool);
    if (!clean) assert.notEqual(answer["zero_hit_reason"], "indexed_search_complete", tool);
    if (state !== "ready") continue;
    const changed = freshness["changed_paths_since_snapshot"];
    assert.deepEqual(object(answer, "index")["changed_paths_since_snapshot"], changed, tool);
  }
}
