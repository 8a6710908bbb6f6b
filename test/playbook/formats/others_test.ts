import assert from "node:assert/strict";
import { type Json } from "../../../src/contract/json.ts";
import { linesOfBlocks } from "../../../src/contract/bases.ts";
import { CITE_FORMATS, formatCitations } from "../../../src/playbook/cite_formats.ts";
import type { SourceOf } from "../../../src/playbook/formats/format.ts";
import { asList, asObject } from "../../support/json.ts";
import { GONE, payload, THERE } from "./payload.ts";

function format(name: string, source: SourceOf): Json {
  return JSON.parse(formatCitations(payload(), name, source) ?? "");
}

Deno.test("every format takes every payload of ours, and reference payloads where no evidence is needed", () => {
  assert.deepEqual(CITE_FORMATS, [
    "json",
    "markdown",
    "sarif",
    "lsp",
    "anthropic",
    "webannotation",
  ]);
  const reference = {
    answer_schema: "frigg.deep_search.answer.v1",
    playbook_id: "demo",
    answer: "",
    claims: [],
    citations: [],
  } as const;
  const given = CITE_FORMATS.map((name) => formatCitations(reference, name, GONE) !== undefined);
  assert.deepEqual(given, [true, true, false, false, false, false]);
  assert(CITE_FORMATS.every((name) => (formatCitations(payload(), name, GONE) ?? "") !== ""));
});

Deno.test("lsp gives UTF-16 ranges in the file, whole lines under the alias without it", () => {
  const [there] = asList(asObject(format("lsp", THERE))["locations"]);
  assert.deepEqual(there, {
    citation_id: "cit-001",
    columns: "utf16",
    location: {
      uri: "file:///home/someone/src/a%20b%231.ts",
      range: { start: { line: 0, character: 41 }, end: { line: 0, character: 42 } },
    },
  });
  const [gone, near] = asList(asObject(format("lsp", GONE))["locations"]);
  assert.deepEqual(gone, {
    citation_id: "cit-001",
    columns: "whole_lines",
    location: {
      uri: "frigg://repo-001/src/a%20b%231.ts",
      range: { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } },
    },
  });
  assert.deepEqual(asObject(asObject(near)["location"])["range"], {
    start: { line: 1, character: 0 },
    end: { line: 2, character: 0 },
  });
});

Deno.test("anthropic gives a block a line, and the location of all of them", () => {
  const answer = asObject(format("anthropic", THERE));
  const [, two, three] = asList(answer["search_results"]).map((item) => asObject(item));
  assert.deepEqual(asList(two?.["content"]).map((block) => asObject(block)["text"]), [
    "second €\r\n",
  ]);
  assert.equal(two?.["source"], "repo-001/src/a%20b%231.ts#L2-L3");
  const { start_block_index, end_block_index, search_result_index, cited_text } = asObject(
    asObject(asList(answer["citations"])[1])["location"],
  );
  assert.deepEqual([start_block_index, end_block_index, search_result_index], [0, 1, 1]);
  assert.equal(cited_text, "second €\r\n");
  assert.deepEqual(linesOfBlocks({ start_block_index: 0, end_block_index: 1 }, 2), {
    start_line: 2,
    end_line: 2,
  });
  assert.equal(asList(three?.["content"]).length, 4);
});

Deno.test("anthropic says where a cut quote is all that is left", () => {
  const answer = asObject(format("anthropic", GONE));
  const cut = asObject(asList(answer["citations"])[2]);
  assert.equal(cut["truncated"], true);
  assert.equal(asObject(cut["location"])["end_block_index"], 1);
});

Deno.test("webannotation counts code points, and passes no cut quote off as exact", () => {
  const selectorsOf = (source: SourceOf): readonly (readonly unknown[])[] =>
    asList(asObject(format("webannotation", source))["@graph"]).map((annotation) =>
      asList(asObject(asObject(annotation)["target"])["selector"]).map((selector) => {
        const { type, start, end, value } = asObject(selector);
        return [type, start ?? value, end];
      })
    );
  assert.deepEqual(selectorsOf(THERE)[0], [
    ["TextQuoteSelector", undefined, undefined],
    ["TextPositionSelector", 41, 42],
    ["FragmentSelector", "line=0,1", undefined],
  ]);
  assert.deepEqual(selectorsOf(THERE)[2], [
    ["TextPositionSelector", 43, 66],
    ["FragmentSelector", "line=0,4", undefined],
  ]);
  assert.deepEqual(selectorsOf(GONE)[2], [["FragmentSelector", "line=0,4", undefined]]);
});
