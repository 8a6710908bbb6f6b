/** Several programs on one workspace, some of which end without a word; `deno task crash` goes on for longer. */
import assert from "node:assert/strict";
import type { JsonObject } from "../../src/contract/json.ts";
import { object } from "../support/json.ts";
import {
  callMessage,
  INITIALIZE,
  programCommand,
  programEnvironment,
  RawServer,
} from "../support/program.ts";
import { checkout, frigg } from "./frigg.ts";

const FILES = 60;

interface OpenServer {
  readonly server: RawServer;
  readonly call: (tool: string, args: JsonObject) => Promise<JsonObject>;
}

const source = (n: number, round: number): string =>
  `export function f${n}r${round}() { return needle; }\n`.repeat(3);

/** A server that has adopted the folder, with its calls. */
async function openServer(root: string): Promise<OpenServer> {
  const server = new RawServer(["--workspace-root", root, "--watch-mode", "on"]);
  await server.send(...INITIALIZE);
  let id = 0;
  const call = async (tool: string, args: JsonObject): Promise<JsonObject> => {
    await server.send(callMessage(++id, tool, args));
    return object(object(await server.answer(id), "result"), "structuredContent");
  };
  await call("workspace", {});
  return { server, call };
}

/** `frigg index`, killed after `killMs` if that is given. */
async function index(root: string, killMs?: number): Promise<number> {
  const { command, args } = programCommand(["index", "--quiet"]);
  const options = { cwd: root, clearEnv: true, env: programEnvironment() } as const;
  const child = new Deno.Command(command, { args, ...options, stdout: "null", stderr: "null" })
    .spawn();
  const timer = killMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killMs);
  const { code } = await child.status;
  clearTimeout(timer);
  return code;
}

Deno.test("servers and builders share an index, whoever of them is killed", async () => {
  const names = Array.from({ length: FILES }, (_, n) => n);
  using repo = checkout(Object.fromEntries(names.map((n) => [`d${n % 5}/f${n}.ts`, source(n, 0)])));
  const count = { query: "needle", count_only: true };
  let first = await openServer(repo.root);
  const second = await openServer(repo.root);
  for (const round of [1, 2, 3]) {
    const n = round * 7;
    repo.write(`d${n % 5}/f${n}.ts`, source(n, round));
    const builds = [index(repo.root), index(repo.root, 150 * round), index(repo.root)];
    const answers = Promise.all([first, second].map(({ call }) => call("search_text", count)));
    for (const answer of await answers) assert.equal(answer["total_matches"], FILES * 3);
    if (round === 2) {
      await first.server.kill();
      first = await openServer(repo.root);
    }
    const [one, , other] = await Promise.all(builds);
    assert.deepEqual([one, other], [0, 0]);
    for (const { call } of [first, second]) {
      const symbol = { query: `f${n}r${round}`, path_class: "any" };
      const found = await call("search_symbol", symbol);
      assert.deepEqual(object(found, "completeness")["total"], 3);
    }
  }
  await first.server.end();
  await second.server.end();
  const { code, stdout } = await frigg(["search", "needle", "--all"], { cwd: repo.root });
  assert.equal(code, 0);
  assert.equal(stdout.trimEnd().split("\n").length, FILES * 3);
});
