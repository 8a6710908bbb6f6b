import assert from "node:assert/strict";
import { type JsonObject, toJsonObject } from "../../src/contract/json.ts";
import { object, pick } from "../support/json.ts";
import { checkout, frigg } from "./frigg.ts";

Deno.test("a flag beats the environment, which beats the default (cases.md 9.1)", async (t) => {
  using repo = checkout({ "a.txt": "x".repeat(2_000) });
  const read = ["call", "read_file", '{"path":"a.txt"}', "--workspace-root", repo.root];
  const cases = [
    { name: "default", args: [], env: {}, code: 0, limit: undefined },
    { name: "environment", args: [], env: { FRIGG_MAX_FILE_BYTES: "1000" }, code: 1, limit: 1000 },
    {
      name: "flag over environment, still too small",
      args: ["--max-file-bytes", "1500"],
      env: { FRIGG_MAX_FILE_BYTES: "1000" },
      code: 1,
      limit: 1500,
    },
    {
      name: "flag over environment",
      args: ["--max-file-bytes", "3000"],
      env: { FRIGG_MAX_FILE_BYTES: "1000" },
      code: 0,
      limit: undefined,
    },
  ];
  for (const { name, args, env, code, limit } of cases) {
    await t.step(name, async () => {
      const ended = await frigg([...read, ...args], { env });
      assert.equal(ended.code, code, ended.stdout);
      assert.equal(JSON.parse(ended.stdout).error?.data.config_max_file_bytes, limit);
    });
  }
});

Deno.test("the working directory means nothing beside a named root (cases.md 9.2)", async () => {
  using repo = checkout({ "src/a.ts": "export const needle = 1;\n" });
  const root = ["--workspace-root", repo.root];
  const call = await frigg(["call", "read_file", '{"path":"src/a.ts"}', ...root], { cwd: "/" });
  assert.equal(JSON.parse(call.stdout).content, "export const needle = 1;\n");
  const search = await frigg(["search", "needle", ...root], { cwd: "/" });
  assert.deepEqual(
    [search.code, search.stdout],
    [0, "src/a.ts:1:14: export const needle = 1;\n"],
  );
});

Deno.test("neither the root of the disk nor the home folder is taken unless named", async (t) => {
  using home = checkout({ "a.txt": "needle\n" });
  const cases = [
    { name: "disk", start: { cwd: "/" }, says: /--workspace-root DIR/ },
    { name: "home", start: { cwd: home.root, env: { HOME: home.root } }, says: /home folder/ },
  ];
  for (const { name, start, says } of cases) {
    await t.step(name, async () => {
      for (const args of [["index"], ["status"], ["search", "needle"]]) {
        const { code, stdout, stderr } = await frigg(args, start);
        assert.deepEqual([code, stdout], [3, ""]);
        assert.match(stderr, says);
      }
      const { code, stdout } = await frigg(["call", "list_files"], start);
      assert.equal(code, 1);
      assert.equal(JSON.parse(stdout).error.data.error_code, "resource_not_found");
      assert.match(JSON.parse(stdout).error.data.hint, /--workspace-root DIR/);
    });
  }
  await t.step("home, named", async () => {
    const args = ["search", "needle", "--workspace-root", home.root];
    const { code, stdout } = await frigg(args, { env: { HOME: home.root } });
    assert.deepEqual([code, stdout], [0, "a.txt:1:1: needle\n"]);
  });
});

Deno.test("a state folder elsewhere leaves the root alone", async () => {
  using repo = checkout({ "a.txt": "needle\n" });
  using state = checkout();
  const args = ["index", "--workspace-root", repo.root];
  const { code } = await frigg(args, { env: { FRIGG_STATE_DIR: `${state.root}/index` } });
  assert.equal(code, 0);
  assert.equal(repo.exists(".frigg"), false);
  assert.equal(state.exists("index"), true);
});

Deno.test("a profile that is not offered is one line on stderr", async (t) => {
  using repo = checkout();
  const cases = [
    { value: " Extended ", lines: 0 },
    { value: "core", lines: 1 },
    { value: "bogus", lines: 1 },
  ];
  for (const { value, lines } of cases) {
    await t.step(value, async () => {
      const env = { FRIGG_MCP_TOOL_SURFACE_PROFILE: value };
      const { code, stdout, stderr } = await frigg(["--workspace-root", repo.root], { env });
      assert.deepEqual([code, stdout], [0, ""]);
      assert.equal(stderr.split("\n").length - 1, lines);
    });
  }
});

Deno.test("vectors that are asked for and not there are refused only in strict mode", async (t) => {
  using repo = checkout({ "src/a.ts": "export const needle = 1;\n" });
  const STRICT = "FRIGG_SEMANTIC_RUNTIME_STRICT_MODE";
  const ENABLED = "FRIGG_SEMANTIC_RUNTIME_ENABLED";
  const cases: readonly {
    readonly name: string;
    readonly env: Readonly<Record<string, string>>;
    readonly args: JsonObject;
    /** `semantic_status` of an answer, or "refused". */
    readonly want: string;
  }[] = [
    { name: "not asked for", env: {}, args: {}, want: "disabled" },
    { name: "asked for", env: {}, args: { semantic: true }, want: "unavailable" },
    { name: "strict, not asked for", env: { [STRICT]: "1" }, args: {}, want: "disabled" },
    {
      name: "strict, asked for",
      env: { [STRICT]: "1" },
      args: { semantic: true },
      want: "refused",
    },
    { name: "on by default", env: { [ENABLED]: "true" }, args: {}, want: "unavailable" },
    { name: "on, strict", env: { [ENABLED]: "1", [STRICT]: "1" }, args: {}, want: "refused" },
    {
      name: "on, strict, declined",
      env: { [ENABLED]: "1", [STRICT]: "1" },
      args: { semantic: false },
      want: "disabled",
    },
  ];
  for (const { name, env, args, want } of cases) {
    await t.step(name, async () => {
      const request = JSON.stringify({ query: "needle", response_mode: "full", ...args });
      const ended = await frigg(["call", "search_hybrid", request], { cwd: repo.root, env });
      const answer = toJsonObject(JSON.parse(ended.stdout));
      if (want !== "refused") {
        assert.deepEqual(
          [ended.code, object(answer, "metadata")["semantic_status"]],
          [0, want],
        );
        return;
      }
      assert.equal(ended.code, 1);
      assert.deepEqual(
        pick(
          object(object(answer, "error"), "data"),
          "error_code",
          "retryable",
          "error_class",
          "semantic_status",
          "semantic_reason",
        ),
        ["unavailable", true, "semantic", "strict_failure", "not_configured"],
      );
    });
  }
  await t.step("a value that is none is refused", async () => {
    const { code, stderr } = await frigg(["call", "list_files"], {
      cwd: repo.root,
      env: { [STRICT]: "perhaps" },
    });
    assert.equal(code, 2);
    assert.match(stderr, /FRIGG_SEMANTIC_RUNTIME_STRICT_MODE/);
  });
});

Deno.test("context.jsonl gets a line a call, if it is asked for", async (t) => {
  const files = { "src/a.ts": "export const needle = 1;\n", "b.txt": "needle\n" };
  const probes = [{ id: "a", kind: "text", query: "needle" }, {
    id: "b",
    kind: "symbol",
    query: "x",
  }];
  const playbook = {
    playbook_id: "p",
    steps: [{ step_id: "s", tool_name: "search_text", params: { query: "needle" } }],
  };
  const calls = [
    { tool: "search_text", arguments: { query: "needle" } },
    { tool: "read_file", arguments: { path: "src/a.ts" } },
    { tool: "read_file", arguments: { path: "none" } },
    { tool: "search_batch", arguments: { probes } },
    { tool: "playbook_run", arguments: { playbook } },
    { tool: "a client's text" },
  ];
  const stdin = calls.map((call) => `${JSON.stringify(call)}\n`).join("");

  await t.step("without the variable there is no file", async () => {
    using repo = checkout(files);
    await frigg(["call", "-"], { cwd: repo.root, stdin });
    assert.equal(repo.exists(".frigg/CURRENT"), true);
    assert.equal(repo.exists(".frigg/context.jsonl"), false);
  });
  await t.step(
    "with it, a line a call of the client and none of what a call makes itself",
    async () => {
      using repo = checkout(files);
      const env = { FRIGG_CONTEXT_EFFICIENCY_LOG: "1" };
      const { stderr } = await frigg(["call", "-"], { cwd: repo.root, stdin, env });
      assert.equal(stderr, "");
      const log = await Deno.readTextFile(`${repo.root}/.frigg/context.jsonl`);
      const lines = log.trimEnd().split("\n")
        .map((line) => toJsonObject(JSON.parse(line)));
      assert.deepEqual(lines.map((line) => pick(line, "tool", "status", "error_code")), [
        ["search_text", "ok", undefined],
        ["read_file", "ok", undefined],
        ["read_file", "err", "resource_not_found"],
        ["search_batch", "ok", undefined],
        ["playbook_run", "ok", undefined],
        ["unknown", "err", "invalid_params"],
      ]);
      const [search = {}, read = {}] = lines;
      assert.deepEqual(object(search, "context_efficiency"), {
        indexed_readable_files: 2,
        indexed_readable_bytes: 32,
        returned_match_count: 2,
        returned_unique_paths: 2,
        returned_unique_file_bytes: 32,
        returned_source_bytes_estimate: 30,
        matched_file_context_saved_bytes_estimate: 2,
        matched_file_context_saved_percent_estimate: 6,
        corpus_context_saved_bytes_estimate: 2,
        corpus_context_saved_percent_estimate: 6,
      });
      assert.deepEqual(
        pick(
          object(read, "context_efficiency"),
          "returned_match_count",
          "returned_unique_paths",
          "returned_source_bytes_estimate",
        ),
        [0, 1, 25],
      );
      assert(Number(read["at_ms"]) > 0 && Number(read["query_duration_ms"]) >= 0);
    },
  );
  await t.step("a link in its place is not written through, and costs no answer", async () => {
    using repo = checkout({ ...files, ".frigg/victim.txt": "mine" });
    await Deno.symlink(`${repo.root}/.frigg/victim.txt`, `${repo.root}/.frigg/context.jsonl`);
    const env = { FRIGG_CONTEXT_EFFICIENCY_LOG: "1" };
    const { code, stderr } = await frigg(["call", "list_files"], { cwd: repo.root, env });
    assert.equal(code, 0);
    assert.match(stderr, /context\.jsonl" is not a plain file/);
    assert.equal(await Deno.readTextFile(`${repo.root}/.frigg/victim.txt`), "mine");
  });
});
