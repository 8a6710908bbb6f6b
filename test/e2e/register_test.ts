/** `frigg register` as people call it; what it does to files is in test/hosts. */
import assert from "node:assert/strict";
import { type Checkout, checkout, frigg, runToEnd } from "./frigg.ts";

function at(repo: Checkout, home: Checkout): { cwd: string; env: Record<string, string> } {
  return { cwd: repo.root, env: { HOME: home.root } };
}

Deno.test("what is asked for wrongly is refused with exit 2 and changes nothing", async (t) => {
  using repo = checkout();
  using home = checkout();
  const cases = [
    { args: [], says: /which host is meant\nGive --all, or one of claude-code, .*cursor/ },
    { args: ["cursor", "--all"], says: /which host is meant/ },
    { args: ["cursr"], says: /"cursr": it is unknown\nDid you mean cursor/ },
    { args: ["cursor", "--scope", "team"], says: /"team" for --scope\nGive one of project, user/ },
    { args: ["cursor", "--scope", "local"], says: /Cursor with scope "local"/ },
    { args: ["cursor", "--check", "--uninstall"], says: /--check and --uninstall together/ },
    { args: ["cursor", "--check", "--dry-run"], says: /--check and --dry-run together/ },
    { args: ["opencode"], says: /which form this version of OpenCode reads\nGive --form v2 or v1/ },
    { args: ["opencode", "--form", "v3"], says: /--form "v3" for OpenCode/ },
    { args: ["cursor", "--watch-mode", "maybe"], says: /"maybe" for --watch-mode/ },
  ];
  for (const { args, says } of cases) {
    await t.step(args.join(" "), async () => {
      const { code, stdout, stderr } = await frigg(["register", ...args], at(repo, home));
      assert.deepEqual([code, stdout], [2, ""]);
      assert.match(stderr, says);
      assert.equal(repo.exists(".cursor") || repo.exists("opencode.json"), false);
    });
  }
});

Deno.test("every host that is found is written, and one that is broken does not stop the others", async () => {
  using repo = checkout();
  using home = checkout({ ".cursor/x": "", ".codex/config.toml": "a = ", ".config/zed/x": "" });
  const { code, stdout, stderr } = await frigg(["register", "--all"], at(repo, home));
  assert.equal(code, 3);
  assert.deepEqual(stdout.split("\n").filter((line) => line.startsWith("registered")), [
    "registered  Cursor (project) in .cursor/mcp.json",
    `registered  Zed (user) in ${home.root}/.config/zed/settings.json`,
  ]);
  assert.match(stderr, /failed {2}Codex: Cannot edit ".*config\.toml": 1:5: not valid TOML/);
  assert.match(stdout, /^\[mcp_servers\.frigg\]\ncommand = "/m);
  assert.equal(home.read(".codex/config.toml"), "a = ");
  home.write(".codex/config.toml", "a = 1\n");
  const check = await frigg(["register", "--all", "--check", "--json"], at(repo, home));
  const { hosts } = JSON.parse(check.stdout);
  assert.equal(check.code, 1);
  assert.deepEqual(hosts.map((one: { standing: string }) => one.standing), [
    "registered",
    "absent",
    "registered",
  ]);
});

Deno.test("where no host is found, or no home folder is named, that is said", async () => {
  using repo = checkout();
  using home = checkout();
  const none = await frigg(["register", "--all"], at(repo, home));
  assert.deepEqual([none.code, none.stderr], [3, "No host is found on this machine\nName one\n"]);
  for (const args of [["--all"], ["codex"]]) {
    const { code, stderr } = await frigg(["register", ...args], { cwd: repo.root });
    assert.equal(code, 3);
    assert.match(
      stderr,
      /where your settings are: HOME is not set\nSet HOME, or .*--scope project/,
    );
  }
  const project = await frigg(["register", "codex", "--scope", "project"], { cwd: repo.root });
  assert.equal(project.code, 0);
});

Deno.test("--print gives the entry alone, --dry-run a patch that git applies", async () => {
  using repo = checkout({ ".vscode/mcp.json": '{\n  "servers": {\n    "x": {}\n  }\n}\n' });
  using home = checkout();
  const printed = await frigg(["register", "vscode", "--print"], at(repo, home));
  const { type, args } = JSON.parse(printed.stdout).servers.frigg;
  assert.deepEqual([printed.code, type], [0, "stdio"]);
  assert.deepEqual(args.slice(-2), ["--workspace-root", "${workspaceFolder}"]);

  const dry = await frigg(["register", "vscode", "--dry-run"], at(repo, home));
  assert.equal(dry.code, 0);
  const before = repo.read(".vscode/mcp.json");
  const git = { command: "git", args: ["apply", "-"] };
  const applied = await runToEnd(git, { ...at(repo, home), stdin: dry.stdout });
  assert.equal(applied.code, 0, applied.stderr);
  assert.notEqual(repo.read(".vscode/mcp.json"), before);
  const check = await frigg(["register", "vscode", "--check"], at(repo, home));
  assert.deepEqual([check.code, check.stdout.split("  ")[0]], [0, "registered"]);
});

Deno.test("the two forms of an entry are not mixed in a file of VS Code", async () => {
  const text = '{ "mcpServers": {} }\n';
  using repo = checkout({ ".vscode/mcp.json": text });
  using home = checkout();
  const { code, stdout, stderr } = await frigg(["register", "vscode"], at(repo, home));
  assert.equal(code, 3);
  assert.match(stderr, /holds "mcpServers", the form of other hosts/);
  assert.match(stdout, /"servers"/);
  assert.equal(repo.read(".vscode/mcp.json"), text);
});

Deno.test("settings of the server become part of the entry, and folders are absolute", async () => {
  using repo = checkout({ "lib/a.txt": "" });
  using home = checkout();
  const args = [
    ...["register", "cursor", "--watch-mode", "on", "--state-dir", "state"],
    ...["--workspace-root", ".", "--workspace-root", "lib"],
  ];
  assert.equal((await frigg(args, at(repo, home))).code, 0);
  const { frigg: entry } = JSON.parse(repo.read(".cursor/mcp.json")).mcpServers;
  assert.deepEqual(entry.args.slice(-8), [
    ...["--workspace-root", repo.root, "--workspace-root", `${repo.root}/lib`],
    ...["--state-dir", `${repo.root}/state`, "--watch-mode", "on"],
  ]);
  assert.equal((await frigg([...args, "--check"], at(repo, home))).code, 0);
  const plain = await frigg(["register", "cursor"], at(repo, home));
  assert.equal(plain.code, 1);
  assert.match(plain.stderr, /not as frigg writes it, so it is left alone; --force changes it/);
  assert.equal((await frigg(["register", "cursor", "--force"], at(repo, home))).code, 0);
  assert.equal((await frigg(["register", "cursor", "--check"], at(repo, home))).code, 0);
});

Deno.test("what belongs to the person is taken back from any folder", async () => {
  using repo = checkout();
  using home = checkout({ ".codex/config.toml": "a = 1\n" });
  await frigg(["register", "codex"], at(repo, home));
  assert.match(home.read(".codex/config.toml"), /frigg/);
  const { code } = await frigg(["register", "codex", "--uninstall"], {
    ...at(repo, home),
    cwd: "/",
  });
  assert.equal(code, 0);
  assert.equal(home.read(".codex/config.toml"), "a = 1\n");
});

Deno.test("the entry starts a server that answers", async () => {
  using repo = checkout({ "a.txt": "needle\n" });
  using home = checkout();
  await frigg(["register", "cursor"], at(repo, home));
  const { command, args } = JSON.parse(repo.read(".cursor/mcp.json")).mcpServers.frigg;
  const stdin = [
    {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "t", version: "1" },
      },
    },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 2, method: "tools/list" },
  ].map((message) => `${JSON.stringify(message)}\n`).join("");
  const { code, stdout } = await runToEnd({ command, args }, { cwd: "/", stdin });
  assert.equal(code, 0);
  const answers = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.equal(answers[0].result.serverInfo.name, "frigg");
  assert(answers[1].result.tools.length > 10);
});
