/**
 * The symbols of one file, in the order in which they stand there.
 *
 * A symbol starts at its declaration proper: without comments, decorators, outer attributes and `export`, but with
 * other modifiers. Containers follow from the nesting of ranges. Offsets count bytes of the raw file from 0, byte
 * order mark included, and are half-open.
 * @module
 */
import type { SymbolKind, SymbolRules } from "../languages/language.ts";
import { type ExtractableLanguage, grammarOf } from "../languages/registry.ts";
import { type Found, readMatches } from "./definitions.ts";
import { nest } from "./nesting.ts";
import type { ParseLimits, SourceParser } from "./parser.ts";
import { decodeSource, parserText, type SourceText } from "./source_text.ts";
import { mayBeTooDeep } from "./tree_depth.ts";

export interface OutlineSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly startByte: number;
  readonly endByte: number;
  readonly nameStartByte: number;
  readonly nameEndByte: number;
  /** Position of the innermost enclosing symbol in the same outline, or -1. */
  readonly container: number;
  /** Qualified name, as `Server.listen`; the parts and their separator are the language's. */
  readonly signature: string;
  /** Part of a test module (Rust). */
  readonly testContext: boolean;
}

export interface Outline {
  /** By start, longer first. */
  readonly symbols: readonly OutlineSymbol[];
  /** The parser met errors, or the tree is too deep for queries: symbols may be missing. */
  readonly partial: boolean;
  /** The time for one file ran out: there are no symbols. */
  readonly timedOut: boolean;
}

/** What an outline is made from. */
export interface OutlineSource {
  /** Decides the grammar. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly language: ExtractableLanguage;
}

/**
 * Finds the symbols of a file.
 *
 * @throws {DOMException} `AbortError` if cancelled
 */
export async function outlineOf(
  { path, bytes, language }: OutlineSource,
  parser: SourceParser,
  limits: ParseLimits = {},
): Promise<Outline> {
  const source = decodeSource(bytes);
  const grammar = grammarOf(language, path);
  const query = await parser.query(language.symbols.query, grammar);
  const outcome = await parser.parse(parserText(source.text), grammar, limits, (tree) => ({
    found: readMatches(tree.matches(query), language.symbols),
    partial: tree.root.hasError || mayBeTooDeep(tree.root),
  }));
  if (outcome.timedOut) return { symbols: [], partial: true, timedOut: true };
  const { found, partial } = outcome.value;
  return { symbols: symbolsOf(found, source, language.symbols), partial, timedOut: false };
}

/** The symbols that a query found, placed in bytes of the raw file. */
export function symbolsOf(found: Found, source: SourceText, rules: SymbolRules): OutlineSymbol[] {
  return nest(found, source.text, rules).map(({ definition, ...symbol }) => ({
    ...symbol,
    startByte: source.byteAt(definition.start),
    endByte: source.byteAt(definition.end),
    nameStartByte: source.byteAt(definition.nameStart),
    nameEndByte: source.byteAt(definition.nameEnd),
  }));
}
