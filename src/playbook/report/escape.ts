/**
 * Text of repositories made harmless: nothing in it may run, end its element, or turn the reading direction.
 * @module
 */

/** Control and direction characters spelled out; line ends and tabs stay, lone surrogates become U+FFFD. */
export function visibleText(text: string): string {
  return text.toWellFormed().replace(
    /(?![\t\n\r])[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu,
    spelledOut,
  );
}

/** The same for what has to stay in one line, such as a path: line ends and tabs are spelled out as well. */
export function visibleName(text: string): string {
  return visibleText(text).replace(/[\t\n\r]/g, spelledOut);
}

/** Only what would move a terminal's cursor or colour it spelled out: in a person's text directions are their own. */
export function withoutControls(text: string): string {
  return text.replace(/(?![\t\n\r])\p{Cc}/gu, spelledOut);
}

function spelledOut(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** For the text of an element and for an attribute in quotes, in HTML and in XML. */
export function markupText(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

/** The same where line ends may not be lost: a parser of XML turns them into spaces inside an attribute. */
export function attributeText(text: string): string {
  return markupText(text).replace(
    /[\t\n\r]/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );
}
