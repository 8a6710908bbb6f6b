/**
 * Tests on paths: the contract's `path_regex` and globs, compiled to the same kind of program.
 *
 * A name may be stored with composed or decomposed letters. The pattern is composed, and a path passes if either the
 * stored name or its composed form does.
 * @module
 */
import { invalidParams } from "../contract/errors.ts";
import { globNode, literalFolder } from "./glob.ts";
import type { Node } from "./regex/node.ts";
import { parsePattern } from "./regex/parse.ts";
import { Program } from "./regex/program.ts";
import { latin1Of } from "./regex/text_form.ts";

/** Longer than any path: PATH_MAX. */
const MAX_GLOB_CHARS = 4096;

export interface PathPattern {
  matches(path: string): boolean;
  /**
   * What every matching path starts with; may be empty.
   *
   * For folders that could not be read: whether anything below them could match.
   */
  readonly prefix: string;
}

/**
 * A regular expression searched for anywhere in a path.
 *
 * @throws {ToolError} as `compilePattern()`, with the field `path_regex`
 */
export function pathRegex(pattern: string): PathPattern {
  const composed = pattern.normalize("NFC");
  const node = parsePattern({ pattern: composed, field: "path_regex", ignoreCase: false });
  const program = new Program(node, { word: false, multiline: false });
  program.validate("path_regex");
  return { matches: (path) => inEitherForm(path, tester(program)), prefix: anchoredPrefix(node) };
}

/** A glob; one without `/` is matched against the file name (contract.md §1.10). */
export function pathGlob(glob: string, field: string): PathPattern {
  if (glob === "" || glob.length > MAX_GLOB_CHARS) {
    throw invalidParams(field, `"${field}" must have 1 to ${MAX_GLOB_CHARS} characters`);
  }
  const composed = glob.normalize("NFC");
  const program = new Program(globNode(composed), { word: false, multiline: false });
  const test = tester(program);
  const anchored = composed.includes("/");
  return {
    matches: (path) => inEitherForm(anchored ? path : path.slice(path.lastIndexOf("/") + 1), test),
    prefix: anchored ? literalFolder(composed) : "",
  };
}

function tester(program: Program): (path: string) => boolean {
  return (path) => program.test(latin1Of(path));
}

function inEitherForm(path: string, test: (path: string) => boolean): boolean {
  if (test(path)) return true;
  const composed = path.normalize("NFC");
  return composed !== path && test(composed);
}

/** The literal text behind a leading `^`. */
function anchoredPrefix(node: Node): string {
  const parts = node.kind === "sequence" ? node.parts : [];
  const [first, ...rest] = parts;
  if (first?.kind !== "edge" || first.edge !== "line_start") return "";
  let prefix = "";
  for (const part of rest) {
    const point = onlyPoint(part);
    if (point === undefined) break;
    prefix += String.fromCodePoint(point);
  }
  return prefix;
}

function onlyPoint(node: Node): number | undefined {
  if (node.kind !== "set" || node.malformed || node.points.length !== 1) return undefined;
  const [[low, high] = [0, 1]] = node.points;
  return low === high ? low : undefined;
}
