/** `frigg record`: what real clients call becomes a playbook that replays. */
import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type JsonObject, toJsonObject } from "../../src/contract/json.ts";
import { list, object, text } from "../support/json.ts";
import {
  callMessage,
  INITIALIZE,
  programCommand,
  programEnvironment,
  RawServer,
} from "../support/program.ts";
import { shopRepo, type TempRepo } from "../support/repo.ts";
import { frigg, shopCheckout } from "./frigg.ts";

const OUT = "playbooks/tour.playbook.yaml";
const TRACE = "playbooks/tour.trace.json";

/** One call of a client; the structured answer, or nothing of an answer in text. */
type Call = (tool: string, args?: JsonObject) => Promise<JsonObject>;

/** The steps that the calls of `converse()` have to become, in their order. */
const STEPS = [
  "workspace",
  "list-files",
  "list-files-2",
  "search-symbol",
  "read-match",
  "go-to-definition",
  "find-references",
  "incoming-calls",
  "document-symbols",
  "search-text",
  "search-text-2",
  "read-match-2",
  "explore",
  "read-file",
  "search-hybrid",
];

/** Fifteen calls that rest on each other as those of somebody who looks around do; and some that leave no step. */
async function converse(root: string, call: Call): Promise<void> {
  await call("workspace", { path: root, resolve_mode: "direct" });
  const page = await call("list_files", { limit: 4 });
  const continuation = text(object(page, "completeness"), "continuation");
  await call("list_files", { limit: 4, continuation });
  const found = await call("search_symbol", { query: "enforceTimeout", path_class: "any" });
  const [symbol = {}] = list(found, "matches");
  await call("read_match", {
    result_handle: text(found, "result_handle"),
    match_id: text(symbol, "match_id"),
    after: 4,
  });
  await call("go_to_definition", { target: object(symbol, "target_ref") });
  await call("find_references", { target: object(symbol, "target_ref") });
  await call("incoming_calls", { symbol: "enforceTimeout" });
  await call("document_symbols", { path: `${root}/src/session.ts` });
  await call("search_text", { query: "${", glob: "*.ts" });
  const limit = await call("search_text", { query: "SESSION_LIMIT_MS", word: true });
  await call("search_text", { query: "SESSION_LIMIT_MS", word: true });
  await call("read_match", {
    result_handle: text(limit, "result_handle"),
    match_id: text(list(limit, "matches")[1] ?? {}, "match_id"),
    presentation_mode: "json",
  });
  await call("explore", { operation: "probe", path: "src/session.ts", query: "session" });
  await call("read_file", {
    path: "docs/sessions.md",
    repository_id: text(symbol, "repository_id"),
    presentation_mode: "citation",
  });
  await call("search_hybrid", { query: "when does a session end", limit: 5 });
  await assert.rejects(call("read_file", { path: "src/nothing.ts" }), /resource_not_found/);
  await call("playbook_run", {
    playbook: { playbook_id: "x", steps: [{ step_id: "a", tool_name: "workspace", params: {} }] },
  });
}

function callOf(client: Client): Call {
  return async (name, args = {}) => {
    const { structuredContent } = await client.callTool({ name, arguments: { ...args } });
    return toJsonObject(structuredContent ?? {});
  };
}

/** A copy of the shop as a git work tree, with a folder for playbooks. */
function shop(): TempRepo {
  return shopRepo({
    ".git/HEAD": "ref: refs/heads/main\n",
    ".git/objects/.keep": "",
    ".git/refs/.keep": "",
    "playbooks/README.txt": "\n",
  });
}

function read(repo: TempRepo, path: string): string {
  return Deno.readTextFileSync(`${repo.root}/${path}`);
}

// The clients leave the timer with which they would kill a process that does not end.
const CLIENT_TIMERS = { sanitizeOps: false, sanitizeResources: false };

async function recordOverStdio(
  repo: TempRepo,
  flags: readonly string[],
  talk: (call: Call) => Promise<void>,
): Promise<string> {
  const transport = new StdioClientTransport({
    ...programCommand(["record", OUT, ...flags]),
    env: programEnvironment(),
    cwd: repo.root,
    stderr: "pipe",
  });
  let stderr = "";
  transport.stderr?.on("data", (piece: Uint8Array) => stderr += new TextDecoder().decode(piece));
  const client = new Client({ name: "test", version: "1" }, {
    versionNegotiation: { mode: "auto" },
  });
  await client.connect(transport);
  await talk(callOf(client));
  await client.close();
  return stderr;
}

async function replay(repo: TempRepo): Promise<{ code: number; stdout: string; stderr: string }> {
  return await frigg(["playbook", "replay", OUT], { cwd: repo.root });
}

/** What holds of every recording of the conversation. */
async function checkRecording(repo: TempRepo): Promise<void> {
  const yaml = read(repo, OUT);
  const ids = [...yaml.matchAll(/^ {2}- step_id: (.*)$/gm)].map(([, id]) => id);
  assert.deepEqual(ids, STEPS);
  for (const path of [OUT, TRACE]) {
    const written = read(repo, path);
    assert(!written.includes(repo.root), `${path} names the folder`);
    assert(!/shop-[0-9a-f]{12}/.test(written), `${path} names the repository's id`);
    assert(!/(result|continuation)-[0-9a-f]{32}/.test(written), `${path} holds a token`);
  }
  const lint = await frigg(["playbook", "lint", OUT], { cwd: repo.root });
  assert.equal(lint.code, 0, lint.stdout + lint.stderr);
  const same = await replay(repo);
  assert.equal(same.code, 0, same.stdout + same.stderr);
  assert.match(same.stdout, /same +tour +15 steps/);
}

Deno.test("a conversation over stdio becomes a playbook that replays", CLIENT_TIMERS, async (t) => {
  using repo = shop();
  const stderr = await recordOverStdio(repo, [], (call) => converse(repo.root, call));
  await t.step("every successful call is a step, and a replay matches", async () => {
    await checkRecording(repo);
    assert.equal(stderr, `frigg records to ${OUT}\n`);
  });
  await t.step("what an answer gave became a reference", () => {
    const yaml = read(repo, OUT);
    for (
      const line of [
        'continuation: "${steps.list-files.completeness.continuation}"',
        'result_handle: "${steps.search-symbol.result_handle}"',
        'match_id: "${steps.search-symbol.matches[0].match_id}"',
        'target: "${steps.search-symbol.matches[0].target_ref}"',
        'match_id: "${steps.search-text-2.matches[1].match_id}"',
        'query: "$${"',
        "path: src/session.ts",
      ]
    ) assert(yaml.includes(`      ${line}\n`), `${line}\n${yaml}`);
    assert(!yaml.includes("presentation_mode"), yaml);
    assert(!yaml.includes("repository_id"), yaml);
  });
  await t.step("after an edit a replay says what changed", async () => {
    const source = read(repo, "src/session.ts");
    repo.write("src/session.ts", source.replace("15 * 60", "30 * 60"));
    const drift = await replay(repo);
    assert.equal(drift.code, 1);
    assert.match(drift.stdout, /drift +tour +15 steps/);
    assert(drift.stdout.includes("[source_changed] the source changed: repo-001:src/session.ts"));
    assert(drift.stdout.includes("+export const SESSION_LIMIT_MS = 30 * 60 * 1000;"));
  });
});

Deno.test("a conversation over HTTP becomes the same playbook", CLIENT_TIMERS, async (t) => {
  for (const mode of ["legacy", "auto"] as const) {
    await t.step(mode, async () => {
      using repo = shop();
      const { command, args } = programCommand(["record", OUT, "--", "--port", "0"]);
      const server = new Deno.Command(command, {
        args,
        cwd: repo.root,
        stdin: "null",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      const url = await servedUrl(server.stderr);
      const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
      await client.connect(new StreamableHTTPClientTransport(new URL(url)));
      await converse(repo.root, callOf(client));
      await client.close();
      server.kill("SIGTERM");
      const { code } = await server.status;
      assert.equal(await new Response(server.stdout).text(), "");
      assert.equal(code, 0);
      await checkRecording(repo);
    });
  }
});

async function servedUrl(stderr: ReadableStream<Uint8Array>): Promise<string> {
  let seen = "";
  for await (const piece of stream(stderr)) {
    seen += piece;
    const url = /on (http:\S+)/.exec(seen)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`the server ended: ${seen}`);
}

function stream(bytes: ReadableStream<Uint8Array>): ReadableStream<string> {
  return bytes.pipeThrough(new TextDecoderStream());
}

Deno.test("minimal keeps what was read or cited later", CLIENT_TIMERS, async () => {
  using repo = shop();
  await recordOverStdio(repo, ["--minimal"], async (call) => {
    await call("search_text", { query: "Cart" });
    const found = await call("search_symbol", { query: "enforceTimeout", path_class: "any" });
    await call("read_match", {
      result_handle: text(found, "result_handle"),
      match_id: "symbols:m1",
    });
    await call("search_text", { query: "fifteen minutes" });
    await call("read_file", { path: "docs/sessions.md" });
    await call("search_text", { query: "ServeHTTP" });
  });
  const ids = [...read(repo, OUT).matchAll(/^ {2}- step_id: (.*)$/gm)].map(([, id]) => id);
  assert.deepEqual(ids, ["search-symbol", "read-match", "search-text-2", "read-file"]);
  const same = await replay(repo);
  assert.equal(same.code, 0, same.stdout + same.stderr);
});

Deno.test("minimal keeps what the client composed citations of", CLIENT_TIMERS, async () => {
  using repo = shop();
  await recordOverStdio(repo, ["--minimal"], async (call) => {
    await call("search_text", { query: "ServeHTTP" });
    await call("search_text", { query: "CartState.Open" });
    const run = await call("playbook_run", {
      playbook: {
        playbook_id: "cart",
        steps: [{ step_id: "a", tool_name: "search_text", params: { query: "CartState.Open" } }],
      },
      include_trace: true,
    });
    await call("playbook_compose_citations", { trace_artifact: object(run, "trace_artifact") });
  });
  const ids = [...read(repo, OUT).matchAll(/^ {2}- step_id: (.*)$/gm)].map(([, id]) => id);
  assert.deepEqual(ids, ["search-text-2"]);
  const same = await replay(repo);
  assert.equal(same.code, 0, same.stdout + same.stderr);
});

Deno.test("an edit while it records leaves one state of the tree", CLIENT_TIMERS, async () => {
  using repo = shop();
  const stderr = await recordOverStdio(repo, [], async (call) => {
    await call("search_text", { query: "SESSION_LIMIT_MS" });
    await call("read_file", { path: "src/session.ts", start_line: 30 });
    repo.write("src/more.ts", "export const MORE = SESSION_LIMIT_MS;\n");
    repo.write("src/session.ts", "export const SESSION_LIMIT_MS = 1;\n");
    await call("search_symbol", { query: "handle" });
  });
  assert.match(stderr, /Step "read-file" and what rests on it are left out now: .*it has 1 lines?/);
  const same = await replay(repo);
  assert.equal(same.code, 0, same.stdout + same.stderr);
  assert(read(repo, TRACE).includes("src/more.ts"));
});

Deno.test(
  "a root below the playbook's git root is named by the playbook",
  CLIENT_TIMERS,
  async () => {
    using copy = shopCheckout();
    const out = "playbooks/tour.playbook.yaml";
    const server = new RawServer(
      ["record", out, "--", "--workspace-root", "fixtures/shop"],
      copy.root,
    );
    await server.send(...INITIALIZE, callMessage(1, "search_text", { query: "SESSION_LIMIT_MS" }));
    await server.answer(1);
    assert.equal((await server.end()).code, 0, await server.stderr);
    assert.match(copy.read(out), /^workspace:\n {2}path: "?..\/fixtures\/shop"?$/m);
    const same = await frigg(["playbook", "replay", "tour"], { cwd: copy.root });
    assert.equal(same.code, 0, same.stdout + same.stderr);
  },
);

Deno.test("a playbook that is searched itself is told of", async () => {
  using repo = shop();
  repo.write("playbooks/.ignore", "# nothing yet\n");
  const server = new RawServer(["record", OUT], repo.root);
  await server.send(...INITIALIZE, callMessage(1, "search_text", { query: "tour" }));
  await server.answer(1);
  assert.equal((await server.end()).code, 0);
  assert.match(
    await server.stderr,
    /tour\.playbook\.yaml is searched too: list \*\.playbook\.yaml/,
  );
});

Deno.test("what was answered before the process was killed is there", async () => {
  using repo = shop();
  const server = new RawServer(["record", OUT], repo.root);
  await server.send(...INITIALIZE);
  await server.answer(0);
  for (const [id, query] of ["session", "cart", "total"].entries()) {
    await server.send(callMessage(id + 1, "search_text", { query }));
    await server.answer(id + 1);
  }
  await server.kill();
  const same = await replay(repo);
  assert.equal(same.code, 0, same.stdout + same.stderr);
  assert.match(same.stdout, /same +tour +3 steps/);
});

Deno.test("record refuses what it cannot write", async (t) => {
  using repo = shop();
  repo.write(OUT, "mine\n");
  const cases = [
    { args: [OUT], code: 2, says: "is there already" },
    { args: ["nowhere/a.playbook.yaml"], code: 2, says: "its folder is not there" },
    { args: ["playbooks/a.yaml"], code: 2, says: "a playbook is a *.playbook.yaml" },
    { args: ["playbooks/A.playbook.yaml"], code: 2, says: "its name is no playbook id" },
    { args: ["new", "--", "--prt", "0"], code: 2, says: "Did you mean --port" },
    { args: ["new", "--", "index"], code: 2, says: "too many arguments for 'serve'" },
  ];
  for (const { args, code, says } of cases) {
    await t.step(args.join(" "), async () => {
      const ended = await frigg(["record", ...args], { cwd: repo.root });
      assert.equal(ended.code, code, ended.stderr);
      assert(ended.stderr.includes(says), ended.stderr);
      assert.equal(ended.stdout, "");
    });
  }
  await t.step("nothing was written", () => assert.equal(read(repo, OUT), "mine\n"));
  await t.step("--force writes over it once a call succeeded", async () => {
    const server = new RawServer(["record", OUT, "--force"], repo.root);
    await server.send(...INITIALIZE, callMessage(1, "read_file", { path: "README.md" }));
    await server.answer(1);
    const { code } = await server.end();
    assert.equal(code, 0, await server.stderr);
    assert.match(read(repo, OUT), /tool_name: read_file/);
  });
});
