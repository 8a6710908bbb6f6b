import assert from "node:assert/strict";
import { joinBytes, linesOf } from "../../src/mcp/byte_lines.ts";

const CASES: readonly {
  readonly name: string;
  readonly chunks: readonly string[];
  readonly want: readonly (string | undefined)[];
}[] = [
  { name: "nothing", chunks: [], want: [] },
  { name: "lines of one chunk", chunks: ["a\nbc\n"], want: ["a", "bc"] },
  { name: "a line of many chunks", chunks: ["a", "b", "", "c\nd", "\n"], want: ["abc", "d"] },
  { name: "no line feed at the end", chunks: ["a\nb"], want: ["a", "b"] },
  { name: "empty lines", chunks: ["\n", "\na\n"], want: ["", "", "a"] },
  { name: "a carriage return stays", chunks: ["a\r\n"], want: ["a\r"] },
  { name: "as long as it may be", chunks: ["abcde", "\nx"], want: ["abcde", "x"] },
  { name: "too long in one chunk", chunks: ["abcdef\nx\n"], want: [undefined, "x"] },
  { name: "too long in pieces", chunks: ["abc", "def", "ghi", "j\nx"], want: [undefined, "x"] },
  { name: "too long and never ended", chunks: ["abc", "def", "ghi"], want: [undefined] },
  { name: "two too long", chunks: ["abcdef\nghijkl\n"], want: [undefined, undefined] },
];

Deno.test("linesOf() gives lines as they come, and undefined for one that is too long", async (t) => {
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  for (const { name, chunks, want } of CASES) {
    await t.step(name, async () => {
      const stream = ReadableStream.from(chunks.map((chunk) => encoder.encode(chunk)));
      const lines = await Array.fromAsync(linesOf(stream, 5));
      assert.deepEqual(lines.map((line) => line && decoder.decode(line)), want);
    });
  }
});

Deno.test("linesOf() tells of a line that is too long before its end comes", async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const lines = linesOf(readable, 2);
  const writer = writable.getWriter();
  const first = lines.next();
  await writer.write(new Uint8Array(3));
  assert.deepEqual(await first, { done: false, value: undefined });
  await lines.return(undefined);
});

Deno.test("joinBytes() copies", () => {
  const piece = new Uint8Array([1, 2]);
  const whole = joinBytes([piece, new Uint8Array([3])]);
  piece[0] = 9;
  assert.deepEqual(whole, new Uint8Array([1, 2, 3]));
});
