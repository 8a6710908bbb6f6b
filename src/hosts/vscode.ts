/**
 * VS Code. Its files hold `servers`, not `mcpServers`; the two forms must not be mixed in one file.
 * @module
 */
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
  traces: (machine) => [below(machine, desktopFolder(machine), "Code")],
  projectVariable: "${workspaceFolder}",
  command: ({ command, args }, scope) =>
    scope === "user"
      ? ["code", "--add-mcp", JSON.stringify({ name: SERVER_NAME, command, args })]
      : undefined,
  toSee: "run “MCP: List Servers” from its command palette",
};
