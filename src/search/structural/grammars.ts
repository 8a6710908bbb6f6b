/**
 * Which of the grammars in scope can serve a query: a node type that one of them lacks makes it a query of others.
 * @module
 */
import { type Query, QueryProblem } from "../../snapshot/parser.ts";
import type { Syntax, SyntaxGrammar } from "../../snapshot/syntax.ts";
import { compilePredicates, type Passes } from "./predicates.ts";
import { queryError } from "./query_error.ts";
import { readQuery } from "./query_text.ts";

/** More would fill the memory before a time limit ends them: each may match every node. */
const MAX_PATTERNS = 32;

/** A query in the form of one grammar. */
export interface Compiled {
  readonly grammar: SyntaxGrammar;
  readonly query: Query;
  readonly passes: Passes;
}

/** The forms of one query, by the names of their grammars; to be disposed of. */
export class CompiledQuery implements Disposable {
  readonly #forms = new Map<string, Compiled>();

  get forms(): readonly Compiled[] {
    return [...this.#forms.values()];
  }

  for(grammar: SyntaxGrammar): Compiled | undefined {
    return this.#forms.get(grammar.name);
  }

  add(compiled: Compiled | undefined): void {
    if (compiled !== undefined) this.#forms.set(compiled.grammar.name, compiled);
  }

  [Symbol.dispose](): void {
    for (const { query } of this.#forms.values()) query.delete();
    this.#forms.clear();
  }
}

/**
 * Compiles a query for those of the grammars that can serve it: none of them, if only `others` can.
 *
 * @throws {ToolError} invalid_params if no grammar of both lists can serve it
 */
export async function compileQuery(
  text: string,
  syntax: Syntax,
  { inScope, others }: {
    readonly inScope: readonly SyntaxGrammar[];
    readonly others: readonly SyntaxGrammar[];
  },
): Promise<CompiledQuery> {
  const read = readQuery(text);
  const problems: QueryProblem[] = [];
  const compile = async (grammar: SyntaxGrammar): Promise<Compiled | undefined> => {
    const query = await compileOr(problems, () => syntax.compile(read.source, grammar));
    if (query === undefined) return undefined;
    try {
      checkPatterns(text, query);
      return { grammar, query, passes: compilePredicates(text, read, query) };
    } catch (error) {
      query.delete();
      throw error;
    }
  };
  const compiled = new CompiledQuery();
  for (const grammar of inScope) compiled.add(await compile(grammar));
  if (compiled.forms.length > 0) return compiled;
  for (const grammar of others) {
    const other = await compile(grammar);
    other?.query.delete();
    if (other !== undefined) return compiled;
  }
  // The reading that came furthest is the one its writer meant.
  const [problem] = problems.toSorted((a, b) => b.index - a.index);
  if (problem === undefined) return compiled;
  throw queryError(text, problem.index, problem.message);
}

async function compileOr(
  problems: QueryProblem[],
  compile: () => Promise<Query>,
): Promise<Query | undefined> {
  try {
    return await compile();
  } catch (error) {
    if (!(error instanceof QueryProblem)) throw error;
    problems.push(error);
    return undefined;
  }
}

function checkPatterns(text: string, query: Query): void {
  const patterns = query.predicates.length;
  if (patterns > MAX_PATTERNS) {
    throw queryError(text, 0, `it has ${patterns} patterns, at most ${MAX_PATTERNS} are allowed`);
  }
  const idle = query.captureQuantifiers.findIndex((captures) => captures.every((count) => !count));
  if (idle >= 0 || patterns === 0) {
    const at = idle > 0 ? query.startIndexForPattern(idle) : 0;
    throw queryError(text, at, "a pattern captures nothing: write @match behind what is wanted");
  }
}
