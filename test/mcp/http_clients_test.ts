import assert from "node:assert/strict";
import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from "@modelcontextprotocol/client";
import { type JsonObject, toJsonObject } from "../../src/contract/json.ts";
import { errorOf } from "../support/client.ts";
import { type HttpServed, serveHttp } from "../support/http.ts";
import { list, object, text } from "../support/json.ts";
import { tempRepo } from "../support/repo.ts";

const FILES = {
  "src/a.ts": "export function needle(): void {}\n",
  "src/c.ts": "needle();\n",
  "b.txt": "needle\n",
};
const TOKEN = "secret-token";
// The clients keep a stream open whose end they do not wait for.
const CLIENT_STREAMS = { sanitizeOps: false, sanitizeResources: false };

/** The part of a client that both generations share. */
interface AnyClient {
  callTool(request: { name: string; arguments: Record<string, unknown> }): Promise<object>;
}

async function call(client: AnyClient, name: string, args: JsonObject): Promise<JsonObject> {
  return toJsonObject(await client.callTool({ name, arguments: { ...args } }));
}

async function structured(client: AnyClient, name: string, args: JsonObject): Promise<JsonObject> {
  return object(await call(client, name, args), "structuredContent");
}

async function connectTo({ url }: HttpServed, mode: VersionNegotiationMode): Promise<Client> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

Deno.test("what one session was given is nothing to another", CLIENT_STREAMS, async () => {
  using repo = tempRepo(FILES);
  await using server = serveHttp(repo.root);
  const [mine, other] = [await connectTo(server, "legacy"), await connectTo(server, "legacy")];
  for (const client of [mine, other]) await call(client, "workspace", {});
  const found = await structured(mine, "search_text", { query: "needle", limit: 2 });
  const again = await structured(other, "search_text", { query: "needle", limit: 2 });
  assert.notEqual(found["result_handle"], again["result_handle"]);
  const handle = { result_handle: text(found, "result_handle"), match_id: "search:m1" };
  const unknown = await errorOf(call(other, "read_match", handle));
  assert.equal(unknown["error_code"], "STALE_HANDLE");
  const invented = { ...handle, result_handle: `result-${"a".repeat(32)}-000001` };
  const never = await errorOf(call(other, "read_match", invented));
  assert.equal(never["message"], unknown["message"], "no error tells that the handle exists");
  const continuation = text(object(found, "completeness"), "continuation");
  const page = { query: "needle", limit: 2, continuation };
  const mismatch = await errorOf(call(other, "search_text", page));
  assert.equal(mismatch["error_code"], "CONTINUATION_SCOPE_MISMATCH");
  const [, row = {}] = list(found, "matches");
  const target = object(row, "target_ref");
  const foreign = await errorOf(call(other, "document_symbols", { target }));
  assert.equal(foreign["error_code"], "TARGET_SCOPE_MISMATCH");
  await Promise.all([mine.close(), other.close()]);
});

Deno.test("without sessions every answer has a scope of its own", CLIENT_STREAMS, async () => {
  using repo = tempRepo(FILES);
  await using server = serveHttp(repo.root, { token: TOKEN });
  const [one, two] = [await connectTo(server, "auto"), await connectTo(server, "auto")];
  assert.match(one.getInstructions() ?? "", /http_loopback_service/);
  await call(one, "workspace", {});
  const first = await structured(one, "search_text", { query: "needle" });
  const second = await structured(one, "search_text", { query: "needle" });
  const [, row = {}] = list(first, "matches");
  const target = object(row, "target_ref");
  assert.match(
    text(first, "result_handle"),
    new RegExp(`^result-${target["target_scope"]}-000001$`),
  );
  assert.notEqual(first["result_handle"], second["result_handle"]);
  // Adopted for the process: the other client need not begin with `workspace`, and may use what it was handed.
  const outlined = await structured(two, "document_symbols", { target });
  assert.deepEqual(list(outlined, "symbols").map(({ symbol }) => symbol), ["needle"]);
  const dead = { ...target, target_scope: "a".repeat(32) };
  const refused = await errorOf(call(two, "document_symbols", { target: dead }));
  assert.equal(refused["error_code"], "TARGET_SCOPE_MISMATCH");
  await Promise.all([one.close(), two.close()]);
});
