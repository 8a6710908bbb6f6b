/**
 * Gemini CLI. Its file holds all of its settings. Whether to trust the server is the person's decision, so it is not taken here.
 * @module
 */
import { type Host, SERVER_NAME } from "./host.ts";
import { below, inHome } from "./places.ts";

/** For each call. */
const TIMEOUT_MS = 60_000;

export const geminiCli: Host = {
  id: "gemini-cli",
  title: "Gemini CLI",
  format: "jsonc",
  scopes: ["project", "user"],
  files: (scope, site) => [
    scope === "project"
      ? below(site, site.project, ".gemini", "settings.json")
      : inHome(site, ".gemini", "settings.json"),
  ],
  shapes: [{
    id: "common",
    keys: () => ["mcpServers", SERVER_NAME],
    entry: ({ command, args }) => ({
      command,
      args: [...args],
      timeout: TIMEOUT_MS,
      trust: false,
    }),
  }],
  traces: (machine) => [inHome(machine, ".gemini", "settings.json")],
  // Unlike the others it refuses a lone "--" before our arguments.
  command: ({ command, args }, scope) => [
    ...["gemini", "mcp", "add", "-s", scope, SERVER_NAME, command],
    ...args,
  ],
  toSee: "run `gemini mcp list` in the folder, which it has to trust",
};
