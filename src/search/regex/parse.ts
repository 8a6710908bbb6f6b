/**
 * Reads the contract's regex dialect (contract.md §1.9). The only importer of the parser library.
 *
 * The library parses ECMAScript; what the dialect lacks is refused here, what it defines otherwise (`\s`, `.`, case)
 * is given its own meaning.
 * @module
 */
import { type AST, RegExpParser, RegExpSyntaxError } from "@eslint-community/regexpp";
import {
  type CodePoints,
  complement,
  CR,
  DIGITS,
  IN_LINE,
  includes,
  LF,
  SPACE,
  union,
  WORD,
} from "./code_points.ts";
import { foldCase } from "./fold.ts";
import { isNullable, type Node, type SetNode, weightOf } from "./node.ts";
import { regexError, type RegexErrorCode } from "./regex_error.ts";
import { screen } from "./screen.ts";

const MAX_ALTERNATIONS = 32;
const MAX_GROUPS = 32;
const MAX_QUANTIFIERS = 64;
/** Sets after counted repetitions are written out: the linear engine's time is text times this. */
const MAX_WEIGHT = 1024;

/** A pattern and the parameter that holds it. */
export interface PatternText {
  readonly pattern: string;
  readonly field: string;
  readonly ignoreCase: boolean;
  /** A test of a text may be passed by nothing at all; a search for it may not. */
  readonly mayBeEmpty?: boolean;
}

/**
 * Parses and translates a pattern.
 *
 * @throws {ToolError} invalid_params with `regex_error_code`
 */
export function parsePattern(
  { pattern, field, ignoreCase, mayBeEmpty = false }: PatternText,
): Node {
  const screened = screen(pattern, field);
  const refuse: Refuse = (code, message) => regexError(field, code, message);
  const tree = parseTree(screened.source, refuse);
  const fold = ignoreCase || screened.ignoreCase;
  const node = new Translation(fold, refuse).choice(tree.alternatives);
  if (!mayBeEmpty && isNullable(node)) {
    throw refuse("regex_empty_pattern", `"${field}" matches the empty string: ask for some text`);
  }
  if (weightOf(node) > MAX_WEIGHT) {
    throw refuse("regex_unsupported_construct", `"${field}" repeats too much: lower its counts`);
  }
  return node;
}

type Refuse = (code: RegexErrorCode, message: string) => Error;

function parseTree(source: string, refuse: Refuse): AST.Pattern {
  try {
    const parser = new RegExpParser({ ecmaVersion: 2025 });
    return parser.parsePattern(source, 0, source.length, { unicode: true });
  } catch (error) {
    if (!(error instanceof RegExpSyntaxError)) throw error;
    const reason = error.message.replace(/^.*\/u: /s, "");
    throw refuse("regex_invalid_pattern", `The pattern cannot be read: ${reason}`);
  }
}

/** One pass over a syntax tree, counting what the contract bounds. */
class Translation {
  readonly #fold: boolean;
  readonly #refuse: Refuse;
  #alternations = 0;
  #groups = 0;
  #quantifiers = 0;

  constructor(fold: boolean, refuse: Refuse) {
    this.#fold = fold;
    this.#refuse = refuse;
  }

  choice(alternatives: readonly AST.Alternative[]): Node {
    this.#alternations += alternatives.length - 1;
    if (this.#alternations > MAX_ALTERNATIONS) {
      throw this.#refuse(
        "regex_too_many_alternations",
        `More than ${MAX_ALTERNATIONS} alternations`,
      );
    }
    const branches = alternatives.map(({ elements }): Node => ({
      kind: "sequence",
      parts: elements.map((element) => this.#element(element)),
    }));
    const [only] = branches;
    return branches.length === 1 && only !== undefined ? only : { kind: "choice", branches };
  }

  #element(element: AST.Element): Node {
    switch (element.type) {
      case "Character":
        return this.#class([element], false);
      case "CharacterSet":
        if (element.kind === "any") return { kind: "set", points: IN_LINE, malformed: true };
        return this.#shorthand(element);
      case "CharacterClass":
        if (element.unicodeSets) throw this.#unsupported("set operations in classes");
        return this.#class(element.elements, element.negate);
      case "Group":
        if (element.modifiers !== null) throw this.#unsupported("inline flags");
        return this.#group(element.alternatives);
      case "CapturingGroup":
        return this.#group(element.alternatives);
      case "Quantifier":
        return this.#quantifier(element);
      case "Assertion":
        return this.#assertion(element);
      case "Backreference":
        throw this.#unsupported("back-references");
      case "ExpressionCharacterClass":
        throw this.#unsupported("set operations in classes");
    }
  }

  #group(alternatives: readonly AST.Alternative[]): Node {
    this.#groups++;
    if (this.#groups > MAX_GROUPS) {
      throw this.#refuse("regex_too_many_groups", `More than ${MAX_GROUPS} groups`);
    }
    return this.choice(alternatives);
  }

  #quantifier({ element, min, max, greedy }: AST.Quantifier): Node {
    this.#quantifiers++;
    if (this.#quantifiers > MAX_QUANTIFIERS) {
      throw this.#refuse("regex_too_many_quantifiers", `More than ${MAX_QUANTIFIERS} quantifiers`);
    }
    return { kind: "repeat", body: this.#element(element), min, max, lazy: !greedy };
  }

  #assertion(assertion: AST.Assertion): Node {
    switch (assertion.kind) {
      case "start":
        return { kind: "edge", edge: "line_start" };
      case "end":
        return { kind: "edge", edge: "line_end" };
      case "word":
        return { kind: "edge", edge: assertion.negate ? "inside" : "word" };
      default:
        throw this.#unsupported("look-around");
    }
  }

  #class(elements: readonly AST.ClassRangesCharacterClassElement[], negate: boolean): SetNode {
    if (elements.length === 0 && !negate) {
      throw this.#refuse("regex_invalid_pattern", "An empty class matches nothing");
    }
    const sets = elements.map((element) => this.#member(element, negate));
    const points = union(sets.flatMap(({ points }) => points));
    const malformed = sets.some((set) => set.malformed);
    return negate
      ? { kind: "set", points: complement(points), malformed: !malformed }
      : { kind: "set", points, malformed };
  }

  #member(element: AST.ClassRangesCharacterClassElement, negated: boolean): SetNode {
    switch (element.type) {
      case "Character":
        return this.#range(element.value, element.value, negated);
      case "CharacterClassRange":
        return this.#range(element.min.value, element.max.value, negated);
      case "CharacterSet":
        return this.#shorthand(element);
    }
  }

  /** Line ends may be named in a negated class only: there they exclude what no class matches anyway. */
  #range(low: number, high: number, negated: boolean): SetNode {
    const points: CodePoints = [[low, high]];
    if (!negated && (includes(points, LF) || includes(points, CR))) {
      throw this.#refuse(
        "regex_unsupported_construct",
        "Matching is per line: a pattern cannot match a line end",
      );
    }
    return { kind: "set", points: this.#fold ? foldCase(points) : points, malformed: false };
  }

  #shorthand(set: Exclude<AST.CharacterSet, AST.AnyCharacterSet>): SetNode {
    if (set.kind === "property") throw this.#unsupported("Unicode properties: write a class");
    const points = { digit: DIGITS, space: SPACE, word: WORD }[set.kind];
    return set.negate
      ? { kind: "set", points: complement(points), malformed: true }
      : { kind: "set", points, malformed: false };
  }

  #unsupported(what: string): Error {
    return this.#refuse("regex_unsupported_construct", `The regex dialect does not have ${what}`);
  }
}
