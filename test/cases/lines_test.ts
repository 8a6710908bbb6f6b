/** One definition of a line, of a column and of a digest, in every tool (cases.md §1). */
import assert from "node:assert/strict";
import { type JsonObject, toJsonObject } from "../../src/contract/json.ts";
import { checkout } from "../e2e/frigg.ts";
import { connect, type Connection } from "../support/client.ts";
import { list, object, pick, text } from "../support/json.ts";
import { tempRepo } from "../support/repo.ts";

/** Finds `needle` in `odd.txt` and reads the hit, so that both steps can be cited. */
const PROOF = {
  playbook_id: "proof",
  steps: [
    { step_id: "find", tool_name: "search_text", params: { query: "needle" } },
    {
      step_id: "proof",
      tool_name: "read_match",
      params: {
        result_handle: "${steps.find.result_handle}",
        match_id: "${steps.find.matches[0].match_id}",
        before: 0,
        after: 0,
      },
    },
  ],
};

function places(answer: JsonObject, rows: string): string[] {
  return list(answer, rows).map((row) => pick(row, "path", "line", "column").join(" "));
}

/** The arguments that read the first hit of a search. */
function firstHit(found: JsonObject): JsonObject {
  return { result_handle: text(found, "result_handle"), match_id: "search:m1" };
}

/** First and last line of every citation of that playbook. */
async function citedLines({ call }: Connection, playbook: JsonObject): Promise<unknown[][]> {
  const { trace_artifact = null } = await call("playbook_run", { playbook });
  const composed = await call("playbook_compose_citations", { trace_artifact });
  return list(object(composed, "citation_payload"), "citations").map((citation) =>
    pick(object(citation, "span"), "start_line", "end_line")
  );
}

Deno.test("what only looks like a line end ends no line, in any tool (cases.md 1.1)", async (t) => {
  for (const [name, character] of [["FF", "\f"], ["VT", "\v"], ["NEL", "\u0085"]] as const) {
    await t.step(name, async () => {
      using repo = tempRepo({ "odd.txt": `a${character}\nb\u2028c\nneedle\n` });
      await using connection = await connect([repo.root]);
      const found = await connection.call("search_text", { query: "needle" });
      assert.deepEqual(places(found, "matches"), ["odd.txt 3 1"]);
      assert.deepEqual(
        await connection.text("read_file", { path: "odd.txt", presentation_mode: "citation" }),
        [`1|a${character}\n2|b\u2028c\n3|needle\n`],
      );
      const proof = { ...firstHit(found), presentation_mode: "json" };
      const read = await connection.call("read_match", proof);
      assert.deepEqual(pick(read, "line", "start_line", "end_line"), [3, 1, 3]);
      assert.deepEqual(await citedLines(connection, PROOF), [[3, 3], [3, 3]]);
    });
  }
});

Deno.test("no match reaches into the next line (cases.md 1.2)", async (t) => {
  using repo = tempRepo({ "nl.txt": "alpha\nbeta\n" });
  await using connection = await connect([repo.root]);
  const other = { id: "other", kind: "text", query: "beta" };
  for (const query of ["alpha\\n", "alpha[\\n]", "alpha\\r?\\n", "alpha\\x0a"]) {
    const regex = { query, pattern_type: "regex" };
    const calls: readonly (readonly [tool: string, args: JsonObject])[] = [
      ["search_text", regex],
      ["explore", { path: "nl.txt", operation: "probe", ...regex }],
      ["search_batch", { probes: [{ id: "one", kind: "text", ...regex }, other] }],
    ];
    for (const [tool, args] of calls) {
      await t.step(`${tool} ${query}`, async () => {
        const refused = await connection.refused(tool, args);
        assert.deepEqual(
          pick(refused, "error_code", "regex_error_code"),
          ["invalid_params", "regex_unsupported_construct"],
        );
      });
    }
  }
  // What could take the line end in, were it not for the end of the line.
  for (const query of ["alpha$", "alpha\\s*", "alpha[^x]*"]) {
    const regex = { query, pattern_type: "regex" };
    await t.step(`the span of ${query}`, async () => {
      const found = await connection.call("search_text", regex);
      assert.deepEqual(
        list(found, "matches").map((row) => pick(row, "line", "end_line", "end_column", "excerpt")),
        [[1, 1, 6, "alpha"]],
      );
      const probe = { path: "nl.txt", operation: "probe", ...regex };
      const explored = await connection.call("explore", probe);
      assert.deepEqual(
        list(explored, "matches").map((row) => pick(row, "start_line", "end_line", "end_column")),
        [[1, 1, 6]],
      );
      const find = { step_id: "find", tool_name: "search_text", params: regex };
      const cited = await citedLines(connection, { playbook_id: "p", steps: [find] });
      assert.deepEqual(cited, [[1, 1]]);
    });
  }
});

Deno.test("a lone CR ends a line for parser, search and read alike (cases.md 1.3)", async (t) => {
  const twins = [
    { path: "cr.rs", keyword: "fn", query: "(function_item name: (identifier) @id)" },
    { path: "cr.ts", keyword: "function", query: "(function_declaration name: (identifier) @id)" },
  ];
  const files = twins.map(({ path, keyword }) => [
    path,
    `${keyword} foo() {}\r${keyword} bar() {}\r`,
  ]);
  using repo = tempRepo(Object.fromEntries(files));
  await using connection = await connect([repo.root]);
  for (const { path, keyword, query } of twins) {
    await t.step(path, async () => {
      const outline = await connection.call("document_symbols", { path });
      assert.deepEqual(
        list(outline, "symbols").map((row) => pick(row, "symbol", "line", "end_line")),
        [["foo", 1, 1], ["bar", 2, 2]],
      );
      const found = await connection.call("search_text", { query: `${keyword} bar` });
      assert.deepEqual(places(found, "matches"), [`${path} 2 1`]);
      const symbol = await connection.call("search_symbol", { query: "bar", path_regex: path });
      assert.deepEqual(places(symbol, "matches"), [`${path} 2 1`]);
      assert.deepEqual(
        await connection.text("read_file", { path, start_line: 2, end_line: 2 }),
        [`${keyword} bar() {}\r`],
      );
    });
    await t.step(`${path}: structure and navigation`, async () => {
      const rows = await connection.call("search_structural", { query, path_regex: path });
      assert.deepEqual(
        list(rows, "matches").map((row) => pick(row, "line", "end_line", "column")),
        [[1, 1, keyword.length + 2], [2, 2, keyword.length + 2]],
      );
      const at = { path, line: 2, column: keyword.length + 2 };
      const { focus = null } = await connection.call("inspect_syntax_tree", at);
      assert.deepEqual(pick(toJsonObject(focus), "line", "end_line", "excerpt"), [2, 2, "bar"]);
      const defined = await connection.call("go_to_definition", at);
      assert.deepEqual(places(defined, "matches").slice(0, 1), [`${path} 2 1`]);
    });
  }
});

Deno.test("digests are those of the bytes on disk, whatever git is told (cases.md 1.4)", async () => {
  using repo = checkout({
    ".git/config": "[core]\n\tautocrlf = true\n",
    ".gitattributes": "*.txt text eol=lf\n",
    "crlf.txt": "a\r\nb\r\n",
  });
  await using connection = await connect([repo.root]);
  const source = {
    // As `sha256sum` and `git hash-object --no-filters` give them.
    sha256: "58055bdcc73787eb88c78d36f0b4939e9c5dc1c3ad17e25cc85a6833cf1a0cab",
    bytes: 6,
    git_blob: "c30dea8a3641ea99b125d04d599d843712292759",
  };
  const path = { path: "crlf.txt", presentation_mode: "json" };
  const read = await connection.call("read_file", path);
  assert.deepEqual(pick(read, "content", "source"), ["a\r\nb\r\n", source]);
  const found = await connection.call("search_text", { query: "b", glob: "crlf.txt" });
  const proof = { ...firstHit(found), presentation_mode: "json" };
  assert.deepEqual(object(await connection.call("read_match", proof), "source"), source);
});

Deno.test("a mark at the start shifts no column, and is among the bytes (cases.md 1.5)", async () => {
  using repo = tempRepo({ "mark.txt": "\ufefffoo\nbar\n" });
  await using connection = await connect([repo.root]);
  const found = await connection.call("search_text", { query: "^foo", pattern_type: "regex" });
  assert.deepEqual(
    list(found, "matches").map((row) => pick(row, "line", "column", "end_column", "excerpt")),
    [[1, 1, 4, "foo"]],
  );
  const proof = { ...firstHit(found), presentation_mode: "json" };
  const read = await connection.call("read_match", proof);
  assert.equal(read["content"], "foo\nbar\n");
  assert.equal(object(read, "source")["bytes"], 11);
});

Deno.test("a NUL hides nothing that comes after it (cases.md 1.6)", async () => {
  using repo = tempRepo({ "nul.ts": "// a\0b\nexport function after() {}\n" });
  await using connection = await connect([repo.root]);
  const outline = await connection.call("document_symbols", { path: "nul.ts" });
  assert.deepEqual(places(outline, "symbols"), ["nul.ts 2 8"]);
  const named = await connection.call("search_symbol", { query: "after" });
  assert.deepEqual(places(named, "matches"), ["nul.ts 2 8"]);
  const found = await connection.call("search_text", { query: "after" });
  assert.deepEqual(places(found, "matches"), ["nul.ts 2 17"]);
  for (const answer of [outline, named, found]) {
    assert.equal(object(answer, "completeness")["complete"], true);
  }
});
