import assert from "node:assert/strict";
import type { JsonObject } from "../../src/contract/json.ts";
import { createGuidance } from "../../src/guidance/guidance.ts";
import { SHELL_HABITS } from "../../src/guidance/shell_habits.ts";
import type { Language } from "../../src/languages/language.ts";
import { php } from "../../src/languages/php.ts";
import { rust } from "../../src/languages/rust.ts";
import { connect } from "../support/client.ts";
import { asList, list, object, pick } from "../support/json.ts";
import { tempRepo } from "../support/repo.ts";

const known = (more: Partial<Language>): Language => ({
  id: "x",
  displayName: "X",
  aliases: ["x"],
  extensions: ["x"],
  class: "tree_sitter",
  ...more,
});

function matrix(languages: readonly Language[]): JsonObject {
  const surface = { tools: [], find: () => undefined };
  const guidance = createGuidance({ surface, languages, routingStats: () => ({}) });
  return JSON.parse(guidance.read("frigg://policy/support-matrix.json")?.text ?? "");
}

Deno.test("the support matrix says what a language's entry serves", async (t) => {
  const { symbols, links } = rust;
  assert(symbols !== undefined && links !== undefined);
  const cases: readonly { name: string; language: Language; tiers: string; words: string[] }[] = [
    {
      name: "files alone are known",
      language: known({}),
      tiers: "no no no core no no no",
      words: ["unsupported", "unsupported", "unsupported"],
    },
    {
      name: "symbols without links",
      language: known({ symbols }),
      tiers: "core core core core no opt no",
      words: ["supported_source_language", "unsupported", "unsupported"],
    },
    {
      name: "symbols and links",
      language: known({ symbols, links }),
      tiers: "core core core core core opt no",
      words: [
        "supported_source_language",
        "read_only_source_graph_or_artifact_assisted",
        "unsupported",
      ],
    },
    {
      name: "PHP",
      language: php,
      tiers: "core core core core core opt opt",
      words: [
        "supported_source_language",
        "read_only_source_graph_or_artifact_assisted",
        "optional_when_enabled",
      ],
    },
    {
      name: "outline only",
      language: known({ class: "outline_only", symbols }),
      tiers: "core no no core no no no",
      words: ["supported_source_language", "unsupported", "unsupported"],
    },
    {
      name: "a template language that is read",
      language: known({ id: "blade", class: "bounded_scanner", symbols, links }),
      tiers: "core no core core core opt opt",
      words: [
        "supported_template_surface",
        "bounded_source_template_navigation",
        "optional_when_enabled",
      ],
    },
    {
      name: "a template language whose files alone are known",
      language: known({ id: "blade", class: "bounded_scanner" }),
      tiers: "no no no core no no no",
      words: ["unsupported", "unsupported", "unsupported"],
    },
  ];
  const short: Readonly<Record<string, string>> = {
    core: "core",
    optional_accelerator: "opt",
    unsupported: "no",
  };
  for (const { name, language, tiers, words } of cases) {
    await t.step(name, () => {
      const [row] = list(matrix([language]), "languages");
      assert(row !== undefined);
      const got = pick(
        object(row, "capabilities"),
        "document_symbols",
        "structural_search",
        "symbol_corpus",
        "source_filter",
        "navigation",
        "precise_artifact_assist",
        "semantic_chunking",
      );
      assert.equal(got.map((tier) => short[String(tier)]).join(" "), tiers);
      assert.deepEqual(pick(row, "search_outline", "navigation", "semantic_retrieval"), words);
    });
  }
});

Deno.test("every habit leads to a live tool and to parameters that it has", async () => {
  using repo = tempRepo({ "a.txt": "a\n" });
  await using connection = await connect([repo.root]);
  for (const { tool, params, shell } of SHELL_HABITS) {
    const found = connection.app.surface.find(tool);
    assert(found !== undefined, `${shell}: no tool ${tool}`);
    const fields = Object.keys(object(found.inputSchema, "properties"));
    assert.deepEqual(params.filter((param) => !fields.includes(param)), [], `${shell}: ${tool}`);
  }
});

Deno.test("the tool surface is tools/list", async () => {
  using repo = tempRepo({ "a.txt": "a\n" });
  await using connection = await connect([repo.root]);
  const uri = "frigg://policy/tool-surface.json";
  const surface: JsonObject = JSON.parse(connection.app.guidance.read(uri)?.text ?? "");
  const names = (await connection.client.listTools()).tools.map(({ name }) => name);
  assert.deepEqual(surface["active_tools"], names);
  const [core = [], extended = []] = ["core_tools", "extended_only_tools"].map((member) =>
    asList(surface[member])
  );
  assert.deepEqual([...core, ...extended].map(String).toSorted(), names);
  assert.deepEqual([core.length, extended.length], [19, 3]);
});

Deno.test("statistics stay at zero while they are off", async () => {
  using repo = tempRepo({ "a.txt": "a\n" });
  await using connection = await connect([repo.root]);
  await connection.call("search_text", { query: "nowhere" });
  const stats: JsonObject = JSON.parse(
    connection.app.guidance.read("frigg://stats/routing")?.text ?? "",
  );
  assert.deepEqual(pick(stats, "enabled", "tool_calls", "zero_hit_count"), [false, {}, 0]);
});
