import assert from "node:assert/strict";
import fc from "fast-check";
import { type Json, type JsonObject, toJsonObject } from "../../src/contract/json.ts";
import { connect, type Settled } from "../support/client.ts";
import { tempRepo } from "../support/repo.ts";
import { checkAnswer, checkRefusal } from "./invariants.ts";
import { requestsOf, type Words } from "./schema_arbitrary.ts";

const REQUESTS = 500;
/** The same requests in every run: a failure can be repeated. */
const SEED = 20_261_130;

const FILES = {
  "src/parse.ts": "export function parse(text: string): number {\n  return text.length;\n}\n",
  "src/view.tsx": "export const View = () => <p>é😀</p>;\r\nexport class Store {}\r\n",
  "tests/parse_test.py": "def test_parse():\n    assert parse('x') == 1\n",
  "lib/broken.go": "package lib\n\nfunc Broken( {\n",
  "old.js": "// one\rlet parse = 1;\r",
  "notes.md": "# Notes\n\nparse it\n",
  "wide.txt": `${"parse ".repeat(120)}\n`.repeat(300),
  "raw.bin": new Uint8Array([0, 1, 2, 0xff]),
  "latin.py": new Uint8Array([0x78, 0x3d, 0xff, 0x0a]),
  ".hidden/secret.ts": "parse\n",
  "empty.ts": "",
};

const WORDS: Words = {
  query: [
    "parse",
    "pars",
    "a|b",
    ".*",
    "(",
    "é",
    "no such thing",
    "(identifier) @x",
    "(call_expression) @match",
    '((identifier) @n (#match? @n "^p"))',
    "(_) @a (#eq? @a 1)",
    "x".repeat(30_000),
    `${"|".repeat(30_000)}`,
  ],
  symbol: ["parse", "View", "nobody"],
  path: [
    ...Object.keys(FILES),
    "missing.ts",
    "../out",
    "/etc/passwd",
    "src",
    ".",
    "\0",
    `${"p".repeat(9_000)}.txt`,
  ],
  path_regex: ["^src/", "\\.ts$", "(", "(?=x)", "^nowhere/x"],
  glob: ["*.ts", "**/*", "src/*", "[", "nothing"],
  exclude_glob: ["*.txt", "src/**"],
  language: ["ts", "PYTHON", "go", "java", "klingon"],
  repository_id: ["repo-001", "repo-002", "repo-009", "nobody"],
  continuation: ["continuation-x", `continuation-${"0".repeat(32)}-000001`],
  resume_from: [0, 3, "offset-2", "page"],
  result_handle: ["result-x", `result-${"0".repeat(32)}-000001`],
  match_id: ["search:m1", "batch:m9"],
  primary_capture: ["x", "n", "nobody"],
  target_scope: ["0".repeat(32)],
  stable_symbol_id: [`sym-${"0".repeat(32)}`],
  id: [..."abcdefgh"],
  kind: ["text", "symbol", "hybrid"],
  playbook: [{}, {
    playbook_id: "p",
    steps: [{ step_id: "a", tool_name: "search_text", params: { query: "parse", limit: 2 } }],
  }],
  playbook_path: ["a.playbook.yaml", "notes.md"],
  trace_artifact: [{}],
};

Deno.test("every answer to generated requests keeps its promises", async (t) => {
  using repo = tempRepo(FILES);
  using other = tempRepo({ "src/parse.rs": "pub fn parse() {}\n" }, "other");
  await using connection = await connect([repo.root, other.root]);
  const { tools } = connection.app.surface;
  const share = Math.ceil(REQUESTS / tools.length);
  const kinds = new Map<string, number>();
  const said = new Map<string, Set<Json | undefined>>();
  for (const tool of tools) {
    await t.step(tool.name, async () => {
      // A path to adopt must not lead out of the test's own folders.
      const words = tool.name === "workspace" ? { ...WORDS, path: [repo.root, "missing"] } : WORDS;
      const requests = fc.sample(requestsOf(toJsonObject(tool.inputSchema), words), {
        numRuns: share,
        seed: SEED,
      });
      for (const request of requests.flatMap(alsoBySymbol)) {
        if (adoptsElsewhere(tool.name, request["path"], repo.root)) continue;
        const settled = await connection.settle(tool.name, request);
        kinds.set(settled.kind, (kinds.get(settled.kind) ?? 0) + 1);
        const codes = said.get(tool.name) ?? new Set();
        said.set(tool.name, codes.add(codeOf(settled)));
        const asked = JSON.stringify(request).slice(0, 400);
        try {
          if (settled.kind === "answer") checkAnswer(tool.name, settled.answer);
          if (settled.kind === "refusal") checkRefusal(settled.data);
        } catch (error) {
          throw new Error(`${tool.name} ${asked}`, { cause: error });
        }
      }
    });
  }
  await t.step("impact_bundle met sound requests, ones at the edge and ones with a mistake", () => {
    assert.deepEqual([...said.get("impact_bundle") ?? []].sort(), [
      "CONFLICTING_TARGET_INPUT",
      "DISAMBIGUATION_REQUIRED",
      "IMPACT_AFTER_SYMBOL",
      "MISSING_SYMBOL",
      "invalid_params",
      "resource_not_found",
    ]);
  });
  await t.step("answers and refusals were both among them, and no bug", () => {
    assert((kinds.get("answer") ?? 0) > REQUESTS / 5, JSON.stringify([...kinds]));
    assert((kinds.get("refusal") ?? 0) > REQUESTS / 5, JSON.stringify([...kinds]));
    assert.deepEqual(connection.logged.filter((line) => /Error/.test(line)), []);
  });
});

function codeOf(settled: Settled): Json | undefined {
  if (settled.kind === "text") return "text";
  return settled.kind === "answer" ? settled.answer["error_code"] : settled.data["error_code"];
}

/** Fields that exclude each other come together too often by chance: the same request again, by symbol alone. */
function alsoBySymbol(request: JsonObject): readonly JsonObject[] {
  if (!("symbol" in request)) return [request];
  const { target: _target, path: _path, line: _line, column: _column, ...rest } = request;
  return [request, rest];
}

function adoptsElsewhere(tool: string, path: Json | undefined, root: string): boolean {
  return tool === "workspace" && typeof path === "string" && path !== root && path !== "missing";
}
