/**
 * The first generation of the SDK, whose client must work against frigg.
 *
 * Its wildcard export gives Deno no types for the `.js` paths, and no error tells so: each import names its types by
 * hand. The deliberate mistake at the end fails the type check as soon as the types are lost again.
 * @module
 */
// @ts-types="@modelcontextprotocol/sdk/client"
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
// @ts-types="@modelcontextprotocol/sdk/client/stdio"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
// @ts-types="@modelcontextprotocol/sdk/client/streamableHttp"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
// @ts-types="@modelcontextprotocol/sdk/types"
import { McpError } from "@modelcontextprotocol/sdk/types.js";

export { Client, McpError, StdioClientTransport, StreamableHTTPClientTransport };

/** Never called: it holds the mistake that only a typed client notices. */
export function typesAreThere(client: Client): void {
  // @ts-expect-error a tool's name is a string
  void client.callTool({ name: 1 });
}
