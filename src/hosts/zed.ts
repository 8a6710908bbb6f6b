/**
 * Zed. Its file holds every setting of the editor, with comments as a rule.
 * @module
 */
import { type Host, SERVER_NAME } from "./host.ts";
import { below, configFolder, desktopFolder } from "./places.ts";
import type { Machine } from "./host.ts";

export const zed: Host = {
  id: "zed",
  title: "Zed",
  format: "jsonc",
  scopes: ["user", "project"],
  files: (scope, site) => [
    scope === "project"
      ? below(site, site.project, ".zed", "settings.json")
      : below(site, folder(site), "settings.json"),
  ],
  shapes: [{
    id: "common",
    keys: () => ["context_servers", SERVER_NAME],
    entry: ({ command, args }) => ({ command, args: [...args], env: {} }),
  }],
  traces: (machine) => [folder(machine)],
  toSee: "look at the servers in the settings of its agent panel",
};

function folder(machine: Machine): string {
  return machine.os === "windows"
    ? below(machine, desktopFolder(machine), "Zed")
    : below(machine, configFolder(machine), "zed");
}
