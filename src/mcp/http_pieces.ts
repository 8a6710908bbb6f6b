/**
 * Sends an answer that comes soon in one piece, head and body.
 *
 * The server of Deno 2.4.2 keeps a small piece back until the reader has acknowledged the one before, which readers
 * put off for 40 ms. An answer in three pieces took 44 ms; in one piece it takes 1 ms.
 * @module
 */
import { joinBytes } from "./byte_lines.ts";

/** How long the whole answer is waited for; what came by then is sent, and the rest as it comes. */
const SOON_MS = 100;

type Reader = ReadableStreamDefaultReader<Uint8Array>;
type Read = ReturnType<Reader["read"]>;

/** The same response, without a stream if all of its body came soon. */
export async function inOnePiece(response: Response): Promise<Response> {
  if (response.body === null) return response;
  const { status, headers } = response;
  const reader = response.body.getReader();
  const begun = await readSoon(reader);
  const body = begun.next === undefined ? joinBytes(begun.pieces) : resumed(reader, begun);
  return new Response(body, { status, headers });
}

interface Begun {
  readonly pieces: Uint8Array[];
  /** The piece that is waited for; absent at the end of the body. */
  next?: Read | undefined;
}

async function readSoon(reader: Reader): Promise<Begun> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, SOON_MS);
  const pieces: Uint8Array[] = [];
  try {
    for (;;) {
      const next = reader.read();
      const read = await Promise.race([next, late]);
      if (read === undefined) return { pieces, next };
      if (read.done) return { pieces };
      pieces.push(read.value);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** The body with what was read of it in front. */
function resumed(reader: Reader, begun: Begun): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => begun.pieces.forEach((piece) => controller.enqueue(piece)),
    pull: async (controller) => {
      const { value, done } = await (begun.next ?? reader.read());
      begun.next = undefined;
      if (value !== undefined) controller.enqueue(value);
      if (done) controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
