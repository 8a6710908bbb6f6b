import assert from "node:assert/strict";
import { beginSession, post } from "../support/http.ts";
import { object, pick } from "../support/json.ts";
import { callMessage } from "../support/program.ts";
import { tempRepo } from "../support/repo.ts";
import { ServedProgram, startProgram } from "../support/served.ts";

async function failure(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const { code, stdout, stderr } = await startProgram(args, env).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

Deno.test("frigg serve answers until it is told to end", async () => {
  using repo = tempRepo({ "a.txt": "needle\n" });
  const program = await ServedProgram.start(["--workspace-root", repo.root]);
  const { url } = program;
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
  assert.deepEqual(await program.stop(), { code: 0, stdout: "", stderr: "" });
  await stream.body?.cancel();
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
