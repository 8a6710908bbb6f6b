/**
 * One file as it is on disk now with all that navigation needs: its symbols, and how its names are bound and used.
 * @module
 */
import { LineIndex, type Position } from "../contract/lines.ts";
import type { LinkRules } from "../languages/language.ts";
import { grammarOf, isExtractable, languageOf } from "../languages/registry.ts";
import { readMatches } from "./definitions.ts";
import { readLinks } from "./link_reader.ts";
import type { FileLinks, Range } from "./links.ts";
import { symbolsOf } from "./outline.ts";
import { symbolEntries } from "./outliner.ts";
import type { SourceParser } from "./parser.ts";
import type { FileEntry, SymbolEntry } from "./snapshot.ts";
import { decodeSource, parserText, type SourceText } from "./source_text.ts";
import { mayBeTooDeep } from "./tree_depth.ts";

export type { LinkRules, ModuleStyle } from "../languages/language.ts";

/** A symbol with its place in the decoded text. */
export interface LinkedSymbol extends SymbolEntry, Range {
  readonly nameStart: number;
  readonly nameEnd: number;
}

/** A place as answers show it: from 1, columns in UTF-8 bytes, the end exclusive. */
export interface PlacedSpan {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface LinkedFile {
  readonly path: string;
  readonly rules: LinkRules;
  readonly symbols: readonly LinkedSymbol[];
  readonly links: FileLinks;
  /** Parser errors or a tree too deep for queries: something may be missing. */
  readonly partial: boolean;
  place(range: Range): PlacedSpan;
  /** Index in the text of a position; undefined behind the last line. */
  indexOf(position: Position): number | undefined;
}

export interface LinkSource {
  readonly entry: FileEntry;
  readonly bytes: Uint8Array;
  readonly parser: SourceParser;
  readonly isCancelled: () => boolean;
}

/** Whether the names of a path's language are resolved. */
export function linkRulesOf(path: string): LinkRules | undefined {
  return languageOf(path)?.links;
}

/**
 * Links a file; undefined if its language has no rules, or its time ran out.
 *
 * @throws {DOMException} `AbortError` if cancelled
 */
export async function linkFile(
  { entry, bytes, parser, isCancelled }: LinkSource,
): Promise<LinkedFile | undefined> {
  const language = languageOf(entry.path);
  if (language === undefined || !isExtractable(language) || language.links === undefined) {
    return undefined;
  }
  const { symbols: rules, links } = language;
  const grammar = grammarOf(language, entry.path);
  const symbolQuery = await parser.query(rules.query, grammar);
  const linkQuery = await parser.query(linkQueryOf(links, grammar.embedded), grammar);
  const source = decodeSource(bytes);
  const outcome = await parser.parse(parserText(source.text), grammar, { isCancelled }, (tree) => ({
    found: readMatches(tree.matches(symbolQuery), rules),
    links: readLinks(tree.matches(linkQuery), source.text.length),
    partial: tree.root.hasError || mayBeTooDeep(tree.root),
  }));
  if (outcome.timedOut) return undefined;
  const outline = symbolsOf(outcome.value.found, source, rules);
  const symbols = symbolEntries(entry, bytes, outline).map((symbol, index): LinkedSymbol => {
    const { nameStartByte = 0, nameEndByte = 0 } = outline[index] ?? {};
    return {
      ...symbol,
      // An accessor, which a spread leaves behind.
      stableId: symbol.stableId,
      start: source.indexAt(symbol.startByte),
      end: source.indexAt(symbol.endByte),
      nameStart: source.indexAt(nameStartByte),
      nameEnd: source.indexAt(nameEndByte),
    };
  });
  return {
    path: entry.path,
    rules: links,
    symbols,
    links: outcome.value.links,
    partial: outcome.value.partial,
    ...placing(source, bytes),
  };
}

function linkQueryOf({ query, also }: LinkRules, grammar: string): string {
  return `${query}\n(ERROR) @error\n${also?.[grammar] ?? ""}`;
}

function placing(source: SourceText, bytes: Uint8Array): Pick<LinkedFile, "place" | "indexOf"> {
  const lines = new LineIndex(bytes);
  return {
    place: ({ start, end }) => {
      const from = lines.position(source.byteAt(start));
      const to = lines.position(source.byteAt(end));
      return {
        line: from.line,
        column: from.column,
        endLine: to.line,
        endColumn: to.column,
      };
    },
    indexOf: (position) =>
      position.line > lines.count ? undefined : source.indexAt(lines.offset(position)),
  };
}
