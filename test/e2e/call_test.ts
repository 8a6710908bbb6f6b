import assert from "node:assert/strict";
import { checkout, frigg } from "./frigg.ts";

const FILES = { "src/a.ts": "export function needle(): void {}\n", "b.txt": "one\ntwo\n" };

/** One call a line. */
function lines(...calls: readonly unknown[]): string {
  return calls.map((call) => `${typeof call === "string" ? call : JSON.stringify(call)}\n`).join(
    "",
  );
}

Deno.test("a session of calls answers one a line and passes answers on", async () => {
  using repo = checkout(FILES);
  const stdin = lines(
    { tool: "search_symbol", arguments: { query: "needle", path_class: "any" } },
    "",
    {
      tool: "read_match",
      arguments: {
        result_handle: "${1.result_handle}",
        match_id: "${1.matches[0].match_id}",
        presentation_mode: "json",
      },
    },
    { tool: "read_file", arguments: { path: "${2.path}", presentation_mode: "json" } },
  );
  const { code, stdout, stderr } = await frigg(["call", "-"], { cwd: repo.root, stdin });
  assert.deepEqual([code, stderr], [0, ""]);
  const answers = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.equal(answers.length, 3);
  assert.equal(answers[1].content, FILES["src/a.ts"]);
  assert.equal(answers[2].source.sha256, answers[1].source.sha256);
});

Deno.test("an unknown tool is answered as a host would see it, with the names on stderr", async () => {
  using repo = checkout(FILES);
  const { code, stdout, stderr } = await frigg(["call", "serch_text"], { cwd: repo.root });
  assert.equal(code, 1);
  assert.match(JSON.parse(stdout).error.message, /did you mean "search_text"/);
  assert.match(stderr, /^The tools: document_symbols, .*workspace$/m);
});

Deno.test("a refusal in a session is its line's answer, and the session goes on", async () => {
  using repo = checkout(FILES);
  const stdin = lines(
    "no JSON",
    { tool: "read_file", arguments: { path: "missing" } },
    { tool: "read_file", arguments: { path: "${2.path}" } },
    { tool: "no_tool" },
    { tool: "read_file", arguments: { path: "b.txt" }, extra: 1 },
    { tool: "read_file", arguments: { path: "b.txt" } },
  );
  const { code, stdout } = await frigg(["call", "-"], { cwd: repo.root, stdin });
  assert.equal(code, 1);
  const answers = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(answers.map(({ error }) => error?.data.error_code), [
    "invalid_params",
    "resource_not_found",
    "invalid_params",
    "invalid_params",
    "invalid_params",
    undefined,
  ]);
  assert.match(answers[2].error.message, /\$\{2\.path\}/);
  assert.equal(answers[5].content, "one\ntwo\n");
});

Deno.test("a single call prints its answer, or its refusal with exit code 1", async () => {
  using repo = checkout(FILES);
  const at = { cwd: repo.root };
  const listed = await frigg(["call", "list_files"], at);
  assert.deepEqual([listed.code, JSON.parse(listed.stdout).total_files], [0, 2]);
  const refused = await frigg(["call", "read_file", '{"path":"../x"}'], at);
  assert.deepEqual([refused.code, refused.stderr], [1, ""]);
  assert.deepEqual(JSON.parse(refused.stdout).error, {
    code: -32600,
    message: "access_denied: path is outside workspace roots",
    data: { error_code: "access_denied", retryable: false },
  });
  const misspelt = await frigg(["call", "serch_text", '{"query":"x"}'], at);
  assert.equal(misspelt.code, 1);
  assert.deepEqual(JSON.parse(misspelt.stdout).error, {
    code: -32602,
    message: 'invalid_params: Cannot find tool "serch_text"; did you mean "search_text"?',
    data: { error_code: "invalid_params", retryable: false, tool_name: "serch_text" },
  });
  const unlike = await frigg(["call", "grep"], at);
  assert.equal(
    JSON.parse(unlike.stdout).error.message,
    'invalid_params: Cannot find tool "grep"',
  );
});
