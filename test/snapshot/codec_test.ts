import assert from "node:assert/strict";
import { sha256Hex } from "../../src/platform/digest.ts";
import { decodeSection, encodeSection } from "../../src/snapshot/codec.ts";
import { CorruptSection } from "../../src/snapshot/corrupt_section.ts";

const LABEL = { section: "files", fingerprint: "f".repeat(64), engine: "1.0.0" };
const RAW = new TextEncoder().encode("needle ".repeat(40));
const FILE = encodeSection(RAW, LABEL);

function decoded(file: Uint8Array, section = "files", engine = "1.0.0"): unknown {
  return decodeSection(file, section, engine);
}

/** A file with a header as some other program would have written it. */
function fileWith(header: Record<string, unknown>, stored: Uint8Array): Uint8Array {
  const line = JSON.stringify({
    magic: "frigg-snapshot",
    schema: 2,
    ...LABEL,
    codec: "raw",
    raw_bytes: stored.length,
    stored_bytes: stored.length,
    sha256: sha256Hex(stored),
    ...header,
  });
  return Uint8Array.of(...new TextEncoder().encode(`${line}\n${sha256Hex(line)}\n`), ...stored);
}

Deno.test("decodeSection() gives back what was encoded", async (t) => {
  const rows = [
    { name: "packed", raw: RAW },
    { name: "too short to pack", raw: Uint8Array.of(1) },
    { name: "empty", raw: new Uint8Array() },
  ];
  for (const { name, raw } of rows) {
    await t.step(name, () => {
      const file = encodeSection(raw, LABEL);
      const want = { kind: "section", bytes: raw, fingerprint: LABEL.fingerprint };
      assert.deepEqual(decoded(file), want);
    });
  }
});

Deno.test("encodeSection() gives the same bytes each time, with no time in them", () => {
  assert.deepEqual(encodeSection(RAW, LABEL), FILE);
  const gzipHeader = FILE.subarray(FILE.length - decodedStoredBytes(), FILE.length).subarray(0, 8);
  assert.deepEqual([...gzipHeader], [31, 139, 8, 0, 0, 0, 0, 0]);
});

function decodedStoredBytes(): number {
  const line = new TextDecoder().decode(FILE).split("\n")[0] ?? "";
  return JSON.parse(line).stored_bytes;
}

Deno.test("decodeSection() refuses each flipped bit", () => {
  for (let at = 0; at < FILE.length; at++) {
    for (let bit = 0; bit < 8; bit++) {
      const file = FILE.slice();
      file[at] = (file[at] ?? 0) ^ (1 << bit);
      assert.throws(() => decoded(file), CorruptSection, `byte ${at} bit ${bit}`);
    }
  }
});

Deno.test("decodeSection() refuses each shorter and any longer file", () => {
  for (let length = 0; length < FILE.length; length++) {
    assert.throws(() => decoded(FILE.subarray(0, length)), CorruptSection, `${length}`);
  }
  assert.throws(() => decoded(Uint8Array.of(...FILE, 0)), CorruptSection);
});

Deno.test("decodeSection() names another version", () => {
  assert.deepEqual(decoded(FILE, "files", "1.0.1"), { kind: "other_version", found: "2/1.0.0" });
  const later = fileWith({ schema: 3 }, Uint8Array.of(1));
  assert.deepEqual(decoded(later), { kind: "other_version", found: "3/1.0.0" });
});

Deno.test("decodeSection() refuses well-formed files that are not its own", async (t) => {
  const rows = [
    { name: "another section", file: fileWith({ section: "symbols" }, RAW) },
    { name: "another magic", file: fileWith({ magic: "other" }, RAW) },
    { name: "no version", file: fileWith({ schema: "1" }, RAW) },
    { name: "packed bytes that are not", file: fileWith({ codec: "gzip" }, RAW) },
    { name: "too little unpacked", file: fileWith({ raw_bytes: RAW.length + 1 }, RAW) },
    { name: "negative length", file: fileWith({ raw_bytes: -1, codec: "gzip" }, RAW) },
    { name: "no JSON", file: new TextEncoder().encode(`x\n${sha256Hex("x")}\n`) },
    { name: "JSON, but no object", file: new TextEncoder().encode(`1\n${sha256Hex("1")}\n`) },
    { name: "one long line", file: new Uint8Array(100_000).fill(32) },
  ];
  for (const { name, file } of rows) {
    await t.step(name, () => assert.throws(() => decoded(file), CorruptSection));
  }
});
