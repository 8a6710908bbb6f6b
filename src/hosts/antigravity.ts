/**
 * Antigravity: its editor and its command line share one file. Older ones are still quoted in many places.
 * @module
 */
import { COMMON_SHAPE, type Host } from "./host.ts";
import { below, inHome } from "./places.ts";

const FILE = "mcp_config.json";

export const antigravity: Host = {
  id: "antigravity",
  title: "Antigravity",
  format: "jsonc",
  scopes: ["user", "project"],
  files: (scope, site) => [
    scope === "project"
      ? below(site, site.project, ".agents", FILE)
      : inHome(site, ".gemini", "config", FILE),
  ],
  shapes: [COMMON_SHAPE],
  traces: (machine) => [
    inHome(machine, ".gemini", "config"),
    inHome(machine, ".gemini", "antigravity"),
    inHome(machine, ".gemini", "antigravity-cli"),
  ],
  oldFiles: (machine) => [
    inHome(machine, ".gemini", "antigravity", FILE),
    inHome(machine, ".gemini", "antigravity-cli", FILE),
  ],
  toSee: "run `agy mcp list`, or look at its MCP servers in the editor",
};
