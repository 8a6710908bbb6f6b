/**
 * Cursor. It merges the files of both scopes.
 * @module
 */
import { COMMON_SHAPE, type Host } from "./host.ts";
import { below, inHome } from "./places.ts";

export const cursor: Host = {
  id: "cursor",
  title: "Cursor",
  format: "jsonc",
  scopes: ["project", "user"],
  files: (scope, site) => [
    scope === "project"
      ? below(site, site.project, ".cursor", "mcp.json")
      : inHome(site, ".cursor", "mcp.json"),
  ],
  shapes: [COMMON_SHAPE],
  traces: (machine) => [inHome(machine, ".cursor")],
  toSee: "look at Cursor Settings, MCP",
};
