/**
 * OpenCode. Its versions 1 and 2 read different forms, and only a file with servers in it tells which one it is for.
 * @module
 */
import { isJsonObject, type JsonObject } from "../contract/json.ts";
import { type Host, type Machine, SERVER_NAME, type Shape } from "./host.ts";
import { below, configFolder } from "./places.ts";

const STARTUP_MS = 20_000;
const REQUEST_MS = 60_000;

const VERSION_1: Shape = {
  id: "v1",
  keys: () => ["mcp", SERVER_NAME],
  entry: ({ command, args }) => ({
    type: "local",
    command: [command, ...args],
    environment: {},
    enabled: true,
    timeout: STARTUP_MS,
  }),
};

const VERSION_2: Shape = {
  id: "v2",
  keys: () => ["mcp", "servers", SERVER_NAME],
  entry: ({ command, args }) => ({
    type: "local",
    command: [command, ...args],
    environment: {},
    disabled: false,
    timeout: { startup: STARTUP_MS, request: REQUEST_MS },
  }),
};

export const opencode: Host = {
  id: "opencode",
  title: "OpenCode",
  format: "jsonc",
  scopes: ["project", "user"],
  files: (scope, site) =>
    scope === "project"
      ? [
        ...both(site, site.project),
        ...both(site, below(site, site.project, ".opencode")),
      ]
      : userFiles(site),
  shapes: [VERSION_2, VERSION_1],
  shapeIn,
  traces: (machine) => [below(machine, configFolder(machine), "opencode")],
  toSee: "run `opencode mcp list` in the folder",
};

function userFiles(machine: Machine): readonly [string, ...string[]] {
  const named = machine.env("OPENCODE_CONFIG");
  return named === undefined
    ? both(machine, below(machine, configFolder(machine), "opencode"))
    : [named];
}

function both(machine: Machine, folder: string): readonly [string, string] {
  return [below(machine, folder, "opencode.json"), below(machine, folder, "opencode.jsonc")];
}

/** Version 2 has `servers` between `mcp` and the names; in version 1 every member of `mcp` is a server. */
function shapeIn(settings: unknown): string | undefined {
  const mcp = isJsonObject(settings) ? settings["mcp"] : undefined;
  if (!isJsonObject(mcp)) return undefined;
  if (isJsonObject(mcp["servers"]) && !isServer(mcp["servers"])) return VERSION_2.id;
  return Object.values(mcp).some(isServer) ? VERSION_1.id : undefined;
}

function isServer(value: unknown): value is JsonObject {
  return isJsonObject(value) && typeof value["type"] === "string";
}
