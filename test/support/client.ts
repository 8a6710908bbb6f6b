/**
 * A real MCP client on the real program, in one process; every answer is checked as a strict host would.
 * @module
 */
import assert from "node:assert/strict";
import { Client, InMemoryTransport, ProtocolError } from "@modelcontextprotocol/client";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { type App, createApp } from "../../src/app.ts";
import { isJsonObject, type JsonObject, toJsonObject } from "../../src/contract/json.ts";
import { MAX_FILE_BYTES, MAX_FILES } from "../../src/contract/limits.ts";
import { buildServer, completeErrors, listedTools } from "../../src/mcp/server.ts";

export interface Connection {
  readonly app: App;
  readonly client: Client;
  /** Lines of the log. */
  readonly logged: string[];
  /** The structured answer of a call, or what the text of a text answer says. */
  call(tool: string, args?: JsonObject): Promise<JsonObject>;
  /** The text blocks of a call that answers with text. */
  text(tool: string, args?: JsonObject): Promise<string[]>;
  /** The data of the error that a call must end with, its message included. */
  refused(tool: string, args?: JsonObject): Promise<JsonObject>;
  /** Whatever a call ends with, checked as the others are. */
  settle(tool: string, args: JsonObject): Promise<Settled>;
  /** Another client of the same program, with a session of its own. */
  another(): Promise<Connection>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** How a call ended; the data of a refusal holds its message too. */
export type Settled =
  | { readonly kind: "answer"; readonly answer: JsonObject }
  | { readonly kind: "text"; readonly blocks: readonly string[] }
  | { readonly kind: "refusal"; readonly data: JsonObject };

/** Adopts the roots and waits for their indexes. */
export async function connect(
  roots: readonly string[],
  options: {
    readonly maxFileBytes?: number;
    readonly watch?: { readonly debounceMs: number; readonly retryMs: number };
  } = {},
): Promise<Connection> {
  const { maxFileBytes = MAX_FILE_BYTES, watch } = options;
  const logged: string[] = [];
  const app = createApp({
    roots,
    cwd: roots[0] ?? "/",
    home: undefined,
    limits: { maxFileBytes, maxFiles: MAX_FILES },
    log: (line) => logged.push(line),
    ...(watch === undefined ? {} : { watch }),
  });
  const connection = await open(app, logged);
  await connection.call("workspace");
  return { ...connection, [Symbol.asyncDispose]: async () => await close(connection) };
}

async function close({ client, app }: Connection): Promise<void> {
  await client.close();
  await app.close();
}

async function open(app: App, logged: string[]): Promise<Connection> {
  const session = app.openSession();
  const server = buildServer({
    version: app.version,
    instructions: app.instructions("stdio_ephemeral"),
    tools: listedTools(app.surface),
    guidance: app.guidance,
    dispatch: session.dispatch,
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  completeErrors(far);
  await server.connect(far);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(near);
  const validators = compile(app);
  const raw = (name: string, args: JsonObject): ReturnType<typeof client.callTool> =>
    client.callTool({ name, arguments: { ...args } });
  const checked = (
    tool: string,
    { content, structuredContent }: Awaited<ReturnType<typeof raw>>,
  ): JsonObject => {
    const answer = toJsonObject(structuredContent);
    assert.deepEqual(content, [{ type: "text", text: JSON.stringify(structuredContent) }]);
    check(app, validators, tool, answer);
    return answer;
  };
  return {
    app,
    client,
    logged,
    call: async (tool, args = {}) => checked(tool, await raw(tool, args)),
    text: async (tool, args = {}) => {
      const { content, structuredContent } = await raw(tool, args);
      assert.equal(structuredContent, undefined);
      return content.map((block) => block.type === "text" ? block.text : block.type);
    },
    refused: (tool, args = {}) => errorOf(raw(tool, args)),
    settle: async (tool, args) => {
      const request = raw(tool, args);
      const [{ status }] = await Promise.allSettled([request]);
      if (status === "rejected") return { kind: "refusal", data: await errorOf(request) };
      const result = await request;
      if (result.structuredContent !== undefined) {
        return { kind: "answer", answer: checked(tool, result) };
      }
      assert.equal(app.surface.find(tool)?.outputSchema, undefined, `${tool} gave text`);
      const blocks = result.content.map((block) => block.type === "text" ? block.text : "");
      return { kind: "text", blocks };
    },
    another: () => open(app, logged),
    [Symbol.asyncDispose]: async () => await client.close(),
  };
}

/** The error of a request that must fail, as `{...data, message}`. */
export async function errorOf(request: Promise<unknown>): Promise<JsonObject> {
  try {
    await request;
  } catch (error) {
    assert(error instanceof ProtocolError, String(error));
    const data = toJsonObject(error.data);
    assert.equal(typeof data["error_code"], "string");
    assert.equal(typeof data["retryable"], "boolean");
    assert(error.message.startsWith(`${data["error_code"]}: `), error.message);
    return { ...data, message: error.message };
  }
  throw new assert.AssertionError({ message: "the request succeeded" });
}

/** A strict validator for each published output schema. */
function compile({ surface }: App): ReadonlyMap<string, ValidateFunction> {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  return new Map(
    surface.tools.flatMap(({ name, outputSchema }) =>
      outputSchema === undefined ? [] : [[name, ajv.compile(outputSchema)]]
    ),
  );
}

function check(
  { surface }: App,
  validators: ReadonlyMap<string, ValidateFunction>,
  tool: string,
  answer: JsonObject,
): void {
  const validate = validators.get(tool);
  if (validate !== undefined) assert(validate(answer), JSON.stringify(validate.errors));
  const actions = answer["next_actions"];
  if (!Array.isArray(actions)) return;
  for (const action of actions) {
    assert(isJsonObject(action) && typeof action["tool"] === "string");
    const live = surface.find(action["tool"]);
    assert.deepEqual(live?.checkInput(action["arguments"]), undefined);
    assert(live !== undefined, `${action["tool"]} is not live`);
  }
}
