/*
 * cases.md §5: patterns that explode and links that leave the root, put to the program as a host starts it.
 * Nonsense parameters (5.2) are put to every bounded number of every tool.
 */
import assert from "node:assert/strict";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { connect } from "../support/client.ts";
import { list, object, pick } from "../support/json.ts";
import { callMessage, INITIALIZE, programCommand, RawServer } from "../support/program.ts";
import { runToEnd } from "../e2e/frigg.ts";
import { tempRepo } from "../support/repo.ts";

const FILES = {
  "small.txt": "needle\n",
  "evil.txt": `${"a".repeat(29)}b\n`,
  "short.txt": `${"x".repeat(1_900)}\n`.repeat(100),
  "tail.txt": `${"a".repeat(100_000)}b`,
  "min.js": `${"var foo = bar(1, 'x'); ".repeat(50_000)}\n`,
  "letters.txt": "é".repeat(250_000),
  "long.txt": "x".repeat(5_000_000),
  [`${"a".repeat(60)}!.txt`]: "",
};

/** What a pattern may come to: rows or none, or one of these refusals. */
const REFUSALS = ["regex_empty_pattern", "regex_unsupported_construct", "regex_invalid_pattern"];

const PATTERNS = [
  "(x+x+)+y",
  "(a+)+$",
  "(.*)*x",
  "^(([a-z])+.)+[A-Z]([a-z])+$",
  "(a|aa)+$",
  "(a|a?)+b",
  "((x*)*)*y",
  "(é+é+)+z",
  "(?:a|b|ab|ba)*c",
  ".*.*.*=.*;z",
  "(\\w+\\s?)+!$",
  "(x+x+)+y|z",
  "(x?){12}x{12}",
  "(?:^|x|$){12}y",
  "x{60000}y",
  "(((x{9}){9}){9}){9}",
];

/** A loaded machine gets this; a server that hangs fails. Alone each pattern takes well under a second. */
const ANSWER_MS = 20_000;

Deno.test("patterns that explode are answered, and so is whoever asks meanwhile (5.1)", async (t) => {
  using repo = tempRepo(FILES);
  // Indexed first: a server builds a missing index in the background, and a loaded machine takes its time.
  const indexed = await runToEnd(programCommand(["--workspace-root", repo.root, "index"]), {});
  assert.equal(indexed.code, 0, indexed.stderr);
  const server = new RawServer(["--workspace-root", repo.root]);
  await server.send(...INITIALIZE, callMessage(1, "workspace", {}));
  await server.answer(1);
  let id = 10;
  const askBoth = async (tool: string, args: JsonObject): Promise<JsonObject> => {
    const [hostile, cheap] = [++id, ++id];
    const startMs = performance.now();
    await server.send(
      callMessage(hostile, tool, args),
      callMessage(cheap, "read_file", { path: "small.txt" }),
    );
    const answers = new Map<unknown, JsonObject>();
    while (answers.size < 2) {
      const message = await server.next();
      assert(message !== undefined, "the server ended");
      if (message["id"] === hostile || message["id"] === cheap) answers.set(message["id"], message);
    }
    assert(performance.now() - startMs < ANSWER_MS, `${tool} ${JSON.stringify(args)}`);
    const { content } = object(answers.get(cheap) ?? {}, "result");
    assert.deepEqual(content, [{ type: "text", text: "needle\n" }]);
    return answers.get(hostile) ?? {};
  };
  for (const query of PATTERNS) {
    await t.step(query, async () => {
      const regex = { pattern_type: "regex", query };
      await accept(askBoth("search_text", { ...regex, count_only: true }));
      await accept(askBoth("search_text", { query: "needle", path_regex: query }));
      await accept(askBoth("list_files", { path_regex: query }));
      await accept(askBoth("search_symbol", { query: "needle", path_regex: query }));
      for (const path of ["evil.txt", "tail.txt", "short.txt"]) {
        await accept(askBoth("explore", { ...regex, path, operation: "probe" }));
      }
    });
  }
  await t.step("29 a and a b: a proven zero", async () => {
    const args = { query: "(a+)+$", pattern_type: "regex", path_regex: "^evil" };
    const answer = object(
      object(await askBoth("search_text", args), "result"),
      "structuredContent",
    );
    assert.deepEqual(pick(object(answer, "completeness"), "total", "complete"), [0, true]);
  });
  for (const matches of ["(a+)+$", "(x+x+)+y", "(a|aa)+$"]) {
    await t.step(`a playbook's expectation ${matches}`, async () => {
      const playbook = playbookWith(matches);
      const { result } = await askBoth("playbook_run", { playbook });
      assert(!JSON.stringify(result).includes(String.raw`\"passed\":true`), "it must not hold");
    });
  }
  await t.step("a playbook's expectation that only a backtracking engine can run", async () => {
    const refused = object(
      await askBoth("playbook_run", { playbook: playbookWith("(a+)+\\1b") }),
      "error",
    );
    assert.equal(object(refused, "data")["error_code"], "invalid_params");
  });
  await server.end();
});

async function accept(pending: Promise<JsonObject>): Promise<void> {
  const message = await pending;
  const { error } = message;
  if (!isJsonObject(error)) {
    const answer = object(object(message, "result"), "structuredContent");
    // What was cut short must not say that it is complete: nothing here is, but by an error.
    assert.equal(object(answer, "completeness")["incomplete_reasons"], undefined);
    return;
  }
  const { error_code, regex_error_code } = object(error, "data");
  assert.equal(error_code, "invalid_params", JSON.stringify(error));
  assert(REFUSALS.includes(String(regex_error_code)), JSON.stringify(error));
}

function playbookWith(matches: string): JsonObject {
  return {
    playbook_schema: "frigg.playbook.v1",
    playbook_id: "hostile",
    steps: [{
      step_id: "read",
      tool_name: "read_file",
      params: { path: "evil.txt", presentation_mode: "json" },
      expect: { json: [{ path: "$.content", matches }] },
    }],
  };
}

Deno.test("a number out of range is refused by every tool with its field and its range (5.2)", async (t) => {
  using repo = tempRepo({ "a.txt": "x\n" });
  await using connection = await connect([repo.root]);
  let checked = 0;
  for (const tool of connection.app.surface.tools) {
    for (const [field, schema] of Object.entries(object(tool.inputSchema, "properties"))) {
      if (!isJsonObject(schema) || schema["type"] !== "integer") continue;
      const least = Number(schema["minimum"]);
      // Fields that are clamped take any whole number.
      if (least === Number.MIN_SAFE_INTEGER) continue;
      for (const value of [least - 1, least - 4, 1.5]) {
        await t.step(`${tool.name} ${field} ${value}`, async () => {
          const refused = await connection.refused(tool.name, {
            ...REQUIRED[tool.name],
            [field]: value,
          });
          assert.deepEqual(pick(refused, "error_code", "retryable", "field"), [
            "invalid_params",
            false,
            field,
          ]);
          const { message } = refused;
          assert.match(String(message), new RegExp(`"${field}".* (at least|from) ${least}\\b`));
        });
        checked++;
      }
    }
  }
  assert(checked >= 30, `${checked} numbers`);
});

/** Valid arguments of the tools that need some. */
const REQUIRED: Readonly<Record<string, JsonObject>> = {
  document_symbols: { path: "a.txt" },
  explore: { path: "a.txt", operation: "probe", query: "x" },
  inspect_syntax_tree: { path: "a.txt" },
  read_file: { path: "a.txt" },
  read_match: { result_handle: "r", match_id: "m" },
  search_batch: {
    probes: [{ id: "a", kind: "text", query: "x" }, { id: "b", kind: "text", query: "y" }],
  },
  search_hybrid: { query: "x" },
  search_structural: { query: "(identifier) @match" },
  search_symbol: { query: "x" },
  search_text: { query: "x" },
};

Deno.test("an empty text is refused by every tool that asks for one (5.2)", async (t) => {
  using repo = tempRepo({ "a.txt": "x\n" });
  await using connection = await connect([repo.root]);
  const cases = [
    { tool: "search_text", args: { query: "" }, field: "query" },
    { tool: "search_symbol", args: { query: " " }, field: "query" },
    { tool: "explore", args: { path: "a.txt", operation: "probe", query: "" }, field: "query" },
    { tool: "read_file", args: { path: "" }, field: "path" },
    { tool: "list_files", args: { glob: "" }, field: "glob" },
    { tool: "search_text", args: { query: "x", path_regex: "" }, field: "path_regex" },
  ];
  for (const { tool, args, field } of cases) {
    await t.step(`${tool} ${field}`, async () => {
      const refused = await connection.refused(tool, args);
      assert.deepEqual(pick(refused, "error_code", "field"), ["invalid_params", field]);
    });
  }
});

const SECRET = "outside-secret-7f3a";

Deno.test("links that leave the root show nothing of what is outside (5.3)", async (t) => {
  using outside = tempRepo({ "secret.ts": `export const secret = "${SECRET}";\n` }, "outside");
  using repo = tempRepo({ "good.ts": "export const needle = 1;\n" });
  await Deno.symlink(`${outside.root}/secret.ts`, `${repo.root}/leak.ts`);
  await Deno.symlink(outside.root, `${repo.root}/leakdir`);
  await Deno.symlink(`${outside.root}/none.ts`, `${repo.root}/dangling.ts`);
  await using connection = await connect([repo.root]);
  const paths = ["leak.ts", "leakdir/secret.ts", "leakdir/none.ts", "dangling.ts"];
  const direct = (path: string): [string, JsonObject][] => [
    ["read_file", { path }],
    ["document_symbols", { path }],
    ["explore", { path, operation: "probe", query: "secret" }],
    ["inspect_syntax_tree", { path }],
    ["go_to_definition", { path, line: 1 }],
    ["find_references", { path, line: 1, column: 14 }],
    ["outgoing_calls", { path, line: 1 }],
  ];
  for (const path of paths) {
    for (const [tool, args] of direct(path)) {
      await t.step(`${tool} ${path}`, async () => {
        assert.deepEqual(await connection.refused(tool, args), {
          error_code: "access_denied",
          retryable: false,
          message: "access_denied: path is outside workspace roots",
        });
      });
      await t.step(`a playbook step ${tool} ${path}`, async () => {
        const playbook = {
          playbook_schema: "frigg.playbook.v1",
          playbook_id: "leak",
          steps: [{ step_id: "one", tool_name: tool, params: args }],
        };
        const trace = JSON.stringify(await connection.call("playbook_run", { playbook }));
        assert(trace.includes("access_denied") && !trace.includes(SECRET), trace);
      });
    }
  }
  await t.step("no search has rows from outside", async () => {
    const found = await connection.call("search_text", { query: SECRET });
    assert.deepEqual(pick(found, "total_matches", "matches"), [0, []]);
    assert.deepEqual((await connection.call("search_symbol", { query: "secret" }))["matches"], []);
    const structure = { query: "(identifier) @id", language: "typescript" };
    const identifiers = list(await connection.call("search_structural", structure), "matches");
    assert.deepEqual(identifiers.map(({ path }) => path), ["good.ts"]);
    const ranked = await connection.call("search_hybrid", { query: "secret" });
    assert.deepEqual(ranked["matches"], []);
    const listed = list(await connection.call("list_files"), "files");
    assert.deepEqual(listed.map(({ path }) => path), ["good.ts"]);
  });
  await t.step("a file that becomes a link between search and read_match", async () => {
    const found = await connection.call("search_text", { query: "needle" });
    const [row] = list(found, "matches");
    repo.remove("good.ts");
    await Deno.symlink(`${outside.root}/secret.ts`, `${repo.root}/good.ts`);
    const refused = await connection.refused("read_match", {
      result_handle: found["result_handle"] ?? "",
      match_id: row?.["match_id"] ?? "",
    });
    assert.equal(refused["error_code"], "STALE_PROOF_ANCHOR");
    assert(!JSON.stringify(refused).includes(SECRET));
    const later = await connection.call("search_text", { query: "export" });
    assert(!JSON.stringify(later).includes(SECRET));
    assert.equal(object(later, "completeness")["complete"], false);
  });
});
