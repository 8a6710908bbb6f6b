import assert from "node:assert/strict";
import fc from "fast-check";
import { Columns, packColumns } from "../../../src/snapshot/columns.ts";
import { CorruptSection } from "../../../src/snapshot/corrupt_section.ts";
import {
  readWordIndex,
  storedColumns,
  type WordColumns,
  WordIndex,
} from "../../../src/snapshot/ranking/word_index.ts";
import { mergeWordIndexes } from "../../../src/snapshot/ranking/word_index_merge.ts";
import { tokensOf } from "../../../src/snapshot/ranking/tokens.ts";
import { WordIndexWriter } from "../../../src/snapshot/ranking/word_index_writer.ts";

function columnsOf(texts: readonly string[]): WordColumns {
  const writer = new WordIndexWriter();
  const lengths = texts.map((text, document) => writer.add(document, text));
  return writer.finish(Uint32Array.from(lengths));
}

/** Every word with the documents that hold it. */
function contents(index: WordIndex): [string, number[]][] {
  return Array.from(
    { length: index.size },
    (_, at) => [index.word(at), [...index.documentsOf(at)]],
  );
}

const word = fc.constantFrom(
  "constructor",
  "__proto__",
  "toString",
  "hasOwnProperty",
  "fooBar",
  "foo",
  "größe",
  "検索結果",
  "\u{20000}\u{20001}\u{20002}",
  "\uffee\uffef",
);
const text = fc.array(fc.oneof(word, fc.string({ unit: "grapheme", maxLength: 8 })), {
  maxLength: 12,
}).map((words) => words.join(" "));

Deno.test("an index holds each token of each document, and survives being stored", () =>
  fc.assert(fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
    const columns = columnsOf(texts);
    const index = readWordIndex(new Columns(packColumns(storedColumns(columns))));
    const want = new Map<string, number[]>();
    texts.forEach((each, document) => {
      for (const token of tokensOf(each)) {
        want.set(token, [...want.get(token) ?? [], document]);
      }
    });
    assert.deepEqual(contents(index), [...want].sort(([a], [b]) => (a < b ? -1 : 1)));
    for (const [at, [token]] of contents(index).entries()) assert.equal(index.find(token), at);
    assert.deepEqual(
      [...columns.lengths],
      texts.map((each) => tokensOf(each).length),
    );
  })));

Deno.test("words of every object are words like any other", async (t) => {
  const index = new WordIndex(columnsOf(["constructor toString", "__proto__", "constructor"]));
  const rows = [
    { word: "constructor", want: [0, 2] },
    { word: "__proto__", want: [1] },
    { word: "tostring", want: [0] },
    { word: "valueof", want: undefined },
    { word: "hasownproperty", want: undefined },
  ];
  for (const { word, want } of rows) {
    await t.step(word, () => {
      const at = index.find(word);
      assert.deepEqual(at === undefined ? undefined : [...index.documentsOf(at)], want);
    });
  }
});

Deno.test("beginningWith() gives the words with a beginning, in order", () => {
  const index = new WordIndex(columnsOf(["con const cons context cot"]));
  const words = (prefix: string, most: number): string[] =>
    index.beginningWith(prefix, most).map((at) => index.word(at));
  assert.deepEqual(words("con", 9), ["con", "cons", "const", "context"]);
  assert.deepEqual(words("con", 2), ["con", "cons"]);
  assert.deepEqual(words("d", 9), []);
});

Deno.test("removing and adding documents gives the index of a fresh build", () =>
  fc.assert(fc.property(
    fc.array(fc.record({ text, fate: fc.constantFrom("stays", "goes", "comes") }), {
      maxLength: 8,
    }),
    (documents) => {
      const before = documents.filter(({ fate }) => fate !== "comes");
      const after = documents.filter(({ fate }) => fate !== "goes");
      const old = new WordIndex(columnsOf(before.map(({ text }) => text)));
      const moved = Int32Array.from(before, (document) => after.indexOf(document));
      const writer = new WordIndexWriter();
      const lengths = after.map(({ text, fate }, number) =>
        fate === "comes" ? writer.add(number, text) : tokensOf(text).length
      );
      const fresh = new WordIndex(writer.finish(Uint32Array.from(lengths)));
      assert.deepEqual(
        mergeWordIndexes(old, moved, fresh),
        columnsOf(after.map(({ text }) => text)),
      );
    },
  )));

Deno.test("columns that do not fit together are refused", async (t) => {
  const good = columnsOf(["one two", "two three"]);
  const rows: { name: string; bad: Partial<WordColumns> }[] = [
    { name: "words cut short", bad: { words: good.words.subarray(1) } },
    { name: "a word too few", bad: { wordBytes: good.wordBytes.subarray(1) } },
    { name: "a list too few", bad: { listBytes: good.listBytes.subarray(1) } },
    { name: "lists cut short", bad: { postings: good.postings.subarray(1) } },
  ];
  for (const { name, bad } of rows) {
    await t.step(
      name,
      () => assert.throws(() => new WordIndex({ ...good, ...bad }), CorruptSection),
    );
  }
  await t.step("a document that is not there", () => {
    const index = new WordIndex({ ...good, lengths: good.lengths.subarray(1) });
    const at = index.find("three") ?? -1;
    assert.throws(() => index.documentsOf(at), CorruptSection);
  });
});
