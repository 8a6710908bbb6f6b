/**
 * Our scores against those of Orama's own index, on the sources of this project.
 * @module
 */
import assert from "node:assert/strict";
import { create, insert, search } from "@orama/orama";
import { openDatabase, type RankedDatabase } from "../../../src/snapshot/ranking/database.ts";
import type { Expansion, Scored } from "../../../src/snapshot/ranking/score.ts";
import { chunksOf } from "../../../src/snapshot/ranking/chunks.ts";
import { tokensOf } from "../../../src/snapshot/ranking/tokens.ts";
import { WordIndex } from "../../../src/snapshot/ranking/word_index.ts";
import { WordIndexWriter } from "../../../src/snapshot/ranking/word_index_writer.ts";

interface Document {
  readonly text: string;
  readonly file: number;
  readonly language: string;
}

const LANGUAGES = ["typescript_tsx", "markdown"];
const FOLDERS = ["src/contract/", "src/snapshot/", "src/search/", "test/snapshot/"];

/** Chunks of real files; the language is made up, so that there are two. */
function corpus(): Document[] {
  const root = new URL("../../../", import.meta.url);
  const paths = FOLDERS.flatMap((folder) =>
    [...Deno.readDirSync(new URL(folder, root))]
      .filter(({ isFile }) => isFile).map(({ name }) => folder + name)
  ).sort();
  return paths.flatMap((path, file) =>
    chunksOf(Deno.readTextFileSync(new URL(path, root))).map((text) => ({
      text,
      file,
      language: LANGUAGES[file % LANGUAGES.length] ?? "",
    }))
  );
}

function indexOf(documents: readonly Document[]): WordIndex {
  const writer = new WordIndexWriter();
  const lengths = documents.map(({ text }, at) => writer.add(at, text));
  return new WordIndex(writer.finish(Uint32Array.from(lengths)));
}

function open(documents: readonly Document[], expansion: Expansion, keep: number): RankedDatabase {
  const languages = new Map(documents.map(({ file, language }) => [file, language]));
  return openDatabase({
    index: indexOf(documents),
    fileOf: (at) => documents[at]?.file ?? -1,
    languageOf: (file) => languages.get(file),
    expansion,
    keep,
  });
}

interface StockQuery {
  readonly term: string;
  readonly exact?: boolean;
  readonly where?: {
    readonly language?: { readonly eq: string };
    readonly file?: { readonly in: number[] };
  };
}

/** Orama with its own index and our tokens. */
function stock(
  documents: readonly Document[],
): (query: StockQuery) => Promise<Scored[]> {
  const orama = create({
    schema: { words: "string", file: "enum", language: "enum" } as const,
    sort: { enabled: false },
    components: {
      tokenizer: { language: "code", normalizationCache: new Map(), tokenize: tokensOf },
    },
  });
  for (const [at, { text, file, language }] of documents.entries()) {
    insert(orama, { id: `${at}`, words: text, file, language });
  }
  return async ({ term, exact = false, where }) => {
    const limit = documents.length;
    const { hits } = await search(orama, {
      term,
      exact,
      properties: ["words"],
      limit,
      ...(where === undefined ? {} : { where }),
    });
    return hits.map(({ id, score }) => ({ document: Number(id), score }));
  };
}

/** Orama counts words that are members of every object wrongly. */
function isCountedRightly(word: string): boolean {
  return /^[a-z]{3,}$/.test(word) &&
    !Object.getOwnPropertyNames(Object.prototype).some((name) => name.startsWith(word));
}

/** Words from everywhere in the vocabulary, the same in every run. */
function someWords(index: WordIndex, count: number, offset: number): string[] {
  const words = Array.from({ length: index.size }, (_, at) => index.word(at));
  const plain = words.filter(isCountedRightly);
  return Array.from(
    { length: count },
    (_, at) => plain[(offset + at * 7_919) % plain.length] ?? "",
  );
}

function assertSame(actual: readonly Scored[], expected: readonly Scored[], what: string): void {
  const want = expected.toSorted((a, b) =>
    Math.round(b.score * 1e6) - Math.round(a.score * 1e6) || a.document - b.document
  );
  assert.equal(actual.length, want.length, what);
  const scores = new Map(want.map(({ document, score }) => [document, score]));
  for (const { document, score } of actual) {
    assert(Math.abs(score - (scores.get(document) ?? Infinity)) <= 1e-6, `${what}: ${document}`);
  }
  const falling = actual.every(({ score }, at) => score <= (actual[at - 1]?.score ?? Infinity));
  assert(falling, `${what}: order`);
}

Deno.test("scores are those of Orama's own index", async (t) => {
  const documents = corpus();
  const ask = stock(documents);
  const prefix = open(documents, "prefix", Infinity);
  const limit = documents.length;

  await t.step("one word", async () => {
    for (const term of someWords(prefix.index, 40, 1)) {
      assertSame(await prefix.find({ term, limit }), await ask({ term }), term);
    }
  });
  await t.step("three words", async () => {
    const words = someWords(prefix.index, 90, 2);
    for (let at = 0; at < words.length; at += 3) {
      const term = words.slice(at, at + 3).join(" ");
      assertSame(await prefix.find({ term, limit }), await ask({ term }), term);
    }
  });
  await t.step("with filters", async () => {
    const files = new Set([1, 2, 3, 5, 8, 13, 21]);
    for (const term of someWords(prefix.index, 30, 3)) {
      const [language] = LANGUAGES;
      const byLanguage = await ask({ term, where: { language: { eq: `${language}` } } });
      assertSame(await prefix.find({ term, limit, language: `${language}` }), byLanguage, term);
      const byFile = await ask({ term, where: { file: { in: [...files] } } });
      assertSame(await prefix.find({ term, limit, files }), byFile, term);
    }
  });
  await t.step("exact words", async () => {
    const exact = open(documents, "word", Infinity);
    for (const term of someWords(exact.index, 40, 4)) {
      // Orama looks once more into the text, where the word has to stand as it is.
      const stands = new RegExp(`\\b${term}\\b`);
      const found = await exact.find({ term, limit });
      const standing = found.filter(({ document }) => stands.test(documents[document]?.text ?? ""));
      assertSame(standing, await ask({ term, exact: true }), term);
    }
  });
});

Deno.test("a search keeps the best, in the same order", async () => {
  const documents = corpus();
  const all = open(documents, "prefix_if_missing", Infinity);
  const few = open(documents, "prefix_if_missing", 25);
  for (const term of ["const", "readonly number", "function return string", "expor"]) {
    const limit = documents.length;
    const best = (await all.find({ term, limit })).slice(0, 25);
    assert.equal(best.length, 25, term);
    assert.deepEqual(await few.find({ term, limit }), best, term);
  }
});

Deno.test("a word that is nowhere stands for those that begin with it, others for themselves", async () => {
  const documents = ["parse", "parser", "parsing"].map((text, file) => ({
    text,
    file,
    language: "",
  }));
  const database = open(documents, "prefix_if_missing", Infinity);
  const found = async (term: string): Promise<number[]> =>
    (await database.find({ term, limit: 9 })).map(({ document }) => document);
  assert.deepEqual(await found("parse"), [0]);
  assert.deepEqual(await found("pars"), [0, 1, 2]);
  assert.deepEqual(await found("pa"), []);
  assert.deepEqual(await found("::"), []);
});

Deno.test("an empty index has no answer", async () => {
  assert.deepEqual(await open([], "prefix", 9).find({ term: "word", limit: 9 }), []);
});
