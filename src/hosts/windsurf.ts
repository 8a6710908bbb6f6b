/**
 * Windsurf Cascade. All its servers together may offer a hundred tools.
 * @module
 */
import { COMMON_SHAPE, type Host } from "./host.ts";
import { inHome } from "./places.ts";

export const windsurf: Host = {
  id: "windsurf",
  title: "Windsurf Cascade",
  format: "jsonc",
  scopes: ["user"],
  files: (_, site) => [inHome(site, ".codeium", "windsurf", "mcp_config.json")],
  shapes: [COMMON_SHAPE],
  traces: (machine) => [inHome(machine, ".codeium", "windsurf")],
  toSee: "refresh the MCP servers of Cascade, which may offer 100 tools in all; " +
    "its newer agent wants `devin mcp add` instead",
};
