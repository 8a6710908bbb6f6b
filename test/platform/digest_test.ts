import assert from "node:assert/strict";
import {
  contentDigests,
  gitBlobHex,
  gitObjectHex,
  randomHex,
  sha256Hex,
  startDigests,
} from "../../src/platform/digest.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

Deno.test("gitBlobHex() is git's id of the raw bytes", async (t) => {
  const CASES = [
    { name: "empty", text: "", hashBytes: 20, want: "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391" },
    {
      name: "text",
      text: "hello\n",
      hashBytes: 20,
      want: "ce013625030ba8dba906f756967f9e9ca394464a",
    },
    {
      name: "SHA-256 repository",
      text: "",
      hashBytes: 32,
      want: "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
    },
  ] as const;
  for (const { name, text, hashBytes, want } of CASES) {
    await t.step(name, () => assert.equal(gitBlobHex(bytes(text), hashBytes), want));
  }
});

Deno.test("gitObjectHex() names git's empty tree", () => {
  const want = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
  assert.equal(gitObjectHex("tree", new Uint8Array(), 20), want);
});

Deno.test("sha256Hex() takes text as its UTF-8 bytes", () => {
  const want = "4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c";
  assert.equal(sha256Hex("é"), want);
  assert.equal(sha256Hex(bytes("é")), want);
});

Deno.test("startDigests() gives in pieces what contentDigests() gives at once", () => {
  const stream = startDigests(6);
  stream.update(bytes("he"));
  stream.update(bytes("llo\n"));
  const want = {
    sha256: "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03",
    gitBlob: "ce013625030ba8dba906f756967f9e9ca394464a",
  };
  assert.deepEqual(stream.finish(), want);
  assert.deepEqual(contentDigests(bytes("hello\n")), want);
});

Deno.test("startDigests() refuses a file that changed its size", () => {
  const stream = startDigests(3);
  stream.update(bytes("ab"));
  assert.throws(() => stream.finish(), RangeError);
});

Deno.test("randomHex() gives two digits a byte, never the same", () => {
  assert.match(randomHex(8), /^[0-9a-f]{16}$/);
  assert.notEqual(randomHex(16), randomHex(16));
});
