/**
 * Turns the text of an ignore file into patterns that mean to the `ignore` library what the lines
 * mean to git.
 *
 * The library differs in three rare forms, found by comparing generated trees; each is written here
 * as other patterns. All that is not mentioned here is passed on as it is.
 * @module
 */

/** A pattern with slashes, without `!`, leading `/` and trailing `/`. */
type Body = string;

/**
 * Lists a text's patterns, in order.
 *
 * A byte order mark, one CR before each LF and all that follows a NUL in a line are not part of it.
 */
export function ignorePatterns(text: string): string[] {
  return text.replace(/^\uFEFF/, "").split("\n").flatMap((line) => {
    const [visible = ""] = line.replace(/\r$/, "").split("\0", 1);
    if (visible === "" || visible.startsWith("#")) return [];
    return asGitReads(toByteString(visible)).map(keepingCarriageReturn);
  });
}

/** The library takes a CR off the end of each pattern, where git takes one off each line. */
function keepingCarriageReturn(pattern: string): string {
  return pattern.endsWith("\r") ? `${pattern}\r` : pattern;
}

/** A pattern that matches one folder and nothing else; `folder` is a byte string. */
export function folderPattern(folder: string): string {
  return `/${folder.replace(/[\\*?[\]]/g, "\\$&")}/`;
}

/**
 * Spells a text's UTF-8 bytes as one character each, U+0000 to U+00FF.
 *
 * Git's `?` and `[…]` match one byte, the library's one UTF-16 unit; so both sides are given as bytes.
 */
export function toByteString(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text;
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
}

function asGitReads(line: string): string[] {
  if (!/\*\*|\\\//.test(line)) return [line];
  const [, sign = "", rest = ""] = /^(!?)(.*)$/s.exec(withoutTrailingSpaces(line)) ?? [];
  const end = rest.endsWith("/") ? "/" : "";
  const body = rest.slice(0, rest.length - end.length);
  // Without a slash only names are compared; there the library agrees.
  if (!body.includes("/")) return [line];
  return rewrite(body.replace(/^\//, "")).map((pattern) => `${sign}/${pattern}${end}`);
}

function withoutTrailingSpaces(line: string): string {
  return line.replace(/(?<!\\)((?:\\\\)*) +$/, "$1");
}

function rewrite(body: Body): Body[] {
  // A path never begins with a slash, and a lone backslash at the end escapes nothing.
  if (body.startsWith("\\/") || /(?<!\\)(?:\\\\)*\\$/.test(body)) return [];
  // Unlike `**/`, `**\/` does not stand for no folder at all.
  const plain = body.replace(/(?<=^[^*?[\\]*|\/)\*{2,}\\\//g, "*/**/")
    .replace(/\\(.)/gs, (pair, escaped: string) => (escaped === "/" ? "/" : pair));
  const [, literal = "", rest] = /^([^*?[\\]*[^*?[\\/])\*{2,}(?:\/(.*))?$/s.exec(plain) ?? [];
  return literal === "" ? [plain] : afterLiteral(literal, rest);
}

// Git compares the literal beginning of a pattern by itself and then forgets it, so `**` behind it
// counts as a whole component: `/a**` also matches `ab/c`, and `a**/c` also `ac`.
function afterLiteral(literal: string, rest: string | undefined): Body[] {
  if (rest === undefined) return [`${literal}*`, `${literal}*/**`];
  const [, next] = /^\*{2,}(?:\/(.*))?$/s.exec(rest) ?? [];
  const direct = /^\*{2,}(?:\/|$)/.test(rest) ? afterLiteral(literal, next) : [literal + rest];
  return [...direct, `${literal}*/**/${rest}`];
}
