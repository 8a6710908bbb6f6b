import assert from "node:assert/strict";
import { locate } from "../../../src/platform/git/locate.ts";
import { GitRepository } from "../../../src/platform/git/repository.ts";
import { resolveCommit } from "../../../src/platform/git/revision.ts";
import { Sandbox } from "./git_fixture.ts";

function open(root: string): GitRepository {
  const location = locate(root);
  if (location.kind !== "git") throw new Error(`Not a readable repository: ${location.kind}`);
  return new GitRepository(location);
}

/** main: c0 - c1 - c2 - merge, side: c1 - s1; tags and a packed branch. */
function makeMerged(sandbox: Sandbox): void {
  sandbox.git("", "init", "-q", "r");
  sandbox.commit("r", "c0", 0);
  sandbox.commit("r", "c1", 1);
  sandbox.git("r", "checkout", "-q", "-b", "feature/side");
  sandbox.commit("r", "s1", 2);
  sandbox.git("r", "checkout", "-q", "main");
  sandbox.commit("r", "c2", 3);
  sandbox.git("r", "merge", "-q", "--no-ff", "-m", "merge", "feature/side");
  sandbox.git("r", "tag", "-a", "-m", "x", "v1", "HEAD~1");
  sandbox.git("r", "tag", "-a", "-m", "x", "v1-again", "v1");
  sandbox.git("r", "pack-refs", "--all");
  sandbox.git("r", "branch", "later", "HEAD~2");
  sandbox.git("r", "update-ref", "refs/remotes/origin/main", "HEAD~1");
  sandbox.git("r", "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main");
}

Deno.test("resolveCommit() agrees with git rev-parse", async (t) => {
  using sandbox = new Sandbox();
  makeMerged(sandbox);
  using repository = open(sandbox.at("r"));
  const id = sandbox.git("r", "rev-parse", "HEAD~1").trim();
  const revisions = [
    ..."HEAD @ main feature/side heads/main refs/heads/later later v1 v1-again tags/v1".split(" "),
    ..."origin origin/main remotes/origin/main HEAD~ HEAD~1 HEAD~3 HEAD^ HEAD^2 HEAD^2~1".split(
      " ",
    ),
    ..."HEAD~1^1 HEAD^^ HEAD~0 HEAD^0 v1~1 feature/side~2".split(" "),
    id,
    id.slice(0, 7),
    id.slice(0, 8),
    `${id.slice(0, 9).toUpperCase()}~1`,
  ];
  for (const revision of revisions) {
    await t.step(revision.length > 20 ? "full id" : revision, () => {
      const want = sandbox.git("r", "rev-parse", `${revision}^{commit}`).trim();
      assert.equal(resolveCommit(repository, revision), want);
    });
  }
});

Deno.test("resolveCommit() refuses what it cannot resolve", async (t) => {
  using sandbox = new Sandbox();
  makeMerged(sandbox);
  using repository = open(sandbox.at("r"));
  const tree = sandbox.git("r", "rev-parse", "HEAD^{tree}").trim();
  const unknown = [
    ...["", "nothing", "HEAD~99", "HEAD^3", "HEAD^{tree}", "HEAD@{1}", "main..later", ":/c0"],
    ...["config", "../r/.git/HEAD", "refs/heads", "-x", "abc", "~1", "main.lock", tree],
  ];
  for (const revision of unknown) {
    await t.step(`"${revision}"`, () => {
      assert.throws(() => resolveCommit(repository, revision), { reason: "unknown_revision" });
    });
  }
  await t.step("a full id that is not there", () => {
    assert.throws(() => resolveCommit(repository, "0".repeat(40)), { reason: "unknown_revision" });
  });
  await t.step("a reference without an id", () => {
    sandbox.write("r/.git/refs/heads/broken", "garbage\n");
    assert.throws(() => resolveCommit(repository, "broken"), { reason: "corrupt" });
  });
  await t.step("references that name each other", () => {
    sandbox.write("r/.git/refs/heads/a", "ref: refs/heads/b\n");
    sandbox.write("r/.git/refs/heads/b", "ref: refs/heads/a\n");
    assert.throws(() => resolveCommit(repository, "a"), { reason: "corrupt" });
  });
});

Deno.test("GitRepository.commit() parses what git shows", () => {
  using sandbox = new Sandbox();
  makeMerged(sandbox);
  using repository = open(sandbox.at("r"));
  const { tree, parents, subject, author, committedAt } = repository.commit(
    resolveCommit(repository, "feature/side"),
  );
  const [wantTree, wantParents] = sandbox.git("r", "log", "-1", "--format=%T%n%P", "feature/side")
    .split("\n");
  assert.deepEqual([tree, parents.join(" ")], [wantTree, wantParents]);
  assert.deepEqual({ subject, author, committedAt }, {
    subject: "s1",
    author: "Ada <ada@example.org>",
    committedAt: 1_700_000_002,
  });
});

Deno.test("a shallow clone says where its history ends", () => {
  using sandbox = new Sandbox();
  makeMerged(sandbox);
  sandbox.git("", "clone", "-q", "--depth=2", `file://${sandbox.at("r")}`, "cut");
  using repository = open(sandbox.at("cut"));
  assert.deepEqual(
    [...repository.shallow()].sort(),
    [
      resolveCommit(repository, "HEAD^1"),
      resolveCommit(repository, "HEAD^2"),
    ].sort(),
  );
  assert.throws(() => resolveCommit(repository, "HEAD~2"), {
    reason: "shallow",
    message: 'Cannot resolve revision "HEAD~2": the clone is shallow',
  });
});
