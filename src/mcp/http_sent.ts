/**
 * Knowing when a response has been sent: a stream of events ends long after its headers went out.
 * @module
 */

/** The response, with `done` called once when all of it was sent or its reader went away. */
export function whenSent(response: Response, done: () => void): Response {
  if (response.body === null) {
    done();
    return response;
  }
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { value, done: isEnd } = await reader.read();
        if (value !== undefined) controller.enqueue(value);
        if (!isEnd) return;
        done();
        controller.close();
      } catch (error) {
        done();
        controller.error(error);
      }
    },
    cancel: async (reason) => {
      done();
      await reader.cancel(reason);
    },
  });
  const { status, headers } = response;
  return new Response(body, { status, headers });
}
