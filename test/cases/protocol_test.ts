/** What a host sees on standard output, and where it finds source (cases.md §6; a whole session is in test/e2e). */
import assert from "node:assert/strict";
import { checkout, frigg } from "../e2e/frigg.ts";
import { connect } from "../support/client.ts";
import { list, object, text } from "../support/json.ts";
import { callMessage, INITIALIZE, RawServer } from "../support/program.ts";
import { tempRepo } from "../support/repo.ts";

const STARTS = [
  { name: "no such root", args: ["--workspace-root", "/no/such/dir"], code: 3 },
  { name: "a root without a value", args: ["--workspace-root"], code: 2 },
  { name: "an unknown flag", args: ["--no-such-flag"], code: 2 },
  { name: "an unknown command", args: ["serv"], code: 2 },
  { name: "a bad setting", args: ["--max-files", "many"], code: 2 },
  { name: "a bad setting in the environment", args: [], code: 2, env: { FRIGG_MAX_FILES: "x" } },
] as const;

Deno.test("a start that fails says nothing on stdout (cases.md 6.1)", async (t) => {
  using repo = checkout({ "a.txt": "one\n" });
  const stdin = INITIALIZE.map((message) => `${JSON.stringify(message)}\n`).join("");
  for (const { name, args, code, ...rest } of STARTS) {
    await t.step(name, async () => {
      const ended = await frigg(args, { cwd: repo.root, stdin, ...rest });
      assert.deepEqual([ended.code, ended.stdout], [code, ""]);
      assert.match(ended.stderr, /\S/);
    });
  }
});

Deno.test("help beside server flags is for people, not for the host (cases.md 6.1)", async () => {
  using repo = checkout({ "a.txt": "one\n" });
  const stdin = `${JSON.stringify(INITIALIZE[0])}\n`;
  const args = ["--workspace-root", repo.root, "--help"];
  const { code, stdout, stderr } = await frigg(args, { cwd: repo.root, stdin });
  assert.deepEqual([code, stdout], [0, ""]);
  assert.match(stderr, /^Usage: frigg/);
});

Deno.test("refusals start with their code, and log lines stay off stdout (cases.md 6.1)", async () => {
  using repo = checkout({ "a.txt": "one\n" });
  const server = new RawServer(["--workspace-root", repo.root, "--verbose"]);
  await server.send(...INITIALIZE);
  const calls = [["read_file", { path: "missing" }], ["no_such_tool", {}]] as const;
  for (const [index, [tool, args]] of calls.entries()) {
    const id = index + 1;
    await server.send(callMessage(id, tool, args));
    const error = object(await server.answer(id), "error");
    const data = object(error, "data");
    assert.equal(typeof data["retryable"], "boolean");
    assert(text(error, "message").startsWith(`${text(data, "error_code")}: `));
  }
  await server.end();
  for (const line of server.seen) assert.equal(JSON.parse(line).jsonrpc, "2.0");
});

Deno.test("source is in a text block in every mode (cases.md 6.2)", async (t) => {
  using repo = tempRepo({ "a.txt": "one\ntwo\n" });
  await using connection = await connect([repo.root]);
  const found = await connection.call("search_text", { query: "two" });
  const match = { result_handle: text(found, "result_handle"), match_id: "search:m1" };
  const reads = [
    { tool: "read_file", args: { path: "a.txt" } },
    { tool: "read_match", args: match },
  ];
  const shown = { text: "one\ntwo\n", citation: "1|one\n2|two\n" };
  for (const { tool, args } of reads) {
    for (const mode of ["text", "citation"] as const) {
      await t.step(`${tool} as ${mode}`, async () => {
        const blocks = await connection.text(tool, { ...args, presentation_mode: mode });
        assert.deepEqual(blocks, [shown[mode]]);
      });
    }
    await t.step(`${tool} without a mode`, async () => {
      assert.deepEqual(await connection.text(tool, args), [shown.text]);
    });
    await t.step(`${tool} as JSON, structured as well`, async () => {
      const answer = await connection.call(tool, { ...args, presentation_mode: "json" });
      assert.equal(answer["content"], shown.text);
      assert.equal(object(answer, "source")["bytes"], 8);
    });
  }
  assert.equal(list(found, "matches").length, 1);
});
