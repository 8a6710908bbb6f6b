/** Small conversions of bytes: compression and the Latin-1 form. */
import assert from "node:assert/strict";
import { sha256Hex } from "../../src/platform/digest.ts";
import { gunzip, gzip } from "../../src/platform/gzip.ts";
import { latin1Of } from "../../src/platform/latin1.ts";

const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, byte) => byte);

Deno.test("latin1Of() gives each byte its own character", () => {
  const text = latin1Of(EVERY_BYTE);
  assert.equal(text.length, 256);
  EVERY_BYTE.forEach((byte) => assert.equal(text.charCodeAt(byte), byte));
  assert.equal(latin1Of(EVERY_BYTE.subarray(0x80, 0x82)), "\x80\x81");
});

Deno.test("gunzip() gives back what gzip() packed", () => {
  for (const raw of [EVERY_BYTE, new Uint8Array(), new Uint8Array(1_000_000)]) {
    assert.equal(sha256Hex(gunzip(gzip(raw), raw.length) ?? "refused"), sha256Hex(raw));
  }
});

Deno.test("gunzip() refuses", async (t) => {
  const packed = gzip(EVERY_BYTE);
  const rows = [
    { name: "another length", bytes: packed, rawBytes: 255 },
    { name: "more than announced", bytes: gzip(new Uint8Array(1_000_000)), rawBytes: 10 },
    { name: "truncated bytes", bytes: packed.subarray(0, -1), rawBytes: 256 },
    { name: "no bytes", bytes: new Uint8Array(), rawBytes: 0 },
    { name: "other bytes", bytes: EVERY_BYTE, rawBytes: 256 },
  ];
  for (const { name, bytes, rawBytes } of rows) {
    await t.step(name, () => assert.equal(gunzip(bytes, rawBytes), undefined));
  }
});
