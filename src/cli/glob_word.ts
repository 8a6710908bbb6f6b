/**
 * A glob on the command line, for shells that hand it over unexpanded.
 * @module
 */

export interface GlobPattern {
  /** The folder before the first wildcard; "" for the current one. */
  readonly folder: string;
  /** Matches paths relative to that folder, with `/`. */
  readonly pattern: RegExp;
}

/** Whether a word has wildcards. */
export function isGlob(word: string): boolean {
  return /[*?]/.test(word);
}

/**
 * `*` and `?` stay inside a folder, `**` crosses folders.
 *
 * @example
 * globPattern("docs/*.yaml") // { folder: "docs", pattern: /^[^/]*\.yaml$/ }
 */
export function globPattern(word: string): GlobPattern {
  const parts = word.split("/");
  const first = parts.findIndex(isGlob);
  const source = parts.slice(first).map((part, index, all) =>
    part === "**" ? "(?:[^/]+/)*" : partSource(part) + (index < all.length - 1 ? "/" : "")
  );
  // A root alone would vanish in a join.
  const folder = first === 1 && parts[0] === "" ? "/" : parts.slice(0, first).join("/");
  return { folder, pattern: new RegExp(`^${source.join("")}$`) };
}

function partSource(part: string): string {
  return part.replace(/[\\^$.|+()[\]{}]/g, "\\$&").replace(/\*+/g, "[^/]*").replaceAll("?", "[^/]");
}
