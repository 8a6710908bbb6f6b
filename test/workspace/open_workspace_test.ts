import assert from "node:assert/strict";
import { Adopted } from "../../src/session/adopted.ts";
import { CALL, literal } from "../engine/support.ts";
import { ScratchTree } from "../snapshot/scratch_tree.ts";
import { git, ScratchWorkspace } from "./support.ts";

const OUTSIDE = { code: "access_denied", message: "path is outside workspace roots" };

Deno.test("adopt() climbs to the git root, or takes the folder itself", async () => {
  using tree = new ScratchTree({ "sub/a.ts": "a\n" });
  await git(tree, "init", "-q");
  await using scratch = new ScratchWorkspace("/");
  const climbed = await scratch.adopt({ path: tree.at("sub"), resolveMode: "git_root" });
  const direct = await scratch.adopt({ path: tree.at("sub") });
  assert.deepEqual([climbed.root, direct.root], [tree.root, tree.at("sub")]);
  assert.deepEqual(scratch.session.adopted, [climbed.id, direct.id]);
  assert.equal(scratch.session.defaultId, direct.id);
});

Deno.test("adopt() refuses what is no repository", async (t) => {
  using tree = new ScratchTree({ "a.txt": "a\n" });
  await using scratch = new ScratchWorkspace(tree.root);
  const cases = [
    { name: "empty path", request: { path: " " }, code: "invalid_params" },
    {
      name: "outside git",
      request: { path: ".", resolveMode: "git_root" as const },
      code: "invalid_params",
    },
    { name: "missing path", request: { path: "nothing" }, code: "resource_not_found" },
    { name: "file", request: { path: "a.txt" }, code: "invalid_params" },
    { name: "NUL", request: { path: "a\0b" }, code: "resource_not_found" },
    { name: "unknown id", request: { repositoryId: "x-1" }, code: "resource_not_found" },
    { name: "alias of nothing", request: { repositoryId: "repo-001" }, code: "resource_not_found" },
    { name: "two targets", request: { path: ".", repositoryId: "x" }, code: "invalid_params" },
    { name: "no target", request: {}, code: "invalid_params" },
  ];
  for (const { name, request, code } of cases) {
    await t.step(name, () => assert.rejects(scratch.adopt(request), { code }));
  }
  assert.deepEqual(scratch.session.adopted, []);
});

Deno.test("one repository under two names is one (case 2.4)", async () => {
  using tree = new ScratchTree({ "repo/a.ts": "needle\n" });
  await Deno.symlink("repo", tree.at("link"));
  await using scratch = new ScratchWorkspace(tree.root);
  const first = await scratch.adopt({ path: tree.at("repo") });
  for (const spelling of [tree.at("link"), `${tree.at("repo")}/`, "link/../repo", "./link/."]) {
    assert.equal(await scratch.adopt({ path: spelling }), first, spelling);
  }
  assert.deepEqual(scratch.session.adopted, [first.id]);
  await first.prepare(CALL, 60_000);
  const { rows } = await first.engine.search("text", literal("needle"), CALL);
  assert.deepEqual(rows.map(({ path }) => path), ["a.ts"]);
  const place = await scratch.workspace.place(
    scratch.session,
    tree.at("link/a.ts"),
    undefined,
    CALL,
  );
  assert.deepEqual([place.repository.id, place.path], [first.id, "a.ts"]);
});

Deno.test("a session without a target gets the git root of the working directory", async () => {
  using tree = new ScratchTree({ "sub/a.ts": "needle\n" });
  await git(tree, "init", "-q");
  await using scratch = new ScratchWorkspace(tree.at("sub"));
  const [repository, ...others] = await scratch.workspace.scope(scratch.session, undefined, CALL);
  assert.deepEqual([repository?.root, others], [tree.root, []]);
});

Deno.test("command-line roots are adopted in their order, the first as default", async () => {
  using tree = new ScratchTree({ "b/x": "", "a/x": "" });
  await using scratch = new ScratchWorkspace(tree.root, { roots: ["b", tree.at("a")] });
  const repositories = await scratch.workspace.scope(scratch.session, undefined, CALL);
  assert.deepEqual(repositories.map(({ displayName }) => displayName), ["b", "a"]);
  assert.equal(scratch.session.defaultId, repositories[0]?.id);
  const [second] = await scratch.workspace.scope(scratch.session, "repo-002", CALL);
  assert.equal(second?.displayName, "a");
});

Deno.test("the root of the disk and the home folder are no default (case 9.2)", async (t) => {
  using tree = new ScratchTree();
  await Deno.symlink(tree.root, `${tree.root}-link`);
  const cases = [
    { name: "root of the disk", cwd: "/", home: undefined },
    { name: "home folder", cwd: tree.root, home: tree.root },
    { name: "home folder under another name", cwd: tree.root, home: `${tree.root}-link` },
    { name: "folder that is gone", cwd: tree.at("gone"), home: undefined },
  ];
  for (const { name, cwd, home } of cases) {
    await t.step(name, async () => {
      await using scratch = new ScratchWorkspace(cwd, { home });
      await assert.rejects(scratch.workspace.scope(scratch.session, undefined, CALL), (error) => {
        assert.ok(error instanceof Error && "code" in error && "data" in error);
        assert.equal(error.code, "resource_not_found");
        assert.match(JSON.stringify(error.data), /"attached_repositories":\[\].*--workspace-root/);
        return true;
      });
    });
  }
  await Deno.remove(`${tree.root}-link`);
  await t.step("named, both are served", async () => {
    await using scratch = new ScratchWorkspace("/", { home: tree.root });
    assert.equal((await scratch.adopt({ path: tree.root })).root, tree.root);
    assert.equal((await scratch.adopt({ path: "/" })).root, "/");
  });
});

Deno.test("place() finds the repository of a path", async (t) => {
  using tree = new ScratchTree({ "one/both.txt": "", "two/both.txt": "", "two/only.txt": "" });
  using outer = new ScratchTree({ "secret.txt": "" });
  await Deno.symlink(outer.at("secret.txt"), tree.at("one/leak"));
  await using scratch = new ScratchWorkspace(tree.root);
  const { workspace, session } = scratch;
  const two = await scratch.adopt({ path: "two" });
  const one = await scratch.adopt({ path: "one" });
  const other = new Adopted();
  await workspace.adopt(
    other,
    { path: outer.root, resolveMode: "direct", makeDefault: true },
    CALL,
  );
  const cases = [
    { name: "in both: the default", path: "both.txt", want: [one.id, "both.txt"] },
    { name: "in the other alone", path: "only.txt", want: [two.id, "only.txt"] },
    { name: "in none: the default", path: "none.txt", want: [one.id, "none.txt"] },
    { name: "named by alias", path: "both.txt", id: "repo-001", want: [two.id, "both.txt"] },
    { name: "named by id", path: "none.txt", id: two.id, want: [two.id, "none.txt"] },
    { name: "absolute", path: tree.at("two/only.txt"), want: [two.id, "only.txt"] },
    { name: "absolute and missing", path: tree.at("two/x/y"), want: [two.id, "x/y"] },
    { name: "a link is left to the engine", path: tree.at("one/leak"), want: [one.id, "leak"] },
    {
      name: "root of another session",
      path: outer.at("secret.txt"),
      want: [other.defaultId, "secret.txt"],
    },
  ];
  for (const { name, path, id, want } of cases) {
    await t.step(name, async () => {
      const place = await workspace.place(session, path, id, CALL);
      assert.deepEqual([place.repository.id, place.path], want);
    });
  }
  const refused = [
    { name: "outside", path: "/etc/hostname" },
    { name: "outside and missing", path: "/etc/no-such-file" },
    { name: "climbing out", path: "../two/only.txt" },
    { name: "absolute beside the named one", path: tree.at("one/both.txt"), id: two.id },
    { name: "sibling with the same beginning", path: `${tree.at("one")}-more/x` },
  ];
  for (const { name, path, id } of refused) {
    await t.step(name, () => assert.rejects(workspace.place(session, path, id, CALL), OUTSIDE));
  }
});

Deno.test("scope() knows adopted repositories only", async () => {
  using tree = new ScratchTree({ "one/x": "", "two/x": "" });
  await using scratch = new ScratchWorkspace(tree.root);
  const { workspace, session } = scratch;
  const one = await scratch.adopt({ path: "one" });
  const other = new Adopted();
  const two = await workspace.adopt(other, {
    path: "two",
    resolveMode: "direct",
    makeDefault: true,
  }, CALL);
  await assert.rejects(workspace.scope(session, two.id, CALL), { code: "resource_not_found" });
  await assert.rejects(workspace.scope(session, "repo-002", CALL), { code: "resource_not_found" });
  await scratch.adopt({ repositoryId: two.id, makeDefault: false });
  assert.deepEqual(await workspace.scope(session, undefined, CALL), [one, two]);
  assert.deepEqual([session.defaultId, two.sessionCount, one.sessionCount], [one.id, 2, 1]);
  assert.deepEqual([workspace.alias(session, two.id), workspace.alias(other, two.id)], [
    "repo-002",
    "repo-001",
  ]);
  workspace.release(session);
  assert.deepEqual([two.sessionCount, one.sessionCount, workspace.find(one.id)], [1, 0, one]);
});

Deno.test("prepare() builds a missing index once and waits no longer than it may", async () => {
  using tree = new ScratchTree();
  for (let n = 0; n < 200; n++) tree.write(`f${n}.ts`, "function f() {}\n".repeat(30));
  await using scratch = new ScratchWorkspace(tree.root);
  const repository = await scratch.adopt({ path: "." });
  assert.deepEqual(repository.storage, {
    path: tree.at(".frigg"),
    exists: false,
    initialized: false,
  });
  assert.equal((await repository.prepare(CALL, 0)).state, "missing");
  assert.equal(repository.firstIndexRunning, true);
  let seen = 0;
  const progress = (done: number): number => seen = done;
  const statuses = await Promise.all([
    repository.prepare({ ...CALL, progress }, 60_000),
    repository.prepare(CALL, 60_000),
  ]);
  assert.deepEqual(statuses.map(({ state, files }) => [state, files]), [["ready", 200], [
    "ready",
    200,
  ]]);
  assert.equal(seen, 200);
  assert.deepEqual([repository.firstIndexRunning, repository.storage.initialized], [false, true]);
});

Deno.test("prepare() keeps the reason of an index in memory", async (t) => {
  const cases = [
    {
      name: "lock cannot be made",
      files: { ".frigg/LOCK/x": "" },
      options: {},
      error: /foreign lock/,
    },
    {
      name: "state folder is a file",
      files: { ".frigg": "" },
      options: {},
      error: /not a plain folder/,
    },
    {
      name: "chosen folder cannot be made",
      files: { "file": "" },
      options: { stateDir: "file" },
      error: /Cannot make/,
    },
  ];
  for (const { name, files, options, error } of cases) {
    await t.step(name, async () => {
      using tree = new ScratchTree({ "a.ts": "needle\n", ...files });
      await using scratch = new ScratchWorkspace(tree.root, options);
      const repository = await scratch.adopt({ path: "." });
      assert.equal((await repository.prepare(CALL, 60_000)).state, "ready");
      assert.match(repository.storage.error ?? "", error);
      assert.equal((await repository.engine.search("text", literal("needle"), CALL)).totalRows, 1);
    });
  }
});

Deno.test("a chosen state folder holds one folder a repository, and the root stays clean", async () => {
  using tree = new ScratchTree({ "repo/a.ts": "needle\n" });
  await using scratch = new ScratchWorkspace(tree.root, { stateDir: "state/deep" });
  const repository = await scratch.adopt({ path: "repo" });
  assert.equal((await repository.prepare(CALL, 60_000)).state, "ready");
  assert.deepEqual(repository.storage, {
    path: tree.at(`state/deep/${repository.id}`),
    exists: true,
    initialized: true,
  });
  const entries = await Array.fromAsync(Deno.readDir(tree.at("repo")));
  assert.deepEqual(entries.map(({ name }) => name), ["a.ts"]);
});
