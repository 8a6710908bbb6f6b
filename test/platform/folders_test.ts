import assert from "node:assert/strict";
import {
  canonicalSpelling,
  findFolder,
  folderKind,
  isAbsolutePath,
  makePrivateFolder,
} from "../../src/platform/folders.ts";
import { lookAt } from "../../src/platform/work_file.ts";
import { ScratchTree } from "../snapshot/scratch_tree.ts";

Deno.test("folders are found through links, but links are told apart", async () => {
  using tree = new ScratchTree({ "real/a.txt": "a" });
  await Deno.symlink("real", tree.at("link"));
  await Deno.symlink("gone", tree.at("dangling"));
  const paths = ["real", "link", "real/a.txt", "dangling", "nothing", "real/a.txt/x"];
  assert.deepEqual(paths.map((path) => folderKind(tree.at(path))), [
    "folder",
    "other",
    "other",
    "other",
    "absent",
    "absent",
  ]);
  assert.deepEqual(paths.map((path) => findFolder(tree.at(path)).kind), [
    "folder",
    "folder",
    "not_a_folder",
    "absent",
    "absent",
    "absent",
  ]);
  assert.deepEqual(findFolder(tree.at("link")), { kind: "folder", path: tree.at("real") });
  assert.deepEqual(findFolder("a\0b"), { kind: "absent" });
});

Deno.test("canonicalSpelling() resolves the folders of a path as far as they exist", async () => {
  using tree = new ScratchTree({ "real/a.txt": "a" });
  await Deno.symlink("real", tree.at("link"));
  const cases = [
    { path: "link/a.txt", want: "real/a.txt" },
    { path: "link/x/y", want: "real/x/y" },
    { path: "link/../link/b", want: "real/b" },
    { path: "link", want: "link" },
  ];
  for (const { path, want } of cases) {
    assert.equal(canonicalSpelling(`${tree.root}/${path}`), tree.at(want));
  }
  assert.deepEqual(["/a", "a", "./a"].map(isAbsolutePath), [true, false, false]);
});

Deno.test("makePrivateFolder() makes folders for their owner alone", async () => {
  using tree = new ScratchTree();
  const made = makePrivateFolder(tree.at("a/b"));
  assert.equal(made, tree.at("a/b"));
  assert.equal(((await Deno.stat(made)).mode ?? 0) & 0o777, 0o700);
});

Deno.test("lookAt() sees links as links, and nothing through them", async () => {
  using tree = new ScratchTree({ "real/a.txt": "a", "real/sub/b.txt": "b" });
  using outer = new ScratchTree({ "secret.txt": "secret" });
  await Deno.symlink("real", tree.at("link"));
  await Deno.symlink(outer.root, tree.at("leak"));
  const seen = (path: string): unknown => lookAt(tree.root, path);
  assert.deepEqual(seen("real/a.txt"), { kind: "file", bytes: new TextEncoder().encode("a") });
  assert.deepEqual(seen("link"), { kind: "link", target: "real" });
  for (const path of ["real", "real/sub", "nothing", "link/a.txt", "leak/secret.txt", "../x"]) {
    assert.equal(seen(path), undefined, path);
  }
});
