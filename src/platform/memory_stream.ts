/**
 * A stream that never leaves the process, for whoever speaks a protocol of standard input and output with itself.
 * @module
 */
import { PassThrough } from "node:stream";

export type MemoryStream = PassThrough;

export function memoryStream(): MemoryStream {
  return new PassThrough();
}

/** The text of a stream line by line, without line ends. */
export async function* linesOf(stream: MemoryStream): AsyncGenerator<string> {
  let rest = "";
  stream.setEncoding("utf8");
  for await (const piece of stream) {
    const lines = (rest + String(piece)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
