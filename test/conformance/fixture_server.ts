/**
 * The server that the public conformance suite asks for: its tools, resources and prompts have names of their own.
 *
 * It stands behind the program's own HTTP handler, so that what is judged is our transport.
 * @module
 */
import { type CallToolResult, Server, type ServerContext } from "@modelcontextprotocol/server";

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";
const STEP_MS = 50;

const IMAGE = { type: "image", data: PNG, mimeType: "image/png" } as const;
const text = (value: string): { readonly type: "text"; readonly text: string } => ({
  type: "text",
  text: value,
});
const resource = (uri: string, mimeType: string, value: string): {
  readonly type: "resource";
  readonly resource: { readonly uri: string; readonly mimeType: string; readonly text: string };
} => ({ type: "resource", resource: { uri, mimeType, text: value } });
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, STEP_MS));

type Run = (context: ServerContext, token: string | number | undefined) => Promise<CallToolResult>;

const says = (...content: CallToolResult["content"]): Run => () => Promise.resolve({ content });

const TOOLS: Readonly<Record<string, Run>> = {
  test_simple_text: says(text("This is a simple text response for testing.")),
  test_image_content: says(IMAGE),
  test_audio_content: says({ type: "audio", data: WAV, mimeType: "audio/wav" }),
  test_embedded_resource: says(
    resource("test://embedded-resource", "text/plain", "This is an embedded resource content."),
  ),
  test_multiple_content_types: says(
    text("Multiple content types test:"),
    IMAGE,
    resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
  ),
  test_error_handling: () =>
    Promise.resolve({
      isError: true,
      content: [text("This tool intentionally returns an error for testing")],
    }),
  test_tool_with_logging: async ({ mcpReq }) => {
    for (const what of ["execution started", "processing data", "execution completed"]) {
      const params = { level: "info", data: `Tool ${what}` } as const;
      await mcpReq.notify({ method: "notifications/message", params });
      await pause();
    }
    return { content: [text("logged")] };
  },
  test_tool_with_progress: async ({ mcpReq }, progressToken) => {
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        const params = { progressToken, progress, total: 100 };
        await mcpReq.notify({ method: "notifications/progress", params });
      }
      await pause();
    }
    return { content: [text("done")] };
  },
  json_schema_2020_12_tool: says(text("unused")),
};

const RICH_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: { name: { type: "string" }, address: { $ref: "#/$defs/address" } },
  additionalProperties: false,
} as const;

const user = <Content>(content: Content): { readonly role: "user"; readonly content: Content } => ({
  role: "user",
  content,
});

/** One server of the suite. */
export function fixtureServer(): Server {
  const server = new Server({ name: "conformance-fixture", version: "1" }, {
    capabilities: {
      tools: {},
      resources: { subscribe: true },
      prompts: {},
      completions: {},
      logging: {},
    },
  });
  addTools(server);
  addResources(server);
  addPrompts(server);
  return server;
}

function addTools(server: Server): void {
  server.setRequestHandler("tools/list", () => ({
    tools: Object.keys(TOOLS).map((name) => ({
      name,
      description: `Fixture ${name}`,
      inputSchema: name === "json_schema_2020_12_tool" ? RICH_SCHEMA : { type: "object" },
    })),
  }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const run = TOOLS[params.name];
    if (run === undefined) throw new Error(`no tool ${params.name}`);
    return await run(context, params._meta?.progressToken);
  });
}

function addResources(server: Server): void {
  const [plain, image] = ["test://static-text", "test://static-binary"] as const;
  server.setRequestHandler("resources/list", () => ({
    resources: [{ uri: plain, name: "text" }, { uri: image, name: "binary" }],
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [{ uriTemplate: "test://template/{id}/data", name: "template" }],
  }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => {
    if (uri === image) return { contents: [{ uri, mimeType: "image/png", blob: PNG }] };
    const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
    const shown = id === undefined
      ? "This is the content of the static text resource."
      : JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [{ uri, mimeType: "text/plain", text: shown }] };
  });
  server.setRequestHandler("resources/subscribe", () => ({}));
  server.setRequestHandler("resources/unsubscribe", () => ({}));
}

function addPrompts(server: Server): void {
  const prompts: Readonly<Record<string, readonly string[]>> = {
    test_simple_prompt: [],
    test_prompt_with_arguments: ["arg1", "arg2"],
    test_prompt_with_embedded_resource: ["resourceUri"],
    test_prompt_with_image: [],
  };
  server.setRequestHandler("prompts/list", () => ({
    prompts: Object.entries(prompts).map(([name, names]) => ({
      name,
      description: `Fixture ${name}`,
      arguments: names.map((argument) => ({ name: argument, required: true })),
    })),
  }));
  server.setRequestHandler("prompts/get", ({ params: { name, arguments: given = {} } }) => {
    switch (name) {
      case "test_prompt_with_arguments": {
        const { arg1, arg2 } = given;
        return { messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))] };
      }
      case "test_prompt_with_embedded_resource": {
        const uri = given["resourceUri"] ?? "";
        const embedded = resource(uri, "text/plain", "Embedded resource content for testing.");
        return {
          messages: [user(embedded), user(text("Please process the embedded resource above."))],
        };
      }
      case "test_prompt_with_image":
        return { messages: [user(IMAGE), user(text("Please analyze the image above."))] };
      default:
        return { messages: [user(text("This is a simple prompt for testing."))] };
    }
  });
  server.setRequestHandler("completion/complete", () => ({
    completion: { values: ["paris", "park", "party"], total: 3, hasMore: false },
  }));
}
