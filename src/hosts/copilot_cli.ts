/**
 * Copilot CLI. Sessions of its harness in VS Code read the same file.
 * @module
 */
import { type Host, SERVER_NAME } from "./host.ts";
import { below, namedFolder } from "./places.ts";

export const copilotCli: Host = {
  id: "copilot-cli",
  title: "Copilot CLI",
  format: "jsonc",
  scopes: ["user"],
  files: (_, site) => [
    below(site, namedFolder(site, "COPILOT_HOME", ".copilot"), "mcp-config.json"),
  ],
  shapes: [{
    id: "common",
    keys: () => ["mcpServers", SERVER_NAME],
    entry: ({ command, args }) => ({ type: "local", command, args: [...args], tools: ["*"] }),
  }],
  traces: (machine) => [namedFolder(machine, "COPILOT_HOME", ".copilot")],
  command: ({ command, args }) => [
    ...["copilot", "mcp", "add", SERVER_NAME, "--"],
    command,
    ...args,
  ],
  toSee: "run `copilot mcp list`",
};
