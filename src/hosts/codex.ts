/**
 * Codex, on the command line and in editors. It reads a project's file only where the project is trusted.
 * @module
 */
import { type Host, SERVER_NAME } from "./host.ts";
import { below, namedFolder } from "./places.ts";

/** Seconds; a first start may wait for a cold disk. */
const STARTUP_SECONDS = 20;
const TOOL_SECONDS = 60;

export const codex: Host = {
  id: "codex",
  title: "Codex",
  format: "toml",
  scopes: ["user", "project"],
  files: (scope, site) => [
    scope === "project"
      ? below(site, site.project, ".codex", "config.toml")
      : below(site, namedFolder(site, "CODEX_HOME", ".codex"), "config.toml"),
  ],
  shapes: [{
    id: "common",
    keys: () => ["mcp_servers", SERVER_NAME],
    entry: ({ command, args }) => ({
      command,
      args: [...args],
      startup_timeout_sec: STARTUP_SECONDS,
      tool_timeout_sec: TOOL_SECONDS,
      enabled: true,
    }),
  }],
  traces: (machine) => [namedFolder(machine, "CODEX_HOME", ".codex")],
  command: ({ command, args }, scope) =>
    scope === "user" ? ["codex", "mcp", "add", SERVER_NAME, "--", command, ...args] : undefined,
  toSee: "run `codex mcp list`",
};
