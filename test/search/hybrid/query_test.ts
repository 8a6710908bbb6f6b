import assert from "node:assert/strict";
import { hybridQuery } from "../../../src/search/hybrid/query.ts";

const SHAPES = [
  { query: "where is the session token verified", want: "broad_natural_language" },
  { query: "how are tokens checked?", want: "broad_natural_language" },
  { query: "token check", want: "neutral" },
  { query: "a b c d", want: "neutral" },
  { query: "read the utf8 table in chunks", want: "neutral" },
  { query: "parseHeader", want: "code_shaped" },
  { query: "word_index", want: "code_shaped" },
  { query: "deno.json", want: "code_shaped" },
  { query: "std::vec", want: "code_shaped" },
  { query: "call foo() in a loop over all the rows", want: "code_shaped" },
] as const;

Deno.test("hybridQuery() sees what a query looks like", async (t) => {
  for (const { query, want } of SHAPES) {
    await t.step(query, () => assert.equal(hybridQuery(query).shape, want));
  }
});

const WORDS = [
  {
    name: "words that hold a question together do not count",
    query: "where is the session token verified",
    words: ["session", "token", "verified"],
    names: [],
  },
  {
    name: "unless there are no others",
    query: "how to",
    words: ["how", "to"],
    names: ["how", "to"],
  },
  {
    name: "what is written like a name may be one",
    query: "who calls parseHeader before each retry loop",
    words: ["calls", "parseHeader", "before", "each", "retry", "loop"],
    names: ["parseheader"],
  },
  {
    name: "the first word is large for another reason",
    query: "Check every session token twice",
    words: ["Check", "every", "session", "token", "twice"],
    names: [],
  },
  {
    name: "few words may all be names",
    query: "memo cache",
    words: ["memo", "cache"],
    names: ["memo", "cache"],
  },
];

Deno.test("hybridQuery() keeps the words that count", async (t) => {
  for (const { name, query, words, names } of WORDS) {
    await t.step(name, () => {
      const found = hybridQuery(query);
      assert.deepEqual([found.words, [...found.names]], [words, names]);
    });
  }
});

Deno.test("hybridQuery() looks for twelve words at most", () => {
  const query = Array.from({ length: 20 }, (_, at) => `word${at}`).join(" ");
  assert.equal(hybridQuery(query).words.length, 12);
});
