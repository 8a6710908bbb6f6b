import assert from "node:assert/strict";
import { ToolError } from "../../src/contract/errors.ts";
import { sha256Hex, startDigests } from "../../src/platform/digest.ts";
import { diskFiles, type Files, FIRST_PIECE_BYTES, refusal } from "../../src/platform/files.ts";
import { joinPath } from "../../src/platform/os_paths.ts";

const POSIX = Deno.build.os !== "windows";
// Before 2.5 Deno leaves such names out of every listing, so that nobody can know of them.
const DROPS_BAD_NAMES = Deno.version.deno.startsWith("2.4.");

/** A workspace `in/` with links, beside a folder `out/` that it must not reach. */
function withWorkspace(use: (files: Files, top: string) => void): void {
  const top = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "frigg-test-" }));
  const at = (path: string): string => joinPath(top, path);
  try {
    Deno.mkdirSync(at("in/dir"), { recursive: true });
    Deno.mkdirSync(at("out"));
    Deno.mkdirSync(at("inside-by-prefix-only"));
    Deno.writeTextFileSync(at("in/a.txt"), "alpha");
    Deno.writeTextFileSync(at("in/dir/b.txt"), "beta");
    Deno.writeTextFileSync(at("out/secret.txt"), "secret");
    Deno.writeTextFileSync(at("inside-by-prefix-only/x.txt"), "x");
    Deno.symlinkSync("dir/b.txt", at("in/link"));
    Deno.symlinkSync("dir", at("in/dirlink"));
    Deno.symlinkSync("../out", at("in/outlink"));
    Deno.symlinkSync("../out/secret.txt", at("in/secretlink"));
    Deno.symlinkSync("../out/none.txt", at("in/danglingout"));
    Deno.symlinkSync("none.txt", at("in/danglingin"));
    Deno.symlinkSync("loop2", at("in/loop1"));
    Deno.symlinkSync("loop1", at("in/loop2"));
    Deno.symlinkSync("outlink/none", at("in/chain"));
    use(diskFiles(at("in")), top);
  } finally {
    Deno.removeSync(top, { recursive: true });
  }
}

const CONTAINMENT = [
  { path: "a.txt", want: "alpha" },
  { path: "./dir/../a.txt", want: "alpha" },
  { path: "link", want: "beta" },
  { path: "dirlink/b.txt", want: "beta" },
  { path: "none.txt", want: "absent" },
  { path: "none/none.txt", want: "absent" },
  { path: "a.txt/below", want: "absent" },
  { path: "dir", want: "absent" },
  { path: "", want: "absent" },
  { path: "danglingin", want: "absent" },
  { path: "loop1", want: "absent" },
  { path: "a.txt\0", want: "absent" },
  { path: "..", want: "outside" },
  { path: "../out/secret.txt", want: "outside" },
  { path: "../out/none.txt", want: "outside" },
  { path: "dir/../../out/secret.txt", want: "outside" },
  { path: "../inside-by-prefix-only/x.txt", want: "outside" },
  { path: "/etc/hostname", want: "outside" },
  { path: "/no/such/file", want: "outside" },
  { path: "outlink", want: "outside" },
  { path: "outlink/secret.txt", want: "outside" },
  { path: "outlink/none.txt", want: "outside" },
  { path: "secretlink", want: "outside" },
  { path: "danglingout", want: "outside" },
  { path: "chain", want: "outside" },
] as const;

Deno.test("read() stays inside the root", { ignore: !POSIX }, async (t) => {
  for (const { path, want } of CONTAINMENT) {
    await t.step(JSON.stringify(path), () =>
      withWorkspace((files) => {
        const read = files.read(path, 1000);
        const got = read.failure ?? new TextDecoder().decode(read.value.bytes);
        assert.equal(got, want);
        assert.equal(files.stat(path).failure, read.failure);
        assert.equal(files.locate(path).failure, read.failure);
        assert.equal(files.finder()(path).failure, read.failure);
        assert.equal(files.readPieces(path, () => false).failure, read.failure);
      }));
  }
});

Deno.test("read() takes absolute paths inside the root", () =>
  withWorkspace((files, top) => {
    assert.equal(files.read(joinPath(top, "in", "a.txt"), 10).failure, undefined);
    assert.equal(files.read(joinPath(top, "out", "secret.txt"), 10).failure, "outside");
  }));

Deno.test("refusal() says the same whether or not the outside file exists", () => {
  const error = refusal("outside", "../x");
  assert.ok(error instanceof ToolError);
  assert.deepEqual([error.code, error.message, error.data], [
    "access_denied",
    "path is outside workspace roots",
    {},
  ]);
  assert.equal(refusal("absent", "x").message, "file not found");
  assert.equal(refusal("absent", "x").code, "resource_not_found");
});

Deno.test(
  "locate() gives the canonical path",
  { ignore: !POSIX },
  () =>
    withWorkspace((files, top) => {
      const places = ["dirlink/b.txt", "./dir/b.txt", "link", joinPath(top, "in", "dir", "b.txt")];
      for (const path of places) {
        assert.deepEqual(files.locate(path), { value: "dir/b.txt" });
        assert.equal(files.finder()(path).value?.path, "dir/b.txt");
      }
    }),
);

Deno.test(
  "list() tells files, folders and links apart",
  { ignore: !POSIX },
  () =>
    withWorkspace((files) => {
      const listed = files.list("");
      assert.equal(listed.failure, undefined);
      const kinds = new Map(listed.value.map(({ name, kind }) => [name, kind]));
      const picked = ["a.txt", "dir", "link", "outlink"].map((name) => kinds.get(name));
      assert.deepEqual(picked, ["file", "folder", "link", "link"]);
      assert.equal(files.list("outlink").failure, "outside");
      assert.equal(files.list("a.txt").failure, "absent");
    }),
);

Deno.test(
  "readFound() reads what is where it was found, and never through a link",
  { ignore: !POSIX },
  () =>
    withWorkspace((files, top) => {
      const textOf = (path: string): string | undefined => {
        const { value } = files.readFound(path, 100);
        return value && new TextDecoder().decode(value.bytes);
      };
      assert.deepEqual(["a.txt", "dir/b.txt"].map(textOf), ["alpha", "beta"]);
      const links = ["link", "dirlink/b.txt", "secretlink", "outlink/secret.txt"];
      for (const path of [...links, "../out/secret.txt", joinPath(top, "out", "secret.txt")]) {
        assert.notEqual(files.readFound(path, 100).failure, undefined, path);
      }
    }),
);

Deno.test(
  "lister() lists as list() does, and what has come since",
  { ignore: !POSIX },
  () =>
    withWorkspace((files, top) => {
      for (const path of ["", "dir", "dirlink", "outlink", "a.txt", "none", "..", "dir/../dir"]) {
        assert.deepEqual(files.lister()(path), files.list(path), path);
      }
      Deno.writeTextFileSync(joinPath(top, "in", "dir", "c.txt"), "gamma");
      const names = files.lister()("dir").value?.map(({ name }) => name).toSorted();
      assert.deepEqual(names, ["b.txt", "c.txt"]);
    }),
);

Deno.test("read() refuses more bytes than asked for", () =>
  withWorkspace((files) => {
    assert.deepEqual(files.read("a.txt", 4), { failure: "too_large", sizeBytes: 5 });
    assert.equal(files.read("a.txt", 5).failure, undefined);
  }));

Deno.test("readPieces() gives the whole file in order, until told to stop", () =>
  withWorkspace((files, top) => {
    const size = 2 * FIRST_PIECE_BYTES + 3;
    const bytes = Uint8Array.from({ length: size }, (_, at) => at % 251);
    Deno.writeFileSync(joinPath(top, "in", "big"), bytes);
    const pieces: Uint8Array[] = [];
    files.readPieces("big", (piece) => pieces.push(piece.slice()) > 0);
    assert.deepEqual(pieces.map(({ length }) => length), [FIRST_PIECE_BYTES, FIRST_PIECE_BYTES, 3]);
    const digests = startDigests(size);
    for (const piece of pieces) digests.update(piece);
    assert.equal(digests.finish().sha256, sha256Hex(bytes));
    let calls = 0;
    files.readPieces("big", () => ++calls < 1);
    assert.equal(calls, 1);
  }));

Deno.test("a pipe is no file and is not waited for", { ignore: !POSIX }, () => {
  const top = Deno.makeTempDirSync();
  try {
    const pipe = joinPath(top, "pipe");
    new Deno.Command("mkfifo", { args: [pipe] }).outputSync();
    const files = diskFiles(top);
    assert.equal(files.read("pipe", 10).failure, "absent");
    assert.deepEqual(files.list("").value, [{ name: "pipe", kind: "other" }]);
  } finally {
    Deno.removeSync(top, { recursive: true });
  }
});

Deno.test(
  "list() marks names that are not valid UTF-8",
  { ignore: !POSIX || DROPS_BAD_NAMES },
  () => {
    const top = Deno.makeTempDirSync();
    try {
      // Deno itself cannot write such a name. The last one is genuine: U+FFFD in UTF-8.
      const script =
        'cd "$0" && : > "$(printf \'bad\\377\')" && : > "$(printf \'ok\\357\\277\\275\')"';
      const { success } = new Deno.Command("sh", { args: ["-c", script, top] }).outputSync();
      assert.ok(success);
      const listed = diskFiles(top).list("").value ?? [];
      assert.deepEqual([...listed].sort((a, b) => a.name < b.name ? -1 : 1), [
        { name: "bad\uFFFD", kind: "file", misnamed: true },
        { name: "ok\uFFFD", kind: "file" },
      ]);
    } finally {
      new Deno.Command("rm", { args: ["-rf", top] }).outputSync();
    }
  },
);

Deno.test("stat() changes when the content does", () =>
  withWorkspace((files, top) => {
    const before = files.stat("a.txt").value;
    assert.equal(before?.sizeBytes, 5);
    assert.deepEqual(files.stat("a.txt").value, before);
    Deno.utimeSync(joinPath(top, "in", "a.txt"), 1, 1);
    assert.equal(files.stat("a.txt").value?.mtimeMs, 1000);
  }));
