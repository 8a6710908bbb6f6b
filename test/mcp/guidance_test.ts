import assert from "node:assert/strict";
import { Client, type VersionNegotiationMode } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type JsonObject, toJsonObject } from "../../src/contract/json.ts";
import { errorOf } from "../support/client.ts";
import { list, object, pick } from "../support/json.ts";
import { programCommand, programEnvironment } from "../support/program.ts";
import { tempRepo } from "../support/repo.ts";

// The client leaves the timer with which it would kill a process that does not end.
const CLIENT_TIMERS = { sanitizeOps: false, sanitizeResources: false };

const ERAS: readonly VersionNegotiationMode[] = ["legacy", { pin: "2026-07-28" }];

/** Every resource of the contract with the members of its top level. */
const RESOURCES: readonly { uri: string; schema: string; members: string }[] = [
  {
    uri: "frigg://policy/support-matrix.json",
    schema: "frigg.policy.support_matrix.v4",
    members: "product product_boundary stable_core optional_accelerators advanced_consumers " +
      "language_support_notes capability_tiers languages",
  },
  {
    uri: "frigg://policy/tool-surface.json",
    schema: "frigg.policy.tool_surface.v1",
    members: "live source_of_truth not_authoritative default_profile active_profile core_tools " +
      "extended_only_tools active_tools playbook_availability guidance",
  },
  {
    uri: "frigg://policy/shell-replacement-map.json",
    schema: "frigg.policy.shell_replacement_map.v1",
    members: "product default_for fallback_only_for replacements",
  },
  {
    uri: "frigg://policy/evidence-packet.json",
    schema: "frigg.policy.evidence_packet.v1",
    members: "live product_role not_a_tool not_a_tool_note source_of_truth claim_fields envelope " +
      "example guidance",
  },
  {
    uri: "frigg://policy/semantic-models.json",
    schema: "frigg.policy.semantic_models.v1",
    members: "product product_role live quality_scores quality_scores_note semantic_default " +
      "projection_dimensions projection_note dimensions_contract reindex_on_change source_of_truth " +
      "models presets presets_note guidance",
  },
  {
    uri: "frigg://stats/routing",
    schema: "frigg.stats.routing.v1",
    members: "enabled tool_calls zero_hit_count recovery_issued handle_failures " +
      "workspace_gate_uses privacy enable_env",
  },
];
const GUIDE = "frigg://guidance/shell-vs-frigg.md";

/** Values that the contract fixes, by resource and by path into its JSON. */
const VALUES: readonly { uri: string; path: readonly string[]; want: unknown }[] = [
  { uri: "tool-surface", path: ["live"], want: true },
  { uri: "tool-surface", path: ["default_profile"], want: "extended" },
  { uri: "tool-surface", path: ["active_profile"], want: "extended" },
  { uri: "tool-surface", path: ["playbook_availability", "available"], want: true },
  { uri: "tool-surface", path: ["source_of_truth", "process_registered"], want: 22 },
  { uri: "evidence-packet", path: ["not_a_tool"], want: true },
  { uri: "evidence-packet", path: ["product_role"], want: "skill_composition_template" },
  { uri: "evidence-packet", path: ["envelope", "properties", "claims", "minItems"], want: 1 },
  {
    uri: "evidence-packet",
    path: ["claim_fields", "required"],
    want: ["claim", "tool", "path", "start_line", "end_line"],
  },
  {
    uri: "evidence-packet",
    path: ["claim_fields", "optional"],
    want: ["match_id", "result_handle", "sha256", "bytes", "git_blob"],
  },
  { uri: "semantic-models", path: ["product_role"], want: "optional_accelerator_model_catalog" },
  { uri: "semantic-models", path: ["quality_scores"], want: "curated" },
  { uri: "semantic-models", path: ["semantic_default", "enabled"], want: false },
  { uri: "semantic-models", path: ["projection_dimensions"], want: 1536 },
  { uri: "stats/routing", path: ["enabled"], want: true },
  { uri: "stats/routing", path: ["tool_calls"], want: { search_text: 1 } },
  { uri: "stats/routing", path: ["zero_hit_count"], want: 1 },
  { uri: "stats/routing", path: ["recovery_issued"], want: 1 },
  { uri: "stats/routing", path: ["enable_env"], want: "FRIGG_ROUTING_STATS" },
];

/** Members of every row of a list. */
const ROWS: readonly { uri: string; list: string; members: string; ids: readonly string[] }[] = [
  {
    uri: "semantic-models",
    list: "models",
    members: "id provider model role quality_tier offline native_dimensions pad_to_projection " +
      "credential_env reindex_on_change quality known_limits",
    ids: [
      "local-minilm-l6-v2",
      "openai-text-embedding-3-small",
      "google-gemini-embedding-001",
      "openai-compat-protocol",
    ],
  },
  {
    uri: "semantic-models",
    list: "presets",
    members: "id intent provider model model_id quality quality_tier cli_alias expands_to " +
      "required_credential_env storage_keys failure_modes",
    ids: ["offline-small", "cloud-openai", "cloud-google", "openai-compat-selfhost"],
  },
];

interface Reader {
  /** The JSON of the resource whose URI holds this word. */
  json(word: string): JsonObject;
  readonly client: Client;
}

async function reader(root: string, mode: VersionNegotiationMode): Promise<Reader> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(
    new StdioClientTransport({
      ...programCommand(["--workspace-root", root]),
      env: { ...programEnvironment(), FRIGG_ROUTING_STATS: "1" },
      stderr: "ignore",
    }),
  );
  await client.callTool({ name: "search_text", arguments: { query: "nowhere" } });
  const texts = new Map<string, string>();
  for (const { uri } of (await client.listResources()).resources) {
    texts.set(uri, await readText(client, uri));
  }
  const json = (word: string): JsonObject => {
    const [, text = ""] = [...texts].find(([uri]) => uri.includes(word)) ?? [];
    return JSON.parse(text);
  };
  return { client, json };
}

async function readText(client: Client, uri: string): Promise<string> {
  const [content] = (await client.readResource({ uri })).contents;
  assert(content !== undefined && "text" in content, uri);
  assert.equal(content.uri, uri);
  assert.equal(content.mimeType, uri === GUIDE ? "text/markdown" : "application/json");
  return content.text;
}

for (const mode of ERAS) {
  Deno.test(`resources and prompt, ${JSON.stringify(mode)}`, CLIENT_TIMERS, async (t) => {
    using repo = tempRepo({ "a.ts": "export const a = 1;\n" });
    const { client, json } = await reader(repo.root, mode);
    await t.step("the list", async () => {
      const { resources } = await client.listResources();
      const want = [...RESOURCES.map(({ uri }) => uri), GUIDE].toSorted();
      assert.deepEqual(resources.map(({ uri }) => uri).toSorted(), want);
      const instructions = client.getInstructions() ?? "";
      for (const word of [...want, "frigg-routing-guide"]) {
        assert(instructions.includes(word), word);
      }
    });
    for (const { uri, schema, members } of RESOURCES) {
      await t.step(uri, () => {
        const value = json(uri);
        assert.equal(value["schema_id"], schema);
        assert.deepEqual(
          Object.keys(value).toSorted(),
          ["schema_id", ...members.split(" ")].toSorted(),
        );
      });
    }
    for (const { uri, path, want } of VALUES) {
      await t.step(`${uri} ${path.join(".")}`, () => {
        const found = path.slice(0, -1).reduce(object, json(uri));
        assert.deepEqual(found[path.at(-1) ?? ""], want);
      });
    }
    for (const { uri, list: member, members, ids } of ROWS) {
      await t.step(`${uri} ${member}`, () => {
        const rows = list(json(uri), member);
        assert.deepEqual(rows.map(({ id }) => id), ids);
        for (const row of rows) {
          assert.deepEqual(
            members.split(" ").filter((name) => !(name in row)),
            [],
            String(row["id"]),
          );
        }
      });
    }
    await t.step("the guide names the profile", async () => {
      assert.match(await readText(client, GUIDE), /Active profile: `extended`/);
    });
    await t.step("an unknown resource", async () => {
      for (const uri of ["frigg://nope", "not a uri", "frigg://policy/tool-surface.json/"]) {
        const error = await errorOf(client.readResource({ uri }));
        assert.deepEqual(pick(error, "error_code", "uri"), ["resource_not_found", uri]);
      }
    });
    await t.step("the prompt", () => promptStep(client));
    await client.close();
  });
}

async function promptStep(client: Client): Promise<void> {
  const [listed] = (await client.listPrompts()).prompts;
  assert.equal(listed?.name, "frigg-routing-guide");
  assert.equal(listed.title, "FRIGG Routing Guide");
  assert((listed.description ?? "") !== "");
  assert.deepEqual(listed.arguments?.map(({ name, required }) => [name, required]), [[
    "task",
    false,
  ]]);
  const { messages } = await client.getPrompt({
    name: "frigg-routing-guide",
    arguments: { task: "find the leak" },
  });
  assert(messages.every(({ role }) => role === "assistant"));
  const [first, ...links] = messages.map(({ content }) => toJsonObject(content));
  assert.match(
    String(first?.["text"]),
    /^Task: find the leak\n[^]*\n1\. [^]*Active profile: extended/,
  );
  assert.deepEqual(links.map((link) => [link["type"], link["uri"]]), [
    ["resource_link", "frigg://policy/support-matrix.json"],
    ["resource_link", "frigg://policy/semantic-models.json"],
    ["resource_link", "frigg://policy/tool-surface.json"],
    ["resource_link", "frigg://policy/shell-replacement-map.json"],
    ["resource_link", GUIDE],
  ]);
  const plain = await client.getPrompt({ name: "frigg-routing-guide" });
  assert(!JSON.stringify(plain.messages[0]).includes("Task:"));
  const missing = await errorOf(client.getPrompt({ name: "nope" }));
  assert.deepEqual(pick(missing, "error_code", "prompt"), ["resource_not_found", "nope"]);
}
