/**
 * The gate to Orama: its search, filters and limits over our own word index.
 *
 * Orama's own index keeps several objects for each word and document, and its scores depend on the order in which
 * documents came and went (a running average). Only what a search needs of its components is here: an index is read,
 * never changed. Documents are numbers; what they are is known to whoever asks.
 * @module
 */
import {
  type AnyIndexStore,
  create,
  type IDocumentsStore,
  type IIndex,
  search,
  type Tokenizer,
} from "@orama/orama";
import { type Expansion, type Scored, Scorer } from "./score.ts";
import { tokensOf } from "./tokens.ts";
import type { WordIndex } from "./word_index.ts";

export interface DatabaseOptions {
  readonly index: WordIndex;
  /** Position of the file that a document belongs to. */
  readonly fileOf: (document: number) => number;
  /** Language of a file. */
  readonly languageOf: (file: number) => string | undefined;
  readonly expansion?: Expansion;
  /** Documents that a search ranks at most. */
  readonly keep?: number;
}

export interface Lookup {
  readonly term: string;
  readonly language?: string;
  /** Positions of the files that count, if not all do. */
  readonly files?: ReadonlySet<number>;
  readonly limit: number;
}

/** Words of files, symbols or chunks to search in. */
export interface RankedDatabase {
  readonly index: WordIndex;
  /** The best documents by falling score, equal ones by number. */
  find(lookup: Lookup): Promise<Scored[]>;
}

const SCHEMA = { words: "string", file: "enum", language: "enum" } as const;
const PROPERTIES: ["words"] = ["words"];
/** Orama sorts every document that it is given; behind these nobody looks. */
const KEEP = 1_000;
/** What only documents that are added one by one would need. */
const NO_SORTING = { enabled: false };

/** Opens a database; nothing is read before it is searched. */
export function openDatabase(options: DatabaseOptions): RankedDatabase {
  const { index } = options;
  const orama = create({
    schema: SCHEMA,
    sort: NO_SORTING,
    components: {
      tokenizer: TOKENIZER,
      index: searchOnly(options),
      documentsStore: numbersOnly(index.documents),
    },
  });
  return {
    index,
    find: async ({ term, language, files, limit }) => {
      if (tokensOf(term).length === 0 || index.documents === 0) return [];
      const where = {
        ...(language === undefined ? {} : { language: { eq: language } }),
        ...(files === undefined ? {} : { file: { in: [...files] } }),
      };
      const { hits } = await search(orama, { term, properties: PROPERTIES, where, limit });
      return hits.map(({ id, score }) => ({ document: Number(id), score }));
    },
  };
}

const TOKENIZER: Tokenizer = {
  language: "code",
  normalizationCache: new Map(),
  tokenize: tokensOf,
};

/** Orama counts documents from 1. */
function searchOnly(options: DatabaseOptions): IIndex<AnyIndexStore> {
  const { index, expansion = "prefix_if_missing", keep = KEEP } = options;
  let scorer: Scorer | undefined;
  return {
    create: () => ({ vectorIndexes: {} }),
    getSearchableProperties: () => Object.keys(SCHEMA),
    getSearchablePropertiesWithTypes: () => SCHEMA,
    search: (...given) => {
      const [, term, tokenizer, , , , , , relevance, , allowed] = given;
      scorer ??= new Scorer(index);
      const only = allowed && { has: (document: number): boolean => allowed.has(document + 1) };
      const scored = scorer.best({
        tokens: tokenizer.tokenize(term),
        expansion,
        relevance,
        keep,
        ...(only === undefined ? {} : { only }),
      });
      return scored.map(({ document, score }) => [document + 1, score]);
    },
    searchByWhereClause: (_index, _tokenizer, filters) => passing(options, filters),
    insert: readOnly,
    remove: readOnly,
    insertDocumentScoreParameters: readOnly,
    insertTokenScoreParameters: readOnly,
    removeDocumentScoreParameters: readOnly,
    removeTokenScoreParameters: readOnly,
    calculateResultScores: readOnly,
    load: readOnly,
    save: readOnly,
  };
}

/** Orama's numbers of the documents that `language: { eq }` and `file: { in }` let through. */
function passing({ index, fileOf, languageOf }: DatabaseOptions, filters: object): Set<number> {
  const language = operand(filters, "language", "eq");
  const list = operand(filters, "file", "in");
  const files = Array.isArray(list) ? new Set<unknown>(list) : undefined;
  const found = new Set<number>();
  for (let document = 0; document < index.documents; document++) {
    const file = fileOf(document);
    if (files?.has(file) === false) continue;
    if (language !== undefined && languageOf(file) !== language) continue;
    found.add(document + 1);
  }
  return found;
}

function operand(filters: object, property: string, operator: string): unknown {
  const operation: unknown = Reflect.get(filters, property);
  return typeof operation === "object" && operation !== null
    ? Reflect.get(operation, operator)
    : undefined;
}

/** Documents without content: what a number stands for is the caller's to know. */
function numbersOnly(documents: number): IDocumentsStore {
  const document = (id: number | string): { id: string } => ({ id: String(Number(id) - 1) });
  return {
    create: (_, ids) => {
      for (let number = 0; number < documents; number++) ids.internalIdToId.push(String(number));
      return { docs: {} };
    },
    get: (_, id) => document(id),
    getMultiple: (_, ids) => ids.map(document),
    count: () => documents,
    getAll: readOnly,
    store: readOnly,
    remove: readOnly,
    load: readOnly,
    save: readOnly,
  };
}

/** Stands in for what changes an index or lists it whole. */
function readOnly(): never {
  throw new Error("Cannot change a ranked index");
}
