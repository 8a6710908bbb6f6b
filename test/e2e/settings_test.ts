import assert from "node:assert/strict";
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
