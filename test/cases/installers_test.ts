/** The command line and what it writes for hosts (cases.md §9). */
import assert from "node:assert/strict";
import { checkout, frigg } from "../e2e/frigg.ts";
import { callMessage, INITIALIZE, RawServer } from "../support/program.ts";
import { list, object } from "../support/json.ts";

Deno.test("a misspelt flag is named, with near ones (cases.md 9.1)", async () => {
  const { code, stdout, stderr } = await frigg(["--max-tokns", "5"]);
  assert.deepEqual([code, stdout], [2, ""]);
  assert.match(stderr, /Cannot use flag "--max-tokns": it is unknown\n.*--max-files/);
});

Deno.test("flag beats environment beats default, and bad values are refused (cases.md 9.1)", async (t) => {
  using repo = checkout({ "a.txt": "x".repeat(2_000) });
  const read = ["call", "read_file", '{"path":"a.txt"}', "--workspace-root", repo.root];
  const env = { FRIGG_MAX_FILE_BYTES: "1000" };
  const cases = [
    { name: "default", args: [], env: {}, code: 0 },
    { name: "environment", args: [], env, code: 1, limit: 1000 },
    {
      name: "a flag that is smaller",
      args: ["--max-file-bytes", "1500"],
      env,
      code: 1,
      limit: 1500,
    },
    { name: "a flag that is larger", args: ["--max-file-bytes", "3000"], env, code: 0 },
    { name: "a flag that is no number", args: ["--max-file-bytes", "1k"], env, code: 2 },
    { name: "an environment that is no number", args: [], env: { FRIGG_MAX_FILES: "0" }, code: 2 },
  ];
  for (const { name, args, env, code, limit } of cases) {
    await t.step(name, async () => {
      const ended = await frigg([...read, ...args], { env });
      assert.equal(ended.code, code, ended.stderr);
      if (code === 2) assert.match(ended.stderr, /Cannot use "(1k|0)" for (--max|FRIGG_MAX)/);
      else assert.equal(JSON.parse(ended.stdout).error?.data.config_max_file_bytes, limit);
    });
  }
});

Deno.test("started in /, a named root works fully (cases.md 9.2)", async () => {
  using repo = checkout({ "src/a.ts": "export const needle = 1;\n" });
  const server = new RawServer(["--workspace-root", repo.root], "/");
  await server.send(...INITIALIZE, callMessage(1, "read_file", { path: "src/a.ts" }));
  const read = object(await server.answer(1), "result");
  assert.deepEqual(read["content"], [{ type: "text", text: "export const needle = 1;\n" }]);
  await server.send(
    callMessage(2, "workspace", {}),
    callMessage(3, "search_text", { query: "needle" }),
  );
  const found = object(object(await server.answer(3), "result"), "structuredContent");
  assert.deepEqual(list(found, "matches").map(({ path }) => path), ["src/a.ts"]);
  await server.end();
});

Deno.test("started in / or a system folder without a root, it asks for one and touches nothing (cases.md 9.2)", async () => {
  using state = checkout();
  for (const folder of ["/", "/usr", "/usr/bin"]) {
    const server = new RawServer(["--state-dir", state.root], folder);
    await server.send(...INITIALIZE, callMessage(1, "search_text", { query: "needle" }));
    const data = object(object(await server.answer(1), "error"), "data");
    assert.equal(data["error_code"], "resource_not_found");
    assert.match(String(data["hint"]), /--workspace-root DIR, or call workspace with the path/);
    await server.end();
  }
  assert.deepEqual(await Array.fromAsync(Deno.readDir(state.root), ({ name }) => name), [".git"]);
  const { code, stderr } = await frigg(["register", "cursor"], { cwd: "/" });
  assert.equal(code, 3);
  assert.match(stderr, /root of the disk\nName the folder with --workspace-root DIR/);
});

const BEFORE = [
  "{",
  "  // my servers",
  '  "mcpServers": {',
  '    "other": { "command": "x", "args": [], "env": {} }, // keep',
  "  },",
  "}",
  "",
].join("\r\n");

Deno.test("an installer changes nothing but its entry, and takes it back (cases.md 9.3)", async () => {
  using repo = checkout({ ".cursor/mcp.json": BEFORE });
  const file = `${repo.root}/.cursor/mcp.json`;
  await Deno.chmod(file, 0o640);
  const register = (...args: string[]): ReturnType<typeof frigg> =>
    frigg(["register", "cursor", "--workspace-root", repo.root, ...args]);
  const before = repo.read(".cursor/mcp.json");

  assert.equal((await register()).code, 0);
  const added = repo.read(".cursor/mcp.json");
  const [head, tail] = [
    BEFORE.slice(0, BEFORE.indexOf("  },")),
    BEFORE.slice(BEFORE.indexOf("  },")),
  ];
  assert(added.startsWith(`${head.slice(0, -2)}\r\n    "frigg": {\r\n      "command": "/`));
  assert(added.endsWith(`"${repo.root}"],\r\n      "env": {}\r\n    },\r\n${tail}`));
  assert.equal(await modeOf(file), 0o640);

  const second = await register();
  assert.deepEqual([second.code, second.stdout.split("  ")[0]], [0, "unchanged"]);
  assert.equal(repo.read(".cursor/mcp.json"), added);
  assert.equal((await register("--check")).code, 0);

  assert.equal((await register("--uninstall")).code, 0);
  assert.equal(repo.read(".cursor/mcp.json"), before);
  assert.equal(await modeOf(file), 0o640);
  assert.equal((await register("--check")).code, 1);
});

Deno.test("a broken file is left alone, and the entry is shown (cases.md 9.3)", async () => {
  const broken = BEFORE.slice(0, BEFORE.indexOf(' "args"'));
  using repo = checkout({ ".cursor/mcp.json": broken });
  const args = ["register", "cursor", "--workspace-root", repo.root];
  const { code, stdout, stderr } = await frigg(args);
  assert.equal(code, 3);
  assert.match(stderr, /Cannot edit ".*mcp\.json": 4:\d+: not valid JSON/);
  assert.deepEqual(JSON.parse(stdout).mcpServers.frigg.env, {});
  assert.equal(repo.read(".cursor/mcp.json"), broken);
});

async function modeOf(file: string): Promise<number> {
  return ((await Deno.stat(file)).mode ?? 0) & 0o777;
}
