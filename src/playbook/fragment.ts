/**
 * The beginning of a source text, short enough for a sentence.
 * @module
 */

/** Characters of a fragment (contract.md §9). */
const MAX_FRAGMENT_CHARS = 120;

/** The text without surrounding space, cut at 120 characters with `...` behind. */
export function cutFragment(text: string): string {
  const characters = [...text.trim()];
  return characters.length <= MAX_FRAGMENT_CHARS
    ? characters.join("")
    : `${characters.slice(0, MAX_FRAGMENT_CHARS).join("")}...`;
}

/** The first line that is not blank, cut likewise; "" if there is none. */
export function firstWords(text: string): string {
  return cutFragment(text.split(/\r\n|\n|\r/).find((line) => line.trim() !== "") ?? "");
}
