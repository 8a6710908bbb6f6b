/**
 * Structural search: tree-sitter queries over the files in scope, each parsed as it is now.
 *
 * All rows are counted; those of the wanted slice are written out. Order: path, line, column, end.
 * @module
 */
import { invalidParams } from "../contract/errors.ts";
import { LineIndex } from "../contract/lines.ts";
import type { FileEntry } from "../snapshot/snapshot.ts";
import type { FileTree, Syntax, SyntaxGrammar } from "../snapshot/syntax.ts";
import { readCandidate } from "./candidate.ts";
import { classifier } from "./classifier.ts";
import { CoverageNotes } from "./coverage.ts";
import type { StructuralRequest, StructuralResult, StructuralRow } from "./requests.ts";
import { compileScope, missedBy, type Scope } from "./scope.ts";
import { type Compiled, type CompiledQuery, compileQuery } from "./structural/grammars.ts";
import { candidatesOf, structuralRow } from "./structural/match_rows.ts";
import type { LiveFile, SearchWorld } from "./world.ts";

/**
 * Time for a query in one file, without its parsing.
 *
 * All that was found until then is made into objects before a limit is noticed, so this is short; a file of the
 * largest size that is parsed needs about half of it for a query that matches every node once.
 */
const QUERY_BUDGET_MS = 2_000;
/** Matches between two looks at the budget. */
const BREATH = 1_000;

/**
 * Runs a query over a repository.
 *
 * @throws {ToolError} invalid_params for the query, its captures or the scope; timeout, cancelled
 */
export async function searchStructural(
  world: SearchWorld,
  syntax: Syntax,
  request: StructuralRequest,
): Promise<StructuralResult> {
  const scope = compileScope(request.scope, classifier(world.outliner));
  const selected = world.snapshot.files.filter((entry) => !entry.binary && scope.selects(entry));
  using compiled = await compileQuery(
    request.query,
    syntax,
    grammarsFor(selected, syntax, request),
  );
  checkPrimary(request, compiled);
  const notes = new CoverageNotes();
  // Files are there, but the query is one of other languages.
  if (compiled.forms.length === 0 && selected.length > 0) {
    notes.incomplete("backend_semantics_unsupported");
  }
  noteMissed(world, syntax, scope, compiled, notes);
  const search = new StructuralSearch(world, syntax, request, notes);
  for (const entry of selected) {
    const grammar = syntax.grammarOf(entry.path);
    const form = grammar && compiled.for(grammar);
    if (form !== undefined) await search.add(entry, form);
  }
  const languages = [...new Set(compiled.forms.map(({ grammar }) => grammar.language))].sort();
  return {
    ...search.result(),
    languages,
    coverage: notes.coverage(selected.length, world.snapshot.fingerprint),
  };
}

function grammarsFor(
  selected: readonly FileEntry[],
  syntax: Syntax,
  { scope: { language } }: StructuralRequest,
): { readonly inScope: SyntaxGrammar[]; readonly others: SyntaxGrammar[] } {
  const present = new Set(selected.map(({ path }) => syntax.grammarOf(path)?.name));
  const all = syntax.grammars(language);
  return {
    inScope: all.filter(({ name }) => present.has(name)),
    others: all.filter(({ name }) => !present.has(name)),
  };
}

function checkPrimary({ primaryCapture }: StructuralRequest, { forms }: CompiledQuery): void {
  const [form] = forms;
  if (primaryCapture === undefined || form === undefined) return;
  const { captureNames } = form.query;
  if (captureNames.includes(primaryCapture)) return;
  throw invalidParams(
    "primary_capture",
    `Cannot use "primary_capture": the query captures ${captureNames.join(", ")}`,
    { captures: [...captureNames] },
  );
}

/** Skipped files that the query might have found something in. */
function noteMissed(
  { snapshot }: SearchWorld,
  syntax: Syntax,
  scope: Scope,
  compiled: CompiledQuery,
  notes: CoverageNotes,
): void {
  if (compiled.forms.length === 0) return;
  for (const skipped of missedBy(scope, snapshot)) {
    const known = !skipped.folder && skipped.reason !== "file_limit";
    const grammar = known ? syntax.grammarOf(skipped.path) : undefined;
    if (!known || (grammar && compiled.for(grammar)) !== undefined) notes.skip(skipped);
  }
}

interface FileRows {
  readonly count: number;
  readonly captures: number;
  readonly matches: number;
  readonly rows: readonly StructuralRow[];
  readonly partial: boolean;
}

class StructuralSearch {
  readonly #world: SearchWorld;
  readonly #syntax: Syntax;
  readonly #request: StructuralRequest;
  readonly #notes: CoverageNotes;
  readonly #rows: StructuralRow[] = [];
  #totalRows = 0;
  #captureRows = 0;
  #matchRows = 0;
  #filesScanned = 0;
  #filesMatched = 0;

  constructor(
    world: SearchWorld,
    syntax: Syntax,
    request: StructuralRequest,
    notes: CoverageNotes,
  ) {
    this.#world = world;
    this.#syntax = syntax;
    this.#request = request;
    this.#notes = notes;
  }

  async add(entry: FileEntry, form: Compiled): Promise<void> {
    const { budget, live, maxFileBytes } = this.#world;
    await budget.breathe();
    const file = readCandidate(entry, live, this.#notes)?.file;
    if (file === undefined) return;
    if (file.bytes.length > maxFileBytes) {
      const { path, hidden } = entry;
      this.#notes.skip({ path, hidden, reason: "too_large", limit: maxFileBytes, folder: false });
      return;
    }
    const outcome = await this.#syntax.parse(
      file.bytes,
      form.grammar,
      (tree) => this.#read(file, tree, form),
    );
    if (outcome.timedOut) this.#notes.incomplete("diagnostic_coverage");
    else this.#take(file, outcome.value);
  }

  result(): Omit<StructuralResult, "coverage" | "languages"> {
    return {
      rows: this.#rows,
      totalRows: this.#totalRows,
      filesScanned: this.#filesScanned,
      filesMatched: this.#filesMatched,
      captureRows: this.#captureRows,
      matchRows: this.#matchRows,
    };
  }

  /** Has no effects: a file whose time runs out gives nothing. */
  #read(file: LiveFile, tree: FileTree, { query, passes, grammar }: Compiled): FileRows {
    const { text } = tree.source;
    let seen = 0;
    const matches = tree.matches(query, QUERY_BUDGET_MS).filter((match) => {
      if (++seen % BREATH === 0) this.#world.budget.check();
      return passes(
        match,
        (wanted) =>
          match.captures.flatMap(({ name, node }) =>
            name === wanted ? [text.slice(node.startIndex, node.endIndex)] : []
          ),
      );
    });
    const candidates = candidatesOf(matches, this.#request);
    const { offset, limit } = this.#request.slice;
    const wanted = candidates.slice(
      Math.max(offset - this.#totalRows, 0),
      Math.max(offset + limit - this.#totalRows, 0),
    );
    const { path, bytes } = file;
    const lines = wanted.length === 0 ? undefined : new LineIndex(bytes);
    return {
      count: candidates.length,
      captures: matches.reduce((sum, { captures }) => sum + captures.length, 0),
      matches: matches.length,
      rows: lines === undefined ? [] : wanted.map((candidate) => {
        const parsed = { path, bytes, lines, source: tree.source, language: grammar.language };
        return structuralRow(parsed, candidate, this.#request);
      }),
      partial: tree.partial,
    };
  }

  #take(file: LiveFile, { count, captures, matches, rows, partial }: FileRows): void {
    this.#filesScanned++;
    if (count > 0) this.#filesMatched++;
    this.#totalRows += count;
    this.#captureRows += captures;
    this.#matchRows += matches;
    this.#rows.push(...rows);
    if (rows.length > 0) this.#notes.proves(file);
    if (partial) this.#notes.incomplete("diagnostic_coverage");
  }
}
