/**
 * The gate to tree-sitter: the only module that imports it.
 *
 * Grammars and queries are loaded when first needed and kept; nothing but the end of the process frees a grammar.
 * A tree lives for one call, because nodes of a deleted tree answer nonsense instead of failing.
 * @module
 */
import { Language, type Node, Parser, Query, type QueryMatch } from "web-tree-sitter";
import type { Grammar } from "../languages/language.ts";
import { type Asset, TREE_SITTER_CORE } from "../platform/assets.ts";

export type { Node, Query, QueryMatch } from "web-tree-sitter";

/**
 * Time for parsing and querying one file.
 *
 * Only a net under grammars that run away: the largest file that is parsed at all needs half of it on a slow machine,
 * so that the same tree gives the same symbols everywhere.
 */
export const PARSE_BUDGET_MS = 20_000;

export type LoadAsset = (asset: Asset) => Promise<Uint8Array>;

export interface ParseLimits {
  /** Milliseconds for parse and queries together; default `PARSE_BUDGET_MS`. */
  readonly budgetMs?: number;
  /** Asked about every 100 microseconds of work. */
  readonly isCancelled?: () => boolean;
}

/** A syntax tree, valid only during the call it is given to. Its indexes count UTF-16 units. */
export interface ParsedTree {
  readonly root: Node;
  /** Runs a query over the whole tree; `budgetMs` is time for it alone, within that of the file. */
  matches(query: Query, budgetMs?: number): QueryMatch[];
}

/** A value, unless time ran out: then nothing, because half of the rows would pass for all of them. */
export type Timed<T> =
  | { readonly timedOut: false; readonly value: T }
  | { readonly timedOut: true };

export class SourceParser {
  readonly #load: LoadAsset;
  readonly #parser: Parser;
  readonly #grammars = new Map<string, Promise<Language>>();
  readonly #queries = new Map<string, Query>();

  private constructor(load: LoadAsset, parser: Parser) {
    this.#load = load;
    this.#parser = parser;
  }

  /** Starts tree-sitter. Not to be called again before it is done: its core would be started twice. */
  static async init(load: LoadAsset): Promise<SourceParser> {
    await Parser.init({ wasmBinary: await load(TREE_SITTER_CORE) });
    return new SourceParser(load, new Parser());
  }

  /**
   * Parses a text and gives its tree to `use`.
   *
   * @throws {DOMException} `AbortError` if cancelled
   */
  async parse<T>(
    text: string,
    grammar: Grammar,
    limits: ParseLimits,
    use: (tree: ParsedTree) => T,
  ): Promise<Timed<T>> {
    this.#parser.setLanguage(await this.#grammar(grammar));
    const watch = new Watch(limits);
    const value = this.#parseNow(text, watch, use);
    if (watch.stopped === "cancelled") {
      throw new DOMException("Parsing was cancelled", "AbortError");
    }
    if (watch.stopped === "timed_out") return { timedOut: true };
    if (value === undefined) throw new Error(`Cannot parse with grammar "${grammar.embedded}"`);
    return { timedOut: false, value: value.value };
  }

  /** The compiled form of a query, kept as long as the parser: for queries of ours, not of clients. */
  async query(source: string, grammar: Grammar): Promise<Query> {
    const language = await this.#grammar(grammar);
    const key = `${grammar.embedded}\n${source}`;
    const query = this.#queries.get(key) ?? new Query(language, source);
    this.#queries.set(key, query);
    return query;
  }

  /**
   * The compiled form of a client's query, to be deleted by the caller.
   *
   * @throws {QueryProblem}
   */
  async compile(source: string, grammar: Grammar): Promise<Query> {
    const language = await this.#grammar(grammar);
    try {
      return new Query(language, source);
    } catch (error) {
      // The class itself is not exported.
      if (!(error instanceof Error) || error.name !== "QueryError") throw error;
      const index = "index" in error && typeof error.index === "number" ? error.index : 0;
      throw new QueryProblem(lowerFirst(error.message), index);
    }
  }

  /** Frees the parser and its queries. */
  close(): void {
    for (const query of this.#queries.values()) query.delete();
    this.#queries.clear();
    this.#parser.delete();
  }

  #grammar(grammar: Grammar): Promise<Language> {
    const loading = this.#grammars.get(grammar.embedded) ?? this.#loadGrammar(grammar);
    this.#grammars.set(grammar.embedded, loading);
    return loading;
  }

  async #loadGrammar(grammar: Grammar): Promise<Language> {
    const bytes = await this.#load(grammar);
    try {
      return await Language.load(bytes);
    } catch (cause) {
      // tree-sitter's own error may have an empty message.
      throw new Error(`Cannot load grammar "${grammar.embedded}"`, { cause });
    }
  }

  #parseNow<T>(text: string, watch: Watch, use: (tree: ParsedTree) => T): { value: T } | undefined {
    const options = { progressCallback: watch.shouldStop };
    const tree = this.#parser.parse(text, null, options);
    if (tree === null) {
      // Without this the next parse, of any text, would go on with this one.
      this.#parser.reset();
      return undefined;
    }
    try {
      const root = tree.rootNode;
      const matches: ParsedTree["matches"] = (query, budgetMs) => {
        watch.limit(budgetMs);
        return query.matches(root, options);
      };
      return { value: use({ root, matches }) };
    } finally {
      tree.delete();
    }
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Why a client's query cannot be compiled; `index` counts UTF-16 units of the query. */
export class QueryProblem extends Error {
  override readonly name = "QueryProblem";

  constructor(message: string, readonly index: number) {
    super(message);
  }
}

/** Decides when work on one file ends, and remembers why. */
class Watch {
  stopped: "cancelled" | "timed_out" | undefined;
  #deadline: number;
  readonly #isCancelled: () => boolean;

  constructor(limits: ParseLimits) {
    this.#deadline = performance.now() + (limits.budgetMs ?? PARSE_BUDGET_MS);
    this.#isCancelled = limits.isCancelled ?? ((): boolean => false);
  }

  /** Ends the work after this time from now, if its deadline is not earlier. */
  limit(budgetMs = Infinity): void {
    this.#deadline = Math.min(this.#deadline, performance.now() + budgetMs);
  }

  /** Passed to tree-sitter, which stops on `true`; a query then returns what it has, without a sign. */
  readonly shouldStop = (): boolean => {
    if (this.#isCancelled()) this.stopped ??= "cancelled";
    else if (performance.now() >= this.#deadline) this.stopped ??= "timed_out";
    return this.stopped !== undefined;
  };
}
