import assert from "node:assert/strict";
import { listenHttp } from "../../src/platform/http_server.ts";

const HOST = "127.0.0.1";

Deno.test({
  name: "stop() does not wait for ever for a response that does not come",
  // The connection ends with the process.
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    const asked = Promise.withResolvers<void>();
    const { server } = listenHttp({ hostname: HOST, port: 0, onFault: reportError }, () => ({
      handle: () => {
        asked.resolve();
        return new Promise<Response>(() => {});
      },
    }));
    using connection = await Deno.connect({ hostname: HOST, port: server.port });
    await connection.write(new TextEncoder().encode(`GET / HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`));
    await asked.promise;
    await server.stop(50);
    await assert.rejects(Deno.connect({ hostname: HOST, port: server.port }));
  },
});
