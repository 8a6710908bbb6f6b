import assert from "node:assert/strict";
import { type Machine, SCOPES, type Site } from "../../src/hosts/host.ts";
import { HOSTS } from "../../src/hosts/registry.ts";

const LINUX: Site = { os: "linux", home: "/home/ann", env: () => undefined, project: "/src/shop" };
const DARWIN: Site = { ...LINUX, os: "darwin", home: "/Users/ann" };
const WINDOWS: Site = {
  os: "windows",
  home: "C:\\Users\\ann",
  env: (name) => name === "APPDATA" ? "C:\\Users\\ann\\AppData\\Roaming" : undefined,
  project: "D:\\shop",
};

/** Host, scope, keys; files on Linux, macOS and Windows. `=` stands for the file on Linux below the other home. */
const PLACES = [
  ["claude-code", "project", "mcpServers.frigg", "/src/shop/.mcp.json", "=", "D:\\shop\\.mcp.json"],
  [
    "claude-code",
    "user",
    "mcpServers.frigg",
    "/home/ann/.claude.json",
    "/Users/ann/.claude.json",
    "C:\\Users\\ann\\.claude.json",
  ],
  [
    "claude-code",
    "local",
    "projects./src/shop.mcpServers.frigg",
    "/home/ann/.claude.json",
    "/Users/ann/.claude.json",
    "C:\\Users\\ann\\.claude.json",
  ],
  [
    "claude-desktop",
    "user",
    "mcpServers.frigg",
    "/home/ann/.config/Claude/claude_desktop_config.json",
    "/Users/ann/Library/Application Support/Claude/claude_desktop_config.json",
    "C:\\Users\\ann\\AppData\\Roaming\\Claude\\claude_desktop_config.json",
  ],
  [
    "vscode",
    "project",
    "servers.frigg",
    "/src/shop/.vscode/mcp.json",
    "=",
    "D:\\shop\\.vscode\\mcp.json",
  ],
  [
    "vscode",
    "user",
    "servers.frigg",
    "/home/ann/.config/Code/User/mcp.json",
    "/Users/ann/Library/Application Support/Code/User/mcp.json",
    "C:\\Users\\ann\\AppData\\Roaming\\Code\\User\\mcp.json",
  ],
  [
    "cursor",
    "project",
    "mcpServers.frigg",
    "/src/shop/.cursor/mcp.json",
    "=",
    "D:\\shop\\.cursor\\mcp.json",
  ],
  [
    "cursor",
    "user",
    "mcpServers.frigg",
    "/home/ann/.cursor/mcp.json",
    "/Users/ann/.cursor/mcp.json",
    "C:\\Users\\ann\\.cursor\\mcp.json",
  ],
  [
    "codex",
    "user",
    "mcp_servers.frigg",
    "/home/ann/.codex/config.toml",
    "/Users/ann/.codex/config.toml",
    "C:\\Users\\ann\\.codex\\config.toml",
  ],
  [
    "codex",
    "project",
    "mcp_servers.frigg",
    "/src/shop/.codex/config.toml",
    "=",
    "D:\\shop\\.codex\\config.toml",
  ],
  [
    "gemini-cli",
    "project",
    "mcpServers.frigg",
    "/src/shop/.gemini/settings.json",
    "=",
    "D:\\shop\\.gemini\\settings.json",
  ],
  [
    "gemini-cli",
    "user",
    "mcpServers.frigg",
    "/home/ann/.gemini/settings.json",
    "/Users/ann/.gemini/settings.json",
    "C:\\Users\\ann\\.gemini\\settings.json",
  ],
  [
    "antigravity",
    "user",
    "mcpServers.frigg",
    "/home/ann/.gemini/config/mcp_config.json",
    "/Users/ann/.gemini/config/mcp_config.json",
    "C:\\Users\\ann\\.gemini\\config\\mcp_config.json",
  ],
  [
    "antigravity",
    "project",
    "mcpServers.frigg",
    "/src/shop/.agents/mcp_config.json",
    "=",
    "D:\\shop\\.agents\\mcp_config.json",
  ],
  [
    "opencode",
    "project",
    "mcp.servers.frigg",
    "/src/shop/opencode.json",
    "=",
    "D:\\shop\\opencode.json",
  ],
  [
    "opencode",
    "user",
    "mcp.servers.frigg",
    "/home/ann/.config/opencode/opencode.json",
    "/Users/ann/.config/opencode/opencode.json",
    "C:\\Users\\ann\\.config\\opencode\\opencode.json",
  ],
  [
    "zed",
    "user",
    "context_servers.frigg",
    "/home/ann/.config/zed/settings.json",
    "/Users/ann/.config/zed/settings.json",
    "C:\\Users\\ann\\AppData\\Roaming\\Zed\\settings.json",
  ],
  [
    "zed",
    "project",
    "context_servers.frigg",
    "/src/shop/.zed/settings.json",
    "=",
    "D:\\shop\\.zed\\settings.json",
  ],
  [
    "windsurf",
    "user",
    "mcpServers.frigg",
    "/home/ann/.codeium/windsurf/mcp_config.json",
    "/Users/ann/.codeium/windsurf/mcp_config.json",
    "C:\\Users\\ann\\.codeium\\windsurf\\mcp_config.json",
  ],
  [
    "copilot-cli",
    "user",
    "mcpServers.frigg",
    "/home/ann/.copilot/mcp-config.json",
    "/Users/ann/.copilot/mcp-config.json",
    "C:\\Users\\ann\\.copilot\\mcp-config.json",
  ],
];

Deno.test("every host's file and keys, for every scope and system", async (t) => {
  const places = HOSTS.flatMap((host) =>
    SCOPES.filter((scope) => host.scopes.includes(scope)).map((scope) => ({ host, scope }))
  );
  const known = (row: readonly string[]): string => row.slice(0, 2).join(" ");
  assert.deepEqual(
    places.map(({ host, scope }) => `${host.id} ${scope}`).sort(),
    PLACES.map(known).sort(),
  );
  for (const { host, scope } of places) {
    const row = PLACES.find((one) => known(one) === `${host.id} ${scope}`) ?? [];
    await t.step(known(row), () => {
      const [, , keys, linux, darwin, windows] = row;
      assert.equal(host.shapes[0].keys(scope, LINUX).join("."), keys);
      assert.equal(host.files(scope, LINUX)[0], linux);
      assert.equal(host.files(scope, DARWIN)[0], darwin === "=" ? linux : darwin);
      assert.equal(host.files(scope, WINDOWS)[0], windows);
    });
  }
});

Deno.test("variables name other folders", async (t) => {
  const cases = [
    { id: "codex", variable: "CODEX_HOME", value: "/etc/codex", file: "/etc/codex/config.toml" },
    {
      id: "copilot-cli",
      variable: "COPILOT_HOME",
      value: "/etc/copilot",
      file: "/etc/copilot/mcp-config.json",
    },
    { id: "opencode", variable: "OPENCODE_CONFIG", value: "/etc/oc.json", file: "/etc/oc.json" },
    { id: "zed", variable: "XDG_CONFIG_HOME", value: "/etc/x", file: "/etc/x/zed/settings.json" },
    {
      id: "zed",
      variable: "XDG_CONFIG_HOME",
      value: "relative",
      file: "/home/ann/.config/zed/settings.json",
    },
  ];
  for (const { id, variable, value, file } of cases) {
    await t.step(`${id} ${variable}=${value}`, () => {
      const env: Machine["env"] = (name) => name === variable ? value : undefined;
      const host = HOSTS.find((one) => one.id === id);
      assert.equal(host?.files("user", { ...LINUX, env })[0], file);
    });
  }
});

Deno.test("without a home folder only a project's file can be told", () => {
  const homeless: Site = { ...LINUX, home: undefined };
  for (const host of HOSTS) {
    for (const scope of host.scopes) {
      if (scope === "project") assert(host.files(scope, homeless)[0].startsWith("/src/shop/"));
      else {assert.throws(
          () => host.files(scope, homeless),
          /HOME is not set/,
          `${host.id} ${scope}`,
        );}
    }
  }
});
