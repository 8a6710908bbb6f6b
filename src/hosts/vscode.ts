/**
 * VS Code. Its files hold `servers`, not `mcpServers`; the two forms must not be mixed in one file.
 * @module
 */
import { isJsonObject } from "../contract/json.ts";
import { type Host, SERVER_NAME } from "./host.ts";
import { below, desktopFolder } from "./places.ts";

export const vscode: Host = {
  id: "vscode",
  title: "VS Code",
  format: "jsonc",
  scopes: ["project", "user"],
  files: (scope, site) => [
    scope === "project"
      ? below(site, site.project, ".vscode", "mcp.json")
      : below(site, desktopFolder(site), "Code", "User", "mcp.json"),
  ],
  shapes: [{
    id: "common",
    keys: () => ["servers", SERVER_NAME],
    entry: ({ command, args }) => ({ type: "stdio", command, args: [...args] }),
  }],
  objection: (settings) =>
    isJsonObject(settings) && settings["mcpServers"] !== undefined
      ? 'it holds "mcpServers", the form of other hosts, which must not be mixed with "servers"'
      : undefined,
  traces: (machine) => [below(machine, desktopFolder(machine), "Code")],
  projectVariable: "${workspaceFolder}",
  command: ({ command, args }, scope) =>
    scope === "user"
      ? ["code", "--add-mcp", JSON.stringify({ name: SERVER_NAME, command, args })]
      : undefined,
  toSee: "run “MCP: List Servers” from its command palette",
};
