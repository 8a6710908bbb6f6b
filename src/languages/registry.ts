/**
 * All languages, in the order in which they are shown.
 *
 * A path's language is decided by its name alone; a longer extension wins over a shorter one (`a.blade.php` is Blade).
 * @module
 */
import { go } from "./go.ts";
import { java } from "./java.ts";
import { javascript } from "./javascript.ts";
import { knownLanguages } from "./known.ts";
import type { Grammar, Language, SymbolRules } from "./language.ts";
import { php } from "./php.ts";
import { python } from "./python.ts";
import { rust } from "./rust.ts";
import { typescriptTsx } from "./typescript_tsx.ts";

export const LANGUAGES: readonly Language[] = [
  typescriptTsx,
  javascript,
  python,
  go,
  rust,
  java,
  php,
  ...knownLanguages,
];

/** A language whose symbols are extracted. */
export type ExtractableLanguage = Language & { readonly symbols: SymbolRules };

const BY_EXTENSION: ReadonlyMap<string, Language> = new Map(
  LANGUAGES.flatMap((language) => language.extensions.map((extension) => [extension, language])),
);

const BY_NAME: ReadonlyMap<string, Language> = new Map(
  LANGUAGES.flatMap((language) =>
    [language.id, ...language.aliases].map((name) => [name, language])
  ),
);

/** Whether the symbols of a language are extracted. */
export function isExtractable(language: Language): language is ExtractableLanguage {
  return language.symbols !== undefined;
}

/** The language of a path, or `undefined` if its extension is nobody's. Letter case of the extension is ignored. */
export function languageOf(path: string): Language | undefined {
  return extensionsOf(path).map((extension) => BY_EXTENSION.get(extension)).find((found) =>
    found !== undefined
  );
}

/** The language with this id or alias, in any letter case. */
export function languageByName(name: string): Language | undefined {
  return BY_NAME.get(name.toLowerCase());
}

/** Every id and alias, each once, in registry order. */
export function supportedLanguageNames(): string[] {
  return [...BY_NAME.keys()];
}

/** The languages whose symbols are extracted. */
export function extractableLanguages(): ExtractableLanguage[] {
  return LANGUAGES.filter(isExtractable);
}

/** The grammar that reads a path of this language. */
export function grammarOf(language: ExtractableLanguage, path: string): Grammar {
  const extensions = extensionsOf(path);
  const found = language.symbols.grammars.find((grammar) =>
    grammar.extensions.some((extension) => extensions.includes(extension))
  );
  if (found === undefined) {
    throw new RangeError(`Cannot find a "${language.id}" grammar for "${path}"`);
  }
  return found;
}

/** Everything behind a dot of the file name, longest first, lower case; a leading dot does not count. */
function extensionsOf(path: string): string[] {
  const parts = path.slice(path.lastIndexOf("/") + 1).slice(1).toLowerCase().split(".").slice(1);
  return parts.map((_, index) => parts.slice(index).join("."));
}
