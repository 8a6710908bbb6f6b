/**
 * Claude Code. Its user file is a large live state file: `claude mcp add` is the gentler way there.
 * @module
 */
import { type Host, SERVER_NAME } from "./host.ts";
import { below, inHome } from "./places.ts";

export const claudeCode: Host = {
  id: "claude-code",
  title: "Claude Code",
  format: "jsonc",
  scopes: ["project", "user", "local"],
  files: (scope, site) => [
    scope === "project" ? below(site, site.project, ".mcp.json") : inHome(site, ".claude.json"),
  ],
  shapes: [{
    id: "common",
    keys: (scope, { project }) => [
      ...(scope === "local" ? ["projects", project] : []),
      "mcpServers",
      SERVER_NAME,
    ],
    entry: ({ command, args }) => ({ type: "stdio", command, args: [...args], env: {} }),
  }],
  traces: (machine) => [inHome(machine, ".claude.json"), inHome(machine, ".claude")],
  // Our arguments begin with dashes, hence the lone "--".
  command: ({ command, args }, scope) => [
    ...["claude", "mcp", "add", "--transport", "stdio", "--scope", scope, SERVER_NAME, "--"],
    command,
    ...args,
  ],
  toSee: "run `claude mcp list` in the folder; a project's server waits until you approve it once",
};
