import assert from "node:assert/strict";
import { checkout, frigg } from "./frigg.ts";

Deno.test("index, status and search agree before, after and beside an edit", async () => {
  using repo = checkout({ "a.ts": "export const needle = 1;\n", "b.txt": "hay\n" });
  const at = { cwd: repo.root };
  const before = await frigg(["status", "--json"], at);
  assert.equal(JSON.parse(before.stdout).repositories[0].snapshot_state, "missing");
  assert.equal(repo.exists(".frigg"), false);
  const built = await frigg(["index"], at);
  assert.match(built.stdout, /2 files, 1 symbol \(2 read, 0 unchanged\)\n {2}in \.frigg\n$/);
  repo.write("b.txt", "needle\n");
  const edited = await frigg(["status"], at);
  assert.match(edited.stdout, /1 path changed.*\n {12}b\.txt\n/);
  const found = await frigg(["search", "needle"], at);
  assert.equal(found.stdout, "a.ts:1:14: export const needle = 1;\nb.txt:1:1: needle\n");
  const current = await frigg(["index", "--changed", "--json"], at);
  assert.equal(JSON.parse(current.stdout).repositories[0].files, 2);
});

Deno.test("a damaged index is told by status and search, and rebuilt by index", async () => {
  using repo = checkout({ "a.txt": "needle\n" });
  const at = { cwd: repo.root };
  await frigg(["index"], at);
  const snapshot = `.frigg/${repo.read(".frigg/CURRENT").trim()}`;
  for await (const { name } of Deno.readDir(`${repo.root}/${snapshot}`)) {
    repo.write(`${snapshot}/${name}`, "not ours");
  }
  const status = await frigg(["status"], at);
  assert.deepEqual([status.code, /damaged.*frigg index/.test(status.stdout)], [3, true]);
  const search = await frigg(["search", "needle"], at);
  assert.deepEqual([search.code, search.stdout], [3, ""]);
  assert.match(search.stderr, /frigg index/);
  const call = await frigg(["call", "search_text", '{"query":"needle"}'], at);
  assert.equal(call.code, 1);
  assert.equal(JSON.parse(call.stdout).error.data.error_class, "storage_corrupt");
  assert.equal((await frigg(["index"], at)).code, 0);
  assert.equal((await frigg(["search", "needle"], at)).stdout, "a.txt:1:1: needle\n");
});

Deno.test("status tells what a limit left out", async () => {
  using repo = checkout({ "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n" });
  const limited = { cwd: repo.root, env: { FRIGG_MAX_FILES: "1" } };
  await frigg(["index"], limited);
  const { stdout } = await frigg(["status"], limited);
  assert.match(stdout, /ready: 1 file, .*\n {2}left out {2}files beyond a limit/);
  await frigg(["index"], { cwd: repo.root });
  assert.doesNotMatch((await frigg(["status"], { cwd: repo.root })).stdout, /left out/);
});

Deno.test("search says when there is more, and shows everything when asked", async () => {
  using repo = checkout({ "many.txt": "needle\n".repeat(250) });
  const at = { cwd: repo.root };
  const first = await frigg(["search", "needle"], at);
  const shown = first.stdout.split("\n").length - 1;
  assert(shown > 0 && shown < 250);
  assert.match(first.stderr, new RegExp(`first ${shown} of 250 hits`));
  const all = await frigg(["search", "needle", "--all"], at);
  assert.deepEqual([all.stdout.split("\n").length - 1, all.stderr], [250, ""]);
  const none = await frigg(["search", "thread"], at);
  assert.deepEqual([none.code, none.stdout], [0, ""]);
  assert.notEqual(none.stderr, "");
  const refused = await frigg(["search", "--regex", "(a"], at);
  assert.equal(refused.code, 1);
  assert.equal(JSON.parse(refused.stdout).error.data.error_code, "invalid_params");
});

Deno.test("with several roots a hit names its root", async () => {
  using repo = checkout({ "one/a.txt": "needle\n", "two/a.txt": "a needle\n" });
  const roots = ["--workspace-root", "two", "--workspace-root", "one"];
  const { stdout } = await frigg(["search", "needle", ...roots], { cwd: repo.root });
  assert.equal(stdout, "two/a.txt:1:3: a needle\none/a.txt:1:1: needle\n");
});

Deno.test("control characters of a file do not reach the terminal", async () => {
  using repo = checkout({ "evil.txt": "needle \x1b]0;owned\x07\n" });
  const { stdout } = await frigg(["search", "needle"], { cwd: repo.root });
  assert.equal(stdout, "evil.txt:1:1: needle \\u001b]0;owned\\u0007\n");
});
