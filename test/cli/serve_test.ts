import assert from "node:assert/strict";
import { beginSession, post } from "../support/http.ts";
import { callMessage } from "../support/program.ts";
import { object, pick } from "../support/json.ts";
import { programCommand, programEnvironment } from "../support/program.ts";
import { tempRepo } from "../support/repo.ts";

/** `frigg serve` with these arguments. */
function start(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Deno.ChildProcess {
  const { command, args: all } = programCommand(args);
  return new Deno.Command(command, {
    args: all,
    env: { ...programEnvironment(), ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Reads stderr until the line with the URL. */
async function urlOf(program: Deno.ChildProcess): Promise<{ url: URL; rest: Promise<string> }> {
  const reader = program.stderr.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`the server ended: ${text}`);
    text += value;
    const url = /http:\S+\/mcp(?=\n)/.exec(text)?.[0];
    if (url !== undefined) return { url: new URL(url), rest: drain(reader) };
  }
}

async function drain(reader: ReadableStreamDefaultReader<string>): Promise<string> {
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return text;
    text += value;
  }
}

async function failure(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const { code, stdout, stderr } = await start(args, env).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

Deno.test("frigg serve answers until it is told to end", async () => {
  using repo = tempRepo({ "a.txt": "needle\n" });
  const program = start(["serve", "--port", "0", "--workspace-root", repo.root]);
  const { url, rest } = await urlOf(program);
  assert.equal(url.hostname, "127.0.0.1");
  const session = { "mcp-session-id": await beginSession(url) };
  const read = callMessage(1, "read_file", { path: "a.txt" });
  const { body } = await post(url, read, session);
  assert.deepEqual(pick(object(body ?? {}, "result"), "content"), [
    [{ type: "text", text: "needle\n" }],
  ]);
  // A stream that a client keeps open does not keep the server.
  const stream = await fetch(url, { headers: { ...session, accept: "text/event-stream" } });
  const taken = await failure(["serve", "--port", url.port]);
  assert.equal(taken.code, 3);
  assert.match(taken.stderr, /--port/);
  program.kill("SIGTERM");
  const { code } = await program.status;
  assert.equal(code, 0);
  assert.equal(await new Response(program.stdout).text(), "");
  await stream.body?.cancel();
  assert.equal(await rest, "");
});

Deno.test("frigg serve refuses wrong usage before it listens", async (t) => {
  const token = { FRIGG_MCP_HTTP_AUTH_TOKEN: "  " };
  const cases: readonly {
    readonly args: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
    readonly says: RegExp;
  }[] = [
    { args: ["serve", "--host", "0.0.0.0"], says: /--allow-remote-http and a token/ },
    { args: ["serve"], env: token, says: /blank/ },
    { args: ["--port", "1"], says: /"--port"/ },
    { args: ["--allow-remote-http"], says: /"--allow-remote-http"/ },
    { args: ["status", "--host", "::1"], says: /"--host"/ },
  ];
  for (const { args, env = {}, says } of cases) {
    await t.step(args.join(" "), async () => {
      const { code, stdout, stderr } = await failure(args, env);
      assert.deepEqual([code, stdout], [2, ""]);
      assert.match(stderr, says);
    });
  }
});
