/**
 * The predicates of a query as tests of a match.
 *
 * As everywhere with tree-sitter: a test of a capture that a match does not have passes, but for `#any-…` and for
 * `#match?` and `#any-of?`. Regular expressions are those of text search, edges being those of the node's text.
 * @module
 */
import type { Query, QueryMatch } from "../../snapshot/parser.ts";
import { compileTest } from "../pattern.ts";
import { queryError } from "./query_error.ts";
import { misplaced, type PredicateName, type QueryText, turned } from "./query_text.ts";

/** Texts of the nodes that a match captures under one name. */
export type TextsOf = (capture: string) => string[];
type Test = (texts: TextsOf) => boolean;

/** Whether a match passes the predicates of its pattern. */
export type Passes = (match: QueryMatch, texts: TextsOf) => boolean;

type Operand = Query["predicates"][number][number]["operands"][number];
interface Predicate {
  readonly name: PredicateName;
  readonly operands: readonly Operand[];
  readonly refuse: (why: string) => Error;
}

/** @throws {ToolError} invalid_params */
export function compilePredicates(text: string, read: QueryText, query: Query): Passes {
  const places = read.predicates.values();
  const tests = query.predicates.map((pattern, at) =>
    pattern.flatMap(({ operator, operands }): Test[] => {
      const place = places.next().value;
      const index = place?.index ?? 0;
      const refuse = (why: string): Error => queryError(text, index, why);
      if (place?.name !== turned(operator)) throw refuse("its predicates cannot be read");
      for (const operand of operands) {
        if (operand.type !== "capture") continue;
        const quantifier = query.captureQuantifiers[at]?.[query.captureNames.indexOf(operand.name)];
        if (!quantifier) throw refuse(misplaced(`#${place.name} of @${operand.name}`));
      }
      return testOf({ name: place.name, operands, refuse });
    })
  );
  // One that is left was understood by nobody.
  if (places.next().done !== true) throw queryError(text, 0, "its predicates cannot be read");
  return ({ patternIndex }, texts) => (tests[patternIndex] ?? []).every((test) => test(texts));
}

function testOf(predicate: Predicate): Test[] {
  switch (predicate.name) {
    case "set!":
      checkSet(predicate);
      return [];
    case "eq?":
    case "not-eq?":
    case "any-eq?":
    case "any-not-eq?":
      return [equalTest(predicate)];
    case "match?":
    case "not-match?":
    case "any-match?":
    case "any-not-match?":
      return [matchTest(predicate)];
    case "any-of?":
    case "not-any-of?":
      return [memberTest(predicate)];
  }
}

function checkSet({ operands, refuse }: Predicate): void {
  const fits = operands.length >= 1 && operands.length <= 2 &&
    operands.every(({ type }) => type === "string");
  if (!fits) throw refuse("#set! takes a name and at most one value");
}

/** The first operand, a capture, and the others. */
function captureAnd(
  { name, operands, refuse }: Predicate,
  count: number | undefined,
): { readonly capture: string; readonly others: readonly Operand[] } {
  const [first, ...others] = operands;
  if (first?.type !== "capture") throw refuse(`#${name} takes a capture first, such as @name`);
  if (count !== undefined && others.length !== count) {
    throw refuse(`#${name} takes ${count + 1} operands, got ${operands.length}`);
  }
  return { capture: first.name, others };
}

function equalTest(predicate: Predicate): Test {
  const { name } = predicate;
  const { capture, others: [other] } = captureAnd(predicate, 1);
  if (other === undefined) throw predicate.refuse(`#${name} takes 2 operands`);
  const positive = !name.includes("not-");
  const any = name.startsWith("any-");
  return (texts) => {
    const wanted = new Set(other.type === "capture" ? texts(other.name) : [other.value]);
    const holds = (text: string): boolean =>
      positive ? wanted.has(text) : wanted.size > 1 || (wanted.size === 1 && !wanted.has(text));
    return any ? texts(capture).some(holds) : texts(capture).every(holds);
  };
}

function matchTest(predicate: Predicate): Test {
  const { name, refuse } = predicate;
  const { capture, others: [pattern] } = captureAnd(predicate, 1);
  if (pattern?.type !== "string") throw refuse(`#${name} takes a pattern in quotes`);
  const occurs = compileTest(pattern.value, "query");
  const positive = !name.includes("not-");
  const any = name.startsWith("any-");
  return (texts) => {
    const tested = texts(capture);
    if (tested.length === 0) return !positive;
    const holds = (text: string): boolean => occurs(text) === positive;
    return any ? tested.some(holds) : tested.every(holds);
  };
}

function memberTest(predicate: Predicate): Test {
  const { name, refuse } = predicate;
  const { capture, others } = captureAnd(predicate, undefined);
  const values = others.map((other) => {
    if (other.type !== "string") throw refuse(`#${name} takes texts in quotes behind its capture`);
    return other.value;
  });
  if (values.length === 0) throw refuse(`#${name} takes at least one text behind its capture`);
  const positive = name === "any-of?";
  return (texts) => {
    const tested = texts(capture);
    if (tested.length === 0) return !positive;
    return tested.every((text) => values.includes(text)) === positive;
  };
}
