/**
 * What a client of the 2025 era writes to a server's standard input.
 * @module
 */
import type { JsonObject } from "../../src/contract/json.ts";

export const MCP_INITIALIZE = request("initialize", {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "bench", version: "1" },
});

/** A request as a line. */
export function request(method: string, params: JsonObject): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }) + "\n";
}
