import assert from "node:assert/strict";
import { canonicalHost, createAccess, isLoopback } from "../../src/mcp/http_access.ts";

Deno.test("isLoopback() knows what only this machine reaches", async (t) => {
  const cases = [
    { host: "127.0.0.1", want: true },
    { host: "127.8.0.1", want: true },
    { host: "localhost", want: true },
    { host: "LOCALHOST", want: true },
    { host: "::1", want: true },
    { host: "[::1]", want: true },
    { host: "0:0:0:0:0:0:0:1", want: true },
    { host: "0.0.0.0", want: false },
    { host: "::", want: false },
    { host: "192.168.1.5", want: false },
    { host: "127.evil.example", want: false },
    { host: "localhost.evil.example", want: false },
  ];
  for (const { host, want } of cases) {
    await t.step(host, () => assert.equal(isLoopback(host), want));
  }
});

Deno.test("canonicalHost() refuses what is no host", async (t) => {
  for (const host of ["", "a b", "a/b", "a:1", "u@a", "a?b", "1.2.3.4.5"]) {
    await t.step(JSON.stringify(host), () => {
      assert.throws(() => canonicalHost(host), TypeError);
    });
  }
});

Deno.test("createAccess() allows the names of the address it is bound to", async (t) => {
  const cases = [
    { bound: "10.0.0.5", host: "10.0.0.5:80", origin: undefined, want: true },
    { bound: "10.0.0.5", host: "10.0.0.5", origin: "http://10.0.0.5", want: true },
    { bound: "10.0.0.5", host: "localhost:80", origin: undefined, want: false },
    { bound: "::1", host: "[::1]:80", origin: undefined, want: true },
    { bound: "127.0.0.2", host: "127.0.0.2", origin: undefined, want: true },
    // Nobody knows the names that lead to every address of the machine.
    { bound: "0.0.0.0", host: "any.example", origin: undefined, want: true },
    { bound: "::", host: "any.example", origin: "http://any.example", want: true },
    { bound: "0.0.0.0", host: "any.example", origin: "http://evil.example", want: false },
    { bound: "0.0.0.0", host: "any.example", origin: "null", want: false },
  ];
  for (const { bound, host, origin, want } of cases) {
    await t.step(`${bound} as ${host} from ${origin}`, () => {
      const access = createAccess({ hostname: bound, port: 80, token: undefined });
      const headers = { host, ...(origin === undefined ? {} : { origin }) };
      const refused = access.refuseForeign(new Request("http://x/", { headers }));
      assert.equal(refused?.status, want ? undefined : 403);
    });
  }
});
