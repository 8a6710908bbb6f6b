import assert from "node:assert/strict";
import { gitBlobHex } from "../../../src/platform/digest.ts";
import {
  compareTree,
  isDirty,
  type TreeChange,
  type WorkFile,
} from "../../../src/platform/git/compare.ts";
import type { TreeEntry } from "../../../src/platform/git/tree.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const file = (text: string): WorkFile => ({ kind: "file", bytes: bytes(text) });

function entry(path: string, text: string, kind: TreeEntry["kind"] = "file"): TreeEntry {
  return { path, kind, oid: gitBlobHex(bytes(text)), validName: true };
}

interface Case {
  readonly name: string;
  readonly head?: TreeEntry;
  /** What the walk yields. */
  readonly walked?: string;
  /** What is on disk. */
  readonly disk?: WorkFile;
  readonly sparse?: boolean;
  readonly want?: TreeChange["state"];
}

const POINTER = "version https://git-lfs.github.com/spec/v1\n" +
  "oid sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\nsize 3\n";

const CASES: Case[] = [
  { name: "same bytes", head: entry("p", "a"), walked: "a", disk: file("a") },
  { name: "other bytes", head: entry("p", "a"), walked: "b", disk: file("b"), want: "modified" },
  {
    name: "CRLF for LF",
    head: entry("p", "a\nb\n"),
    walked: "a\r\nb\r\n",
    disk: file("a\r\nb\r\n"),
    want: "line_endings",
  },
  {
    name: "a lone CR is not a line ending of git's",
    head: entry("p", "a\n"),
    walked: "a\r",
    disk: file("a\r"),
    want: "modified",
  },
  {
    name: "LF for CRLF is a change",
    head: entry("p", "a\r\n"),
    walked: "a\n",
    disk: file("a\n"),
    want: "modified",
  },
  {
    name: "the file of an LFS pointer",
    head: entry("p", POINTER),
    walked: "abc",
    disk: file("abc"),
    want: "lfs",
  },
  {
    name: "another file than the LFS pointer's",
    head: entry("p", POINTER),
    walked: "abd",
    disk: file("abd"),
    want: "modified",
  },
  { name: "no file", head: entry("p", "a"), want: "deleted" },
  {
    name: "no file, sparse",
    head: entry("p", "a"),
    sparse: true,
    want: "not_checked_out",
  },
  { name: "tracked, but hidden by a rule", head: entry("p", "a"), disk: file("a") },
  { name: "hidden and changed", head: entry("p", "a"), disk: file("b"), want: "modified" },
  { name: "only on disk", walked: "a", disk: file("a"), want: "added" },
  {
    name: "same link",
    head: entry("p", "to/é", "link"),
    disk: { kind: "link", target: "to/é" },
  },
  {
    name: "other link",
    head: entry("p", "to", "link"),
    disk: { kind: "link", target: "from" },
    want: "modified",
  },
  {
    name: "file for a link, even with the same bytes",
    head: entry("p", "to", "link"),
    walked: "to",
    disk: file("to"),
    want: "modified",
  },
  {
    name: "link for a file",
    head: entry("p", "a"),
    disk: { kind: "link", target: "a" },
    want: "modified",
  },
  {
    name: "unreadable",
    head: entry("p", "a"),
    disk: { kind: "unreadable" },
    want: "unknown",
  },
  { name: "mode only", head: entry("p", "a", "executable"), walked: "a", disk: file("a") },
  { name: "submodule", head: entry("p", "a", "submodule") },
  {
    name: "a name that is not UTF-8",
    head: { ...entry("p", "a"), validName: false },
    disk: file("a"),
    want: "unknown",
  },
];

Deno.test("compareTree()", async (t) => {
  for (const { name, head, walked, disk, sparse = false, want } of CASES) {
    await t.step(name, () => {
      const changes = compareTree({
        head: head === undefined ? [] : [head],
        blobIds: new Map(walked === undefined ? [] : [["p", gitBlobHex(bytes(walked))]]),
        look: () => disk,
        hashBytes: 20,
        sparse,
      });
      assert.deepEqual(changes, want === undefined ? [] : [{ path: "p", state: want }]);
    });
  }
});

Deno.test("compareTree() in a SHA-256 repository compares by bytes", () => {
  const head = [{ ...entry("p", ""), oid: gitBlobHex(bytes("a"), 32) }];
  const blobIds = new Map([["p", gitBlobHex(bytes("a"))]]);
  const look = (): WorkFile => file("a");
  assert.deepEqual(compareTree({ head, blobIds, look, hashBytes: 32, sparse: false }), []);
});

Deno.test("compareTree() sorts; isDirty() knows what differs in content", () => {
  const changes = compareTree({
    head: [entry("b", "x"), entry("c", "1\n")],
    blobIds: new Map([["a", gitBlobHex(bytes("new"))]]),
    look: (path) => (path === "c" ? file("1\r\n") : undefined),
    hashBytes: 20,
    sparse: false,
  });
  assert.deepEqual(changes.map((change) => [change.path, change.state, isDirty(change)]), [
    ["a", "added", true],
    ["b", "deleted", true],
    ["c", "line_endings", false],
  ]);
});
