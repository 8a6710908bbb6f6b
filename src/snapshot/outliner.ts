/**
 * Symbols of files as they are on disk now, in the form in which a snapshot has them.
 * @module
 */
import {
  type ExtractableLanguage,
  extractableLanguages,
  isExtractable,
  languageOf,
} from "../languages/registry.ts";
import { outlineOf, type OutlineSymbol } from "./outline.ts";
import type { SourceParser } from "./parser.ts";
import type { FileEntry, SymbolEntry } from "./snapshot.ts";
import { SymbolWriter } from "./symbol_writer.ts";
import { symbolRows, SymbolTable } from "./symbols.ts";

/** What a file's name says about its symbols. */
export interface LanguageFacts {
  readonly id: string;
  /** Files of the language are part of the symbol corpus. */
  readonly searched: boolean;
  /** Files of the language have an outline. */
  readonly outlined: boolean;
}

export interface OutlinedFile {
  readonly symbols: readonly SymbolEntry[];
  readonly state: "whole" | "partial" | "timed_out";
}

/** By the path's name alone; undefined for no known language. */
export function languageFacts(path: string): LanguageFacts | undefined {
  const language = languageOf(path);
  if (language === undefined) return undefined;
  const outlined = isExtractable(language);
  return { id: language.id, outlined, searched: outlined && language.class !== "outline_only" };
}

/** Extensions of all languages with outlines, without the dot, sorted. */
export function outlinedExtensions(): string[] {
  return extractableLanguages().flatMap(({ extensions }) => extensions).sort();
}

/**
 * Symbols of one file, whose language must have outlines.
 *
 * @throws {DOMException} `AbortError` if cancelled
 */
export async function outlineFile(
  file: FileEntry,
  bytes: Uint8Array,
  parser: SourceParser,
  isCancelled: () => boolean,
): Promise<OutlinedFile> {
  const language = outlinedLanguage(file.path);
  const outline = await outlineOf({ path: file.path, bytes, language }, parser, { isCancelled });
  const state = outline.timedOut ? "timed_out" : outline.partial ? "partial" : "whole";
  return { symbols: symbolEntries(file, bytes, outline.symbols), state };
}

/** The symbols of one file as a snapshot of this file alone would have them. */
export function symbolEntries(
  file: FileEntry,
  bytes: Uint8Array,
  symbols: readonly OutlineSymbol[],
): SymbolEntry[] {
  // Ids come from the table that gives them to a snapshot, so that both are the same.
  const writer = new SymbolWriter(undefined);
  writer.add(symbolRows(symbols, bytes));
  const table = new SymbolTable(writer.finish(), [file]);
  return Array.from({ length: table.count }, (_, index) => table.symbol(index));
}

function outlinedLanguage(path: string): ExtractableLanguage {
  const language = languageOf(path);
  if (language === undefined || !isExtractable(language)) {
    throw new RangeError(`Cannot find symbols of "${path}": its language has no outlines`);
  }
  return language;
}
