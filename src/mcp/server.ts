/**
 * The gate to `@modelcontextprotocol/server`: one MCP server over one session of the program.
 *
 * Everything that outlives a connection's opening is made outside: the transport may build a server twice.
 * @module
 */
import {
  createMcpHandler,
  isInitializeRequest,
  isJsonContentType,
  isLegacyRequest,
  type JSONRPCMessage,
  type McpHttpHandler,
  parseJSONRPCMessage,
  ProtocolError,
  readRequestBody,
  Server,
  type Tool,
  type Transport,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Dispatch, Surface, ToolInfo } from "../contract/tool.ts";
import { errorRow } from "../contract/errors.ts";
import type { Guidance } from "../guidance/guidance.ts";
import { Reports } from "./reports.ts";
import { completeError, type WireError, wireError, wireResult } from "./result.ts";

export {
  createMcpHandler,
  isInitializeRequest,
  isJsonContentType,
  isLegacyRequest,
  type JSONRPCMessage,
  type McpHttpHandler,
  parseJSONRPCMessage,
  readRequestBody,
  type Server,
  serveStdio,
  type Transport,
  WebStandardStreamableHTTPServerTransport,
};

/** What a server is made of. */
export interface ServerParts {
  readonly version: string;
  readonly instructions: string;
  /** Computed once a process: hosts ask for it at every start. */
  readonly tools: readonly Tool[];
  readonly guidance: Guidance;
  readonly dispatch: Dispatch;
}

/** A server of any protocol era for one session. */
export function buildServer(
  { version, instructions, tools, guidance, dispatch }: ServerParts,
): Server {
  const server = new Server({ name: "frigg", title: "Frigg MCP", version }, {
    capabilities: {
      tools: { listChanged: false },
      resources: { listChanged: false },
      prompts: { listChanged: false },
    },
    instructions,
  });
  server.setRequestHandler("tools/list", () => ({ tools: [...tools] }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const { signal } = mcpReq;
    using reports = new Reports(params._meta?.progressToken, mcpReq);
    const options = { signal, ...reports.option };
    const outcome = await dispatch(params.name, params.arguments ?? {}, options);
    if (outcome.status === "err") throw protocolError(wireError(outcome.error));
    return { ...wireResult(outcome) };
  });
  addGuidance(server, guidance);
  return server;
}

function addGuidance(server: Server, guidance: Guidance): void {
  const { resources, prompts } = guidance;
  server.setRequestHandler("resources/list", () => ({ resources: [...resources] }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => {
    const found = guidance.read(uri);
    if (found === undefined) throw notFound(`Cannot find resource "${uri}"`, { uri });
    return { contents: [{ uri, ...found }] };
  });
  server.setRequestHandler("prompts/list", () => ({
    prompts: prompts.map((prompt) => ({ ...prompt, arguments: [...prompt.arguments] })),
  }));
  server.setRequestHandler("prompts/get", ({ params: { name, arguments: args = {} } }) => {
    const found = guidance.prompt(name, args);
    if (found === undefined) throw notFound(`Cannot find prompt "${name}"`, { prompt: name });
    return { description: found.description, messages: [...found.messages] };
  });
}

function notFound(message: string, data: Readonly<Record<string, string>>): ProtocolError {
  const code = "resource_not_found";
  const { rpc, retryable } = errorRow(code);
  return protocolError({
    code: rpc,
    message: `${code}: ${message}`,
    data: { ...data, error_code: code, retryable },
  });
}

function protocolError({ code, message, data }: WireError): ProtocolError {
  return new ProtocolError(code, message, data);
}

/** The tools as `tools/list` shows them. */
export function listedTools({ tools }: Surface): readonly Tool[] {
  return tools.map(listedTool);
}

function listedTool(tool: ToolInfo): Tool {
  const { name, title, description, inputSchema, outputSchema, idempotent } = tool;
  return {
    name,
    title,
    description,
    inputSchema: { ...inputSchema, type: "object" },
    ...(outputSchema === undefined ? {} : { outputSchema: { ...outputSchema, type: "object" } }),
    annotations: {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: idempotent,
      openWorldHint: false,
    },
  };
}

/** Makes a transport complete every error it sends, those included that the library answers by itself. */
export function completeErrors(transport: Transport): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => send(withErrorData(message), options);
}

/** Makes a server complete the errors of every transport that it is given; the library makes some by itself. */
export function completesErrors(server: Server): Server {
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    completeErrors(transport);
    return connect(transport);
  };
  return server;
}

function withErrorData(message: JSONRPCMessage): JSONRPCMessage {
  return "error" in message ? { ...message, error: completeError(message.error) } : message;
}
