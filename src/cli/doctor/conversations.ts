/**
 * What a host says when it connects, in both eras of the protocol, and what must be answered.
 * @module
 */
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";

/** The file that is asked about: a definition in a language with a grammar, so that parsing is tried, too. */
export const SAMPLE = { path: "sample.ts", text: "// first\nexport function proven(): void {}\n" };

/** One message, and what is wrong with its result; notifications have no answer. */
export interface Step {
  readonly message: JsonObject;
  expect(result: JsonObject): string | undefined;
}

export interface Conversation {
  readonly name: string;
  readonly steps: readonly Step[];
}

const CLIENT = { name: "frigg doctor", version: "1" };
const LEGACY_VERSION = "2025-11-25";
const MODERN_VERSION = "2026-07-28";

/** Stands in every request of the modern era, which knows no opening. */
const ENVELOPE = {
  _meta: {
    "io.modelcontextprotocol/protocolVersion": MODERN_VERSION,
    "io.modelcontextprotocol/clientInfo": CLIENT,
    "io.modelcontextprotocol/clientCapabilities": {},
  },
};

export const CONVERSATIONS: readonly Conversation[] = [
  {
    name: `protocol ${LEGACY_VERSION}`,
    steps: [
      request(1, "initialize", {
        protocolVersion: LEGACY_VERSION,
        capabilities: {},
        clientInfo: CLIENT,
      }, ({ protocolVersion }) => differs(protocolVersion, LEGACY_VERSION)),
      {
        message: { jsonrpc: "2.0", method: "notifications/initialized" },
        expect: () => undefined,
      },
      ...questions(2, {}),
    ],
  },
  {
    name: `protocol ${MODERN_VERSION}`,
    steps: [
      request(
        1,
        "server/discover",
        ENVELOPE,
        ({ supportedVersions }) => differs(includes(supportedVersions, MODERN_VERSION), true),
      ),
      ...questions(2, ENVELOPE),
    ],
  },
];

/** The tools, a search that parses and a search that matches. */
function questions(firstId: number, envelope: JsonObject): readonly Step[] {
  return [
    request(firstId, "tools/list", envelope, listsTools),
    call(firstId + 1, envelope, "search_symbol", { query: "proven" }),
    call(firstId + 2, envelope, "search_text", { query: "(p|q)roven", pattern_type: "regex" }),
  ];
}

function call(id: number, envelope: JsonObject, name: string, args: JsonObject): Step {
  return request(id, "tools/call", { ...envelope, name, arguments: args }, (result) => {
    const trouble = findsSample(result);
    return trouble === undefined ? undefined : `${name} ${trouble}`;
  });
}

function listsTools({ tools }: JsonObject): string | undefined {
  const names = Array.isArray(tools)
    ? tools.map((tool) => isJsonObject(tool) ? tool["name"] ?? "" : "")
    : [];
  return includes(names, "search_text") ? undefined : `it lists ${JSON.stringify(names)}`;
}

function findsSample({ structuredContent }: JsonObject): string | undefined {
  const matches = isJsonObject(structuredContent) ? structuredContent["matches"] : undefined;
  const [first] = Array.isArray(matches) ? matches : [];
  if (!isJsonObject(first)) return `finds nothing: ${JSON.stringify(structuredContent)}`;
  return differs([first["path"] ?? null, first["line"] ?? null], [SAMPLE.path, 2]);
}

function request(
  id: number,
  method: string,
  params: JsonObject,
  expect: Step["expect"],
): Step {
  return { message: { jsonrpc: "2.0", id, method, params }, expect };
}

function includes(list: Json | undefined, value: string): boolean {
  return Array.isArray(list) && list.includes(value);
}

function differs(got: Json | undefined, want: Json): string | undefined {
  const [shown, wanted] = [JSON.stringify(got), JSON.stringify(want)];
  return shown === wanted ? undefined : `answers ${shown} instead of ${wanted}`;
}
