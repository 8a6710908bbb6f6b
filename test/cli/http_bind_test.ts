import assert from "node:assert/strict";
import { CommandError } from "../../src/cli/exit.ts";
import { Flags } from "../../src/cli/flags.ts";
import { endpointUrl, readHttpBind } from "../../src/cli/http_bind.ts";

Deno.test("readHttpBind() gives the address", async (t) => {
  const remote = { host: "0.0.0.0", allowRemoteHttp: true };
  const cases = [
    { flags: {}, token: undefined, want: { hostname: "127.0.0.1", port: 37444, token: undefined } },
    {
      flags: { port: "0", host: "localhost" },
      token: " t ",
      want: { hostname: "localhost", port: 0, token: "t" },
    },
    {
      flags: { host: "[::1]", port: "65535" },
      token: undefined,
      want: { hostname: "::1", port: 65535, token: undefined },
    },
    { flags: remote, token: "t", want: { hostname: "0.0.0.0", port: 37444, token: "t" } },
  ];
  for (const { flags, token, want } of cases) {
    await t.step(JSON.stringify(flags), () => {
      assert.deepEqual(readHttpBind(new Flags(flags), token), want);
    });
  }
});

Deno.test("readHttpBind() refuses an open door and what does not parse", async (t) => {
  const remote = "192.168.1.5";
  const cases = [
    { flags: { host: remote }, token: undefined, says: ["--allow-remote-http", "token"] },
    { flags: { host: remote }, token: "t", says: ["--allow-remote-http"] },
    { flags: { host: remote, allowRemoteHttp: true }, token: undefined, says: ["token"] },
    { flags: { host: "::", allowRemoteHttp: true }, token: undefined, says: ["token"] },
    { flags: {}, token: "", says: ["FRIGG_MCP_HTTP_AUTH_TOKEN", "blank"] },
    { flags: {}, token: "  ", says: ["FRIGG_MCP_HTTP_AUTH_TOKEN", "blank"] },
    { flags: {}, token: "two words", says: ["FRIGG_MCP_HTTP_AUTH_TOKEN"] },
    { flags: { port: "65536" }, token: undefined, says: ["--port"] },
    { flags: { port: "-1" }, token: undefined, says: ["--port"] },
    { flags: { port: "http" }, token: undefined, says: ["--port"] },
    { flags: { host: "a/b" }, token: undefined, says: ["--host"] },
    { flags: { host: "" }, token: undefined, says: ["--host"] },
  ];
  for (const { flags, token, says } of cases) {
    await t.step(`${JSON.stringify(flags)} ${token}`, () => {
      assert.throws(() => readHttpBind(new Flags(flags), token), (error) => {
        assert(error instanceof CommandError);
        assert.equal(error.code, 2);
        for (const word of says) assert(error.message.includes(word), error.message);
        return true;
      });
    });
  }
});

Deno.test("endpointUrl() writes an address as URLs do", () => {
  assert.equal(endpointUrl("127.0.0.1", 80), "http://127.0.0.1:80/mcp");
  assert.equal(endpointUrl("::1", 37444), "http://[::1]:37444/mcp");
});
