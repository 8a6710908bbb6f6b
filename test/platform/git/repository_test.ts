/** Repositories made by the real git: every object's hash is its id, and HEAD's tree is git's. */
import assert from "node:assert/strict";
import * as path from "node:path";
import { gitObjectHex } from "../../../src/platform/digest.ts";
import { findGitRoot, type GitDirs, locate } from "../../../src/platform/git/locate.ts";
import { ObjectStore } from "../../../src/platform/git/object_store.ts";
import { GitRepository } from "../../../src/platform/git/repository.ts";
import { resolveCommit } from "../../../src/platform/git/revision.ts";
import { Sandbox } from "./git_fixture.ts";

const MODES = {
  file: "100644 blob",
  executable: "100755 blob",
  link: "120000 blob",
  submodule: "160000 commit",
} as const;

function open(root: string): GitRepository {
  const location = locate(root);
  assert.equal(location.kind, "git");
  return new GitRepository(gitDirs(location));
}

function gitDirs(location: ReturnType<typeof locate>): GitDirs {
  if (location.kind !== "git") throw new Error(`Not a readable repository: ${location.kind}`);
  return location;
}

/** Objects as git lists them, alternates included. */
function idsFromGit(sandbox: Sandbox, folder: string): string[] {
  const format = ["--batch-all-objects", "--batch-check=%(objectname)"];
  return sandbox.git(folder, "cat-file", ...format).split("\n").filter((line) => line !== "")
    .sort();
}

/** The proof that every row of the table below has to stand. */
function prove(sandbox: Sandbox, folder: string): void {
  using repository = open(sandbox.at(folder));
  const ids = repository.store.withPrefix("");
  assert.deepEqual(ids, idsFromGit(sandbox, folder));
  for (const id of ids) {
    const { kind, data } = repository.store.read(id);
    assert.equal(gitObjectHex(kind, data, repository.dirs.hashBytes), id);
  }
  const { oid } = repository.head();
  assert.equal(oid, sandbox.git(folder, "rev-parse", "HEAD").trim());
  const lines = [...repository.files(resolveCommit(repository, "HEAD"))]
    .map((entry) => `${MODES[entry.kind]} ${entry.oid}\t${entry.path}`);
  const want = sandbox.git(folder, "ls-tree", "-r", "-z", "HEAD").split("\0").slice(0, -1);
  assert.deepEqual(lines, want);
}

/** A history whose files change a little each time, so that packing makes deltas. */
function makeHistory(sandbox: Sandbox, folder: string, ...init: string[]): void {
  sandbox.git("", "init", "-q", ...init, folder);
  const lines = Array.from({ length: 400 }, (_, n) => `line ${n} ${n * 7919 % 1009}`);
  for (let n = 0; n < 6; n++) {
    lines[n * 50] = `changed in ${n}`;
    sandbox.write(`${folder}/src/deep/file.txt`, lines.join("\n"));
    sandbox.write(`${folder}/src/é ${n}.txt`, `${n}\n`);
    sandbox.write(`${folder}/src-x`, `${n}`);
    sandbox.commit(folder, `commit ${n}`, n);
  }
  Deno.chmodSync(sandbox.at(folder, "src-x"), 0o755);
  Deno.symlinkSync("src/deep", sandbox.at(folder, "link"));
  sandbox.commit(folder, "modes", 6);
}

const REPOSITORIES: { name: string; make: (sandbox: Sandbox) => string }[] = [
  {
    name: "loose objects",
    make: (sandbox) => {
      makeHistory(sandbox, "r");
      return "r";
    },
  },
  {
    name: "one pack with long delta chains",
    make: (sandbox) => {
      makeHistory(sandbox, "r");
      sandbox.git("r", "gc", "-q", "--aggressive", "--prune=now");
      return "r";
    },
  },
  {
    name: "deltas against ids, and packed references",
    make: (sandbox) => {
      makeHistory(sandbox, "r");
      sandbox.git("r", "-c", "repack.useDeltaBaseOffset=false", "repack", "-a", "-d", "-f", "-q");
      sandbox.git("r", "pack-refs", "--all");
      return "r";
    },
  },
  {
    name: "several packs, some objects loose",
    make: (sandbox) => {
      makeHistory(sandbox, "r");
      sandbox.git("r", "repack", "-d", "-q");
      sandbox.write("r/second", "2");
      sandbox.commit("r", "second", 7);
      sandbox.git("r", "repack", "-d", "-q");
      sandbox.write("r/third", "3");
      sandbox.commit("r", "third", 8);
      return "r";
    },
  },
  {
    name: "eight-byte offsets in the index",
    make: (sandbox) => {
      makeHistory(sandbox, "r");
      sandbox.git("r", "-c", "pack.indexVersion=2", "repack", "-a", "-d", "-q");
      const folder = sandbox.at("r/.git/objects/pack");
      const [pack = ""] = [...Deno.readDirSync(folder)].map(({ name }) => name)
        .filter((name) => name.endsWith(".pack"));
      Deno.removeSync(path.join(folder, pack.replace(/pack$/, "idx")));
      sandbox.git("r", "index-pack", "--index-version=2,0x40", path.join(folder, pack));
      return "r";
    },
  },
  {
    name: "a blob larger than the first read",
    make: (sandbox) => {
      makeHistory(sandbox, "r");
      sandbox.write("r/noise", crypto.getRandomValues(new Uint8Array(60_000)));
      sandbox.write("r/empty", "");
      sandbox.commit("r", "large", 7);
      sandbox.git("r", "gc", "-q");
      return "r";
    },
  },
  {
    name: "a linked worktree",
    make: (sandbox) => {
      makeHistory(sandbox, "main");
      sandbox.git("main", "worktree", "add", "-q", "-b", "side", "../linked");
      sandbox.write("linked/only here", "x");
      sandbox.commit("linked", "on side", 9);
      return "linked";
    },
  },
  {
    name: "objects borrowed from another repository",
    make: (sandbox) => {
      makeHistory(sandbox, "main");
      sandbox.git("main", "gc", "-q");
      sandbox.git("", "clone", "-q", "--shared", "main", "r");
      sandbox.write("r/own", "x");
      sandbox.commit("r", "own", 9);
      return "r";
    },
  },
  {
    name: "SHA-256, loose",
    make: (sandbox) => {
      makeHistory(sandbox, "r", "--object-format=sha256");
      return "r";
    },
  },
  {
    name: "SHA-256, packed",
    make: (sandbox) => {
      makeHistory(sandbox, "r", "--object-format=sha256");
      sandbox.git("r", "-c", "repack.useDeltaBaseOffset=false", "repack", "-a", "-d", "-q");
      return "r";
    },
  },
  {
    name: "a detached HEAD",
    make: (sandbox) => {
      makeHistory(sandbox, "r");
      sandbox.git("r", "checkout", "-q", "HEAD~2");
      return "r";
    },
  },
  {
    name: "a shallow clone",
    make: (sandbox) => {
      makeHistory(sandbox, "main");
      sandbox.git("", "clone", "-q", "--depth=2", `file://${sandbox.at("main")}`, "r");
      return "r";
    },
  },
  {
    name: "annotated tags, also of a tag and of a blob",
    make: (sandbox) => {
      makeHistory(sandbox, "r");
      sandbox.git("r", "tag", "-a", "-m", "one", "v1");
      sandbox.git("r", "tag", "-a", "-m", "two", "v2", "v1");
      sandbox.git("r", "tag", "-a", "-m", "blob", "blob", "HEAD:src-x");
      sandbox.git("r", "gc", "-q");
      return "r";
    },
  },
  {
    name: "a submodule, seen from its own folder",
    make: (sandbox) => {
      makeHistory(sandbox, "part");
      makeHistory(sandbox, "whole");
      const url = sandbox.at("part");
      sandbox.git(
        "whole",
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "-q",
        "add",
        url,
        "sub",
      );
      return "whole/sub";
    },
  },
  {
    name: "a repository that contains a submodule",
    make: (sandbox) => {
      makeHistory(sandbox, "part");
      makeHistory(sandbox, "whole");
      const url = sandbox.at("part");
      sandbox.git(
        "whole",
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "-q",
        "add",
        url,
        "sub",
      );
      sandbox.commit("whole", "with submodule", 9);
      return "whole";
    },
  },
];

Deno.test("every object's hash is its id and HEAD's tree is git's", async (t) => {
  for (const { name, make } of REPOSITORIES) {
    await t.step(name, () => {
      using sandbox = new Sandbox();
      prove(sandbox, make(sandbox));
    });
  }
});

Deno.test("GitRepository.head() in a repository without a commit", () => {
  using sandbox = new Sandbox();
  sandbox.git("", "init", "-q", "r");
  using repository = open(sandbox.at("r"));
  assert.deepEqual(repository.head(), { branch: "refs/heads/main", oid: undefined });
  assert.throws(() => resolveCommit(repository, "HEAD"), { reason: "unknown_revision" });
});

Deno.test("ObjectStore finds objects that git packs or adds while it is open", () => {
  using sandbox = new Sandbox();
  makeHistory(sandbox, "r");
  using repository = open(sandbox.at("r"));
  const before = repository.store.withPrefix("");
  repository.store.read(before[0] ?? "");
  sandbox.git("r", "gc", "-q", "--prune=now");
  for (const oid of before) repository.store.read(oid);
  sandbox.write("r/late", "late");
  const late = sandbox.commit("r", "late", 9);
  sandbox.git("r", "gc", "-q", "--prune=now");
  assert.equal(repository.commit(late).subject, "late");
});

Deno.test("ObjectStore names the object it cannot give", async (t) => {
  using sandbox = new Sandbox();
  makeHistory(sandbox, "r");
  const absent = "0123456789".repeat(4);
  await t.step("missing", () => {
    using repository = open(sandbox.at("r"));
    assert.throws(() => repository.store.read(absent), {
      name: "GitError",
      reason: "missing_object",
      message: `Cannot find object "${absent}" in the repository`,
    });
  });
  const loose = sandbox.git("r", "rev-parse", "HEAD:src-x").trim();
  const file = sandbox.at("r/.git/objects", loose.slice(0, 2), loose.slice(2));
  const deflated = await Deno.readFile(file);
  await Deno.chmod(file, 0o644);
  const damages = [
    { name: "loose, cut off", bytes: deflated.subarray(0, 5) },
    { name: "loose, no zlib stream", bytes: new TextEncoder().encode("garbage") },
    { name: "loose, empty", bytes: new Uint8Array() },
  ];
  for (const { name, bytes } of damages) {
    await t.step(name, () => {
      Deno.writeFileSync(file, bytes);
      using repository = open(sandbox.at("r"));
      assert.throws(() => repository.store.read(loose), {
        reason: "corrupt",
        message: new RegExp(loose),
      });
    });
  }
  await t.step("loose, another object's bytes", () => {
    const other = sandbox.git("r", "rev-parse", "HEAD~1").trim();
    Deno.copyFileSync(sandbox.at("r/.git/objects", other.slice(0, 2), other.slice(2)), file);
    using repository = open(sandbox.at("r"));
    assert.throws(() => repository.store.read(loose), { message: new RegExp(loose) });
  });
});

Deno.test("a pack with any byte changed gives right objects or errors that name them", () => {
  using sandbox = new Sandbox();
  makeHistory(sandbox, "r");
  sandbox.git("r", "gc", "-q", "--prune=now");
  const folder = sandbox.at("r/.git/objects/pack");
  const files = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  for (const name of files.filter((file) => /\.(?:pack|idx)$/.test(file))) {
    const file = path.join(folder, name);
    const whole = Deno.readFileSync(file);
    Deno.chmodSync(file, 0o644);
    let errors = 0;
    for (let at = 0; at < whole.length; at += 97) {
      const damaged = whole.slice();
      damaged[at] = ~(whole[at] ?? 0);
      Deno.writeFileSync(file, damaged);
      errors += countErrors(sandbox.at("r"));
    }
    Deno.writeFileSync(file, whole);
    assert.ok(errors > 0, `damage of ${name} went unnoticed`);
  }
});

/** Reads two commits whole; of what goes wrong, everything has to be a `GitError`. */
function countErrors(root: string): number {
  using repository = open(root);
  let errors = 0;
  for (const revision of ["HEAD", "HEAD~3"]) {
    try {
      const files = repository.files(resolveCommit(repository, revision));
      for (const { oid } of files) repository.blob(oid);
    } catch (error) {
      assert.equal(error instanceof Error ? error.name : error, "GitError");
      errors++;
    }
  }
  return errors;
}

Deno.test("ObjectStore stops at alternates that form a circle", () => {
  using sandbox = new Sandbox();
  makeHistory(sandbox, "r");
  sandbox.write("r/.git/objects/info/alternates", "../../.git/objects\n../objects\n");
  const store = new ObjectStore([sandbox.at("r/.git/objects")], 20);
  assert.throws(() => store.read("f".repeat(40)), { reason: "missing_object" });
});

Deno.test("locate() and findGitRoot()", async (t) => {
  using sandbox = new Sandbox();
  makeHistory(sandbox, "r");
  await t.step(
    "nothing there",
    () => assert.deepEqual(locate(sandbox.at("r/src")), { kind: "none" }),
  );
  await t.step("climbs from a folder below", () => {
    assert.equal(findGitRoot(sandbox.at("r/src/deep"))?.root, sandbox.at("r"));
  });
  await t.step("climbs past an empty .git folder", () => {
    Deno.mkdirSync(sandbox.at("r/src/.git"));
    assert.equal(findGitRoot(sandbox.at("r/src"))?.root, sandbox.at("r"));
  });
  await t.step("refuses reftable but knows where excludes are", () => {
    sandbox.git("", "init", "-q", "ref");
    sandbox.git("ref", "config", "core.repositoryFormatVersion", "1");
    sandbox.git("ref", "config", "extensions.refStorage", "reftable");
    assert.deepEqual(locate(sandbox.at("ref")), {
      kind: "unsupported",
      reason: 'References are stored as "reftable"',
      common: sandbox.at("ref/.git"),
    });
  });
  await t.step("refuses a .git file that names no git folder", () => {
    sandbox.write("fake/.git", `gitdir: ${sandbox.at("r/src")}\n`);
    assert.equal(locate(sandbox.at("fake")).kind, "unsupported");
  });
  await t.step("refuses a worktree that does not point back", () => {
    sandbox.git("r", "worktree", "add", "-q", "../linked");
    Deno.mkdirSync(sandbox.at("thief"));
    Deno.copyFileSync(sandbox.at("linked/.git"), sandbox.at("thief/.git"));
    assert.equal(locate(sandbox.at("linked")).kind, "git");
    assert.equal(locate(sandbox.at("thief")).kind, "unsupported");
  });
});
