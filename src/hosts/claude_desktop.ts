/**
 * Claude Desktop. It starts servers in `/` or a system folder.
 * @module
 */
import { COMMON_SHAPE, type Host } from "./host.ts";
import { below, desktopFolder } from "./places.ts";

export const claudeDesktop: Host = {
  id: "claude-desktop",
  title: "Claude Desktop",
  format: "jsonc",
  scopes: ["user"],
  files: (_, site) => [below(site, desktopFolder(site), "Claude", "claude_desktop_config.json")],
  shapes: [COMMON_SHAPE],
  traces: (machine) => [below(machine, desktopFolder(machine), "Claude")],
  toSee: "restart it and look at Settings, Developer",
};
