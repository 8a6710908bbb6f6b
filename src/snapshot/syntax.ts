/**
 * Syntax trees of files as they are on disk now, for questions about structure.
 *
 * Trees live for one call. Their nodes count UTF-16 units of the file's text, which `SourceText` maps to raw bytes.
 * @module
 */
import type { Grammar } from "../languages/language.ts";
import {
  type ExtractableLanguage,
  extractableLanguages,
  grammarOf,
  isExtractable,
  languageOf,
} from "../languages/registry.ts";
import type { ParsedTree, Query, SourceParser, Timed } from "./parser.ts";
import { decodeSource, parserText, type SourceText } from "./source_text.ts";
import { mayBeTooDeep } from "./tree_depth.ts";

/** A grammar with the language whose files it reads. */
export interface SyntaxGrammar {
  readonly name: string;
  readonly language: string;
  readonly grammar: Grammar;
}

/** One file's tree, valid only during the call it is given to. */
export interface FileTree extends ParsedTree {
  readonly source: SourceText;
  /** The parser met errors, or the tree is too deep for queries: parts of it may not be found. */
  readonly partial: boolean;
}

export class Syntax {
  readonly #parser: () => Promise<SourceParser>;
  readonly #isCancelled: () => boolean;

  constructor(parser: () => Promise<SourceParser>, isCancelled: () => boolean) {
    this.#parser = parser;
    this.#isCancelled = isCancelled;
  }

  /** The grammar that reads a path, by its name alone. */
  grammarOf(path: string): SyntaxGrammar | undefined {
    const language = languageOf(path);
    return language === undefined || !hasGrammar(language)
      ? undefined
      : named(language, grammarOf(language, path));
  }

  /** The grammars of one language, or all. */
  grammars(language: string | undefined): SyntaxGrammar[] {
    return extractableLanguages()
      .filter((each) => hasGrammar(each) && (language === undefined || each.id === language))
      .flatMap((each) => each.symbols.grammars.map((grammar) => named(each, grammar)));
  }

  /** Extensions of all files with a grammar, without the dot, sorted. */
  get extensions(): string[] {
    return this.grammars(undefined).flatMap(({ grammar }) => grammar.extensions).sort();
  }

  /** A client's query, to be deleted by the caller. @throws {QueryProblem} */
  async compile(source: string, { grammar }: SyntaxGrammar): Promise<Query> {
    return await (await this.#parser()).compile(source, grammar);
  }

  /**
   * Parses a file and gives its tree to `use`.
   *
   * @throws {DOMException} `AbortError` if cancelled
   */
  async parse<T>(
    bytes: Uint8Array,
    { grammar }: SyntaxGrammar,
    use: (tree: FileTree) => T,
  ): Promise<Timed<T>> {
    const source = decodeSource(bytes);
    const parser = await this.#parser();
    const limits = { isCancelled: this.#isCancelled };
    return await parser.parse(parserText(source.text), grammar, limits, (tree) => {
      const { root } = tree;
      return use({ ...tree, source, partial: root.hasError || mayBeTooDeep(root) });
    });
  }
}

function hasGrammar(
  language: Parameters<typeof isExtractable>[0],
): language is ExtractableLanguage {
  return isExtractable(language) && language.class === "tree_sitter";
}

function named({ id }: ExtractableLanguage, grammar: Grammar): SyntaxGrammar {
  return { name: grammar.embedded, language: id, grammar };
}
