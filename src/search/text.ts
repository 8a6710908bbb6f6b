/**
 * Text search: every occurrence of a pattern in the files a scope selects.
 *
 * The snapshot chooses the candidates, their bytes are read as they are now. All occurrences are counted; rows are
 * made for the wanted slice only. Order: path, line, column.
 * @module
 */
import { LineIndex } from "../contract/lines.ts";
import type { FileEntry, Snapshot } from "../snapshot/snapshot.ts";
import { readCandidate } from "./candidate.ts";
import { CoverageNotes } from "./coverage.ts";
import { excerptOf } from "./excerpt.ts";
import { type ByteRange, compilePattern, type Pattern } from "./pattern.ts";
import type { TextRequest, TextResult, TextRow } from "./requests.ts";
import { compileScope, missedBy, type Scope } from "./scope.ts";
import { classifier } from "./classifier.ts";
import type { Budget, LiveFile, SearchWorld } from "./world.ts";

/** Occurrences after which other requests may get their turn. */
const BREATH = 1_000;
/** Patterns whose matches stay counted in a file. */
const MAX_NOTED = 4;

/**
 * Searches the text of a repository.
 *
 * @throws {ToolError} invalid_params for the pattern or the scope; unavailable for a regular expression without
 * the linear engine; timeout, cancelled
 */
export async function searchText(world: SearchWorld, request: TextRequest): Promise<TextResult> {
  const pattern = compilePattern(request);
  const scope = compileScope(request.scope, classifier(world.outliner));
  const notes = new CoverageNotes();
  for (const skipped of missedBy(scope, world.snapshot)) notes.skip(skipped);
  const page = new Page(request);
  for (const entry of selectedCandidates(world.snapshot, pattern, scope)) {
    await world.budget.breathe();
    const candidate = readCandidate(entry, world.live, notes);
    if (candidate === undefined) continue;
    if (await page.add(candidate.file, pattern, world.budget)) notes.proves(candidate.file);
  }
  const { snapshot } = world;
  return {
    ...page.result(),
    coverage: notes.coverage(countSelected(snapshot, scope), snapshot.fingerprint),
  };
}

function* selectedCandidates(
  snapshot: Snapshot,
  pattern: Pattern,
  scope: Scope,
): Generator<FileEntry> {
  for (const index of snapshot.candidates(pattern.required)) {
    const entry = snapshot.files[index];
    if (entry !== undefined && !entry.binary && scope.selects(entry)) yield entry;
  }
}

function countSelected(snapshot: Snapshot, scope: Scope): number {
  let count = 0;
  for (const entry of snapshot.files) if (!entry.binary && scope.selects(entry)) count++;
  return count;
}

/** Counts occurrences and keeps the rows of one slice. */
class Page {
  readonly #request: TextRequest;
  readonly #key: string;
  readonly #perFile: number;
  readonly #rows: TextRow[] = [];
  #totalRows = 0;
  #totalMatches = 0;
  #capped = false;

  constructor(request: TextRequest) {
    this.#request = request;
    this.#key = keyOf(request);
    const { shape, maxCountPerFile } = request;
    const oneRow = shape === "first_per_file" || shape === "files";
    this.#perFile = oneRow ? 1 : maxCountPerFile ?? Infinity;
  }

  /** Adds the occurrences of one file; true if it gave a row of the slice. */
  async add(file: LiveFile, pattern: Pattern, budget: Budget): Promise<boolean> {
    const before = this.#rows.length;
    const noted = file.counts.get(this.#key);
    const count = this.#wantsRows(noted)
      ? await this.#addRows(file, pattern, budget)
      : noted ?? await countMatches(file.latin1, pattern, budget);
    note(file.counts, this.#key, count);
    this.#totalRows += Math.min(count, this.#perFile);
    this.#totalMatches += count;
    if (count > (this.#request.maxCountPerFile ?? Infinity)) this.#capped = true;
    return this.#rows.length > before;
  }

  async #addRows(file: LiveFile, pattern: Pattern, budget: Budget): Promise<number> {
    const { offset, limit } = this.#request.slice;
    const first = offset - this.#totalRows;
    const end = Math.min(first + limit, this.#perFile);
    const check = (): void => budget.check();
    let lines: LineIndex | undefined;
    let count = 0;
    for (const match of pattern.matches(file.latin1, check)) {
      if (match === undefined || count % BREATH === BREATH - 1) await budget.breathe();
      if (match === undefined) continue;
      if (count >= first && count < end) {
        lines ??= new LineIndex(file.bytes, check);
        this.#rows.push(rowOf(file, lines, match, this.#request));
      }
      count++;
    }
    return count;
  }

  result(): Omit<TextResult, "coverage"> {
    const { shape } = this.#request;
    const perOccurrence = shape === "rows" || shape === "count";
    return {
      rows: this.#rows,
      totalRows: this.#totalRows,
      totalMatches: this.#totalMatches,
      cappedPerFile: perOccurrence && this.#capped,
    };
  }

  /** Whether the next file may have rows of the slice; `count` are its matches, if that is known. */
  #wantsRows(count = Infinity): boolean {
    const { shape, slice } = this.#request;
    return shape !== "count" && this.#totalRows < slice.offset + slice.limit &&
      this.#totalRows + Math.min(count, this.#perFile) > slice.offset;
  }
}

/** What is counted stays true of the same bytes; the next page of a search counts on it. */
function note(counts: Map<string, number>, key: string, count: number): void {
  counts.delete(key);
  counts.set(key, count);
  for (const oldest of counts.keys()) {
    if (counts.size <= MAX_NOTED) break;
    counts.delete(oldest);
  }
}

function keyOf({ query, patternType, ignoreCase, word }: TextRequest): string {
  return JSON.stringify([query, patternType, ignoreCase, word]);
}

async function countMatches(latin1: string, pattern: Pattern, budget: Budget): Promise<number> {
  let count = 0;
  for (const part of pattern.counts(latin1, () => budget.check())) {
    count += part;
    await budget.breathe();
  }
  return count;
}

function rowOf(
  { path, bytes }: LiveFile,
  lines: LineIndex,
  match: ByteRange,
  { contextLines }: TextRequest,
): TextRow {
  const start = lines.position(match.start);
  // Never behind the line's end: the match does not hold it.
  const { line, column } = lines.position(match.end);
  return {
    path,
    ...start,
    endLine: line,
    endColumn: column,
    ...excerptOf(bytes, lines, match, contextLines),
  };
}
