import assert from "node:assert/strict";
import * as fs from "node:fs";
import { type CommitFiles, commitFiles } from "../../src/platform/commit_files.ts";
import { diskFiles, type Files, FIRST_PIECE_BYTES } from "../../src/platform/files.ts";
import { openCommitRoot } from "../../src/platform/git/commit_root.ts";
import { locate } from "../../src/platform/git/locate.ts";
import { GitRepository } from "../../src/platform/git/repository.ts";
import { trickyHistory } from "../support/tricky_history.ts";
import { Sandbox } from "./git/git_fixture.ts";

// Before 2.5 Deno leaves such names out of every listing, so that nobody can know of them.
const DROPS_BAD_NAMES = Deno.version.deno.startsWith("2.4.");
const MAX = 64 * 1024 * 1024;

function openRepository(root: string): GitRepository {
  const location = locate(root);
  if (location.kind !== "git") throw new Error(`Not a readable repository: ${location.kind}`);
  return new GitRepository(location);
}

/** The files of a revision of `r` as if they stood in `root`, closed after `use`. */
function withCommit(
  sandbox: Sandbox,
  revision: string,
  use: (files: CommitFiles) => void,
  root = sandbox.at("r"),
): void {
  using repository = openRepository(sandbox.at("r"));
  const { tree } = openCommitRoot(repository, revision, "");
  const files = commitFiles(root, tree);
  try {
    use(files);
  } finally {
    files.close();
  }
}

/** What a tree says of a path, times left out. */
function seen(files: Files, path: string): unknown {
  const read = files.read(path, MAX);
  const pieces: Uint8Array[] = [];
  const inPieces = files.readPieces(path, (piece) => pieces.push(piece.slice()) > 0);
  const stats = [files.stat(path), files.finder()(path)].map((found) =>
    found.failure ??
      ("path" in found.value
        ? [found.value.path, found.value.stat.sizeBytes]
        : found.value.sizeBytes)
  );
  return {
    located: files.locate(path),
    stats,
    bytes: read.failure ?? [...read.value.bytes],
    pieces: inPieces.failure ?? pieces.flatMap((piece) => [...piece]),
    list: files.list(path).value?.filter(({ name }) => name !== ".git")
      .map(({ name, kind }) => `${kind} ${name}`).sort() ?? files.list(path).failure,
  };
}

const ODD_PATHS = [
  "",
  ".",
  "./src/../README.md",
  "to_folder/words.ts",
  "to_folder/up",
  "to_folder/../README.md",
  "outside/inner.ts",
  "README.md/below",
  "src/",
  "none",
  "none/none",
  "lib/inner.ts",
  "a\0b",
  "..",
  "../other/inner.ts",
  "../r/README.md",
  "/no/such/file",
];

Deno.test("a commit's files are those of a checkout, at every revision and path", async (t) => {
  using sandbox = new Sandbox();
  for (const [n, revision] of trickyHistory(sandbox).entries()) {
    const checkout = sandbox.at(`checkout-${n}`, "r");
    sandbox.git("r", "worktree", "add", "-q", "--detach", checkout, revision);
    const disk = diskFiles(checkout);
    const tracked = sandbox.git("r", "ls-tree", "-rtz", "--name-only", revision).split("\0");
    const paths = [...tracked.filter((path) => path !== ""), ...ODD_PATHS];
    withCommit(sandbox, revision, (commit) => {
      for (const path of paths) {
        assert.deepEqual([path, seen(commit, path)], [path, seen(disk, path)]);
        const absolute = `${checkout}/${path}`;
        assert.deepEqual([path, commit.locate(absolute)], [path, disk.locate(absolute)]);
      }
    }, checkout);
    await t.step(
      `revision ${n}, ${paths.length} paths`,
      () => assert(paths.length > ODD_PATHS.length + 5),
    );
  }
});

Deno.test("a commit's files are known by blob id and end nowhere outside their tree", async (t) => {
  using sandbox = new Sandbox();
  trickyHistory(sandbox);
  withCommit(sandbox, "HEAD", (files) => {
    const blob = (path: string): string => sandbox.git("r", "rev-parse", `HEAD:${path}`).trim();
    assert.equal(files.blobId("README.md"), blob("README.md"));
    assert.deepEqual(["src", "to_file", "none", "lib"].map((path) => files.blobId(path)), [
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    const asked = ["README.md", "src", "lib", "to_file", "outside", "none", "nowhere", "../x"];
    assert.deepEqual(asked.filter((path) => files.holds(path)), [
      "README.md",
      "src",
      "lib",
      "to_file",
      "outside",
      "../x",
    ]);
  });
  await t.step("a file over a limit is refused before it is read", () => {
    withCommit(sandbox, "HEAD", (files) => {
      assert.deepEqual(files.read("README.md", 5), { failure: "too_large", sizeBytes: 42 });
    });
  });
  await t.step("a large file comes in pieces", () => {
    sandbox.write("r/big.bin", new Uint8Array(FIRST_PIECE_BYTES + 3));
    sandbox.commit("r", "big", 10);
    withCommit(sandbox, "HEAD", (files) => {
      const lengths: number[] = [];
      files.readPieces("big.bin", (piece) => lengths.push(piece.length) > 0);
      assert.deepEqual(lengths, [FIRST_PIECE_BYTES, 3]);
    });
  });
});

Deno.test("packing changes neither sizes nor bytes", () => {
  using sandbox = new Sandbox();
  trickyHistory(sandbox);
  // Versions of one file, so that the pack holds deltas.
  const lines = Array.from(
    { length: 400 },
    (_, n) => `line ${n} of a file that changes a little\n`,
  );
  for (let n = 0; n < 5; n++) {
    sandbox.write("r/many.txt", [...lines, `version ${n}\n`].join(""));
    sandbox.commit("r", `version ${n}`, 20 + n);
  }
  const look = (): unknown[] => {
    const found: unknown[] = [];
    for (const revision of ["HEAD", "HEAD~2", "HEAD~4"]) {
      withCommit(sandbox, revision, (files) => {
        const read = files.read("many.txt", MAX);
        found.push(files.stat("many.txt").value?.sizeBytes, read.value?.bytes.length);
      });
    }
    return found;
  };
  const loose = look();
  sandbox.git("r", "repack", "-adq");
  sandbox.git("r", "pack-refs", "--all");
  assert.deepEqual(look(), loose);
  assert.equal(new Set(loose).size, 1);
});

Deno.test("what git's store lacks is unreadable, and named as that", () => {
  using sandbox = new Sandbox();
  trickyHistory(sandbox);
  const oid = sandbox.git("r", "rev-parse", "HEAD:README.md").trim();
  const tree = sandbox.git("r", "rev-parse", "HEAD:src").trim();
  for (const lost of [oid, tree]) {
    fs.rmSync(sandbox.at("r/.git/objects", lost.slice(0, 2), lost.slice(2)));
  }
  withCommit(sandbox, "HEAD", (files) => {
    const unreadable = { failure: "unreadable" };
    assert.deepEqual(files.read("README.md", MAX), unreadable);
    assert.deepEqual(files.peek("README.md"), unreadable);
    assert.deepEqual(files.list("src"), unreadable);
    assert.deepEqual(files.locate("src/use.ts"), unreadable);
    assert.equal(files.blobId("src/use.ts"), undefined);
    assert.equal(files.holds("src/use.ts"), true);
  });
});

Deno.test({
  name: "a name that is not UTF-8 is told from one that looks like it",
  ignore: DROPS_BAD_NAMES,
  fn: () => {
    using sandbox = new Sandbox();
    sandbox.git("", "init", "-q", "r");
    const blob = sandbox.gitBytes("r", ["hash-object", "-w", "--stdin"], "text\n").toString()
      .trim();
    const entry = (...name: number[]): Uint8Array =>
      Uint8Array.from([...new TextEncoder().encode(`100644 blob ${blob}\t`), ...name, 0]);
    const input = Uint8Array.from([...entry(0x62, 0xff), ...entry(0x62, 0xef, 0xbf, 0xbd)]);
    const tree = sandbox.gitBytes("r", ["mktree", "-z"], input).toString().trim();
    const commit = sandbox.git("r", "commit-tree", "-m", "odd", tree).trim();
    const checkout = sandbox.at("checkout", "r");
    sandbox.git("r", "worktree", "add", "-q", "--detach", checkout, commit);
    withCommit(sandbox, commit, (files) => {
      const listed = (of: Files): unknown =>
        of.list("").value?.filter(({ name }) => name !== ".git")
          .sort((a, b) => Number(a.misnamed ?? false) - Number(b.misnamed ?? false));
      assert.deepEqual(listed(files), listed(diskFiles(checkout)));
      assert.deepEqual(listed(files), [
        { name: "b\uFFFD", kind: "file" },
        { name: "b\uFFFD", kind: "file", misnamed: true },
      ]);
      assert.equal(files.read("b\uFFFD", MAX).value?.bytes.length, 5);
    });
  },
});
