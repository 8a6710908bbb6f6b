import assert from "node:assert/strict";
import { inOnePiece } from "../../src/mcp/http_pieces.ts";

const EVENTS = { status: 202, headers: { "content-type": "text/event-stream", "x-own": "1" } };

/** A body that gives these texts, each after its event loop turn, and then waits for `end`. */
function streamOf(texts: readonly string[], end: Promise<void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const rest = [...texts];
  return new ReadableStream({
    pull: async (controller) => {
      const text = rest.shift();
      if (text === undefined) await end;
      if (text === undefined) controller.close();
      else controller.enqueue(encoder.encode(text));
    },
  });
}

Deno.test("an answer that comes soon is sent with its length", async () => {
  const body = streamOf(["event: message\n", "data: {}\n\n"], Promise.resolve());
  const response = await inOnePiece(new Response(body, EVENTS));
  assert.equal(response.status, 202);
  assert.deepEqual([...response.headers], Object.entries(EVENTS.headers));
  const reader = response.body?.getReader();
  const { value } = await reader?.read() ?? {};
  assert.equal(new TextDecoder().decode(value), "event: message\ndata: {}\n\n");
  assert.equal((await reader?.read())?.done, true);
});

Deno.test("an answer without a body stays as it is", async () => {
  const response = new Response(null, { status: 202 });
  assert.equal(await inOnePiece(response), response);
});

Deno.test("of an answer that takes its time the head and what came are sent before", async () => {
  const end = Promise.withResolvers<void>();
  const response = await inOnePiece(new Response(streamOf(["a", "b"], end.promise), EVENTS));
  assert.equal(response.status, 202);
  end.resolve();
  assert.equal(await response.text(), "ab");
});

Deno.test("whoever goes away while an answer is sent ends it", async () => {
  const cancelled = Promise.withResolvers<unknown>();
  const stream = new ReadableStream<Uint8Array>({ cancel: (reason) => cancelled.resolve(reason) });
  const response = await inOnePiece(new Response(stream, EVENTS));
  await response.body?.cancel("gone");
  assert.equal(await cancelled.promise, "gone");
});
