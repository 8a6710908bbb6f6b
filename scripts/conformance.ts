/**
 * Runs the public conformance suite of the protocol against our HTTP handler: `deno task conformance [FLAG]...`
 *
 * The suite is no dependency of the project: Deno fetches it when this runs. Flags go to the suite, for instance
 * `--scenario ping`.
 * @module
 */
import { fileURLToPath } from "node:url";
import { createHttpHandler, type HttpHandler } from "../src/mcp/http.ts";
import { listenHttp } from "../src/platform/http_server.ts";
import { fixtureServer } from "../test/conformance/fixture_server.ts";

const SUITE = "npm:@modelcontextprotocol/conformance@0.1.16";
const EXPECTED = fileURLToPath(
  new URL("../test/conformance/expected_failures.yml", import.meta.url),
);
const HOST = "127.0.0.1";

function handlerOn(port: number): HttpHandler {
  return createHttpHandler({
    access: { hostname: HOST, port, token: undefined },
    openSession: () => ({ server: fixtureServer(), close: () => {} }),
    openShared: fixtureServer,
    health: {},
    status: () => Promise.resolve({}),
    log: () => {},
  });
}

async function main(flags: readonly string[]): Promise<number> {
  const onFault = (error: unknown): void => reportError(error);
  const { server, handler } = listenHttp({ hostname: HOST, port: 0, onFault }, handlerOn);
  // The scenario about names wants the name that browsers use.
  const url = `http://localhost:${server.port}/mcp`;
  const suite = ["run", "--quiet", "--allow-all", "--no-lock", "--no-config", SUITE, "server"];
  const chosen = flags.length === 0 ? ["--suite", "all", "--expected-failures", EXPECTED] : flags;
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: [...suite, "--url", url, ...chosen],
    stdin: "null",
    stdout: "inherit",
    stderr: "inherit",
  }).spawn().status;
  await handler.close();
  await server.stop(1_000);
  return code;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
