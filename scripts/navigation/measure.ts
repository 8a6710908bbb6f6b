/**
 * Puts the same questions to frigg and to an oracle and counts what agrees.
 * @module
 */
import { FileView } from "../../src/search/navigation/file_view.ts";
import type { NavigationRow } from "../../src/search/navigation/requests.ts";
import type { NavigationAsker } from "../../test/search/navigation/asker.ts";
import { type Oracle, type Spot, spotKey } from "./oracle.ts";

/**
 * Rows that are right, rows in all, and truths in all and found.
 *
 * Where an oracle knows nothing about a place, such as a member of something without a type, a row is not judged.
 */
export interface Score {
  unjudged: number;
  right: number;
  rows: number;
  found: number;
  truths: number;
}

export interface Scores {
  readonly definitions: Score;
  /** Of all symbols but properties. */
  readonly references: Score;
  /** References of properties. */
  readonly properties: Score;
  readonly incomingCalls: Score;
  readonly byPrecision: ReadonlyMap<string, { readonly right: number; readonly rows: number }>;
  /** Milliseconds of all questions to frigg. */
  readonly ms: number;
  readonly questions: number;
}

export interface Plan {
  readonly paths: readonly string[];
  readonly samples: number;
  readonly showMisses: boolean;
}

interface Sample {
  readonly view: FileView;
  /** Index in the text. */
  readonly at: number;
  readonly name: string;
}

export async function measure(asker: NavigationAsker, oracle: Oracle, plan: Plan): Promise<Scores> {
  const bench = new Bench(asker, oracle, plan.showMisses);
  const { tokens, symbols } = await samplesOf(asker, plan);
  for (const sample of tokens) await bench.definition(sample);
  for (const sample of symbols) await bench.references(sample);
  for (const sample of symbols) await bench.incomingCalls(sample);
  return bench.scores;
}

export function printScores(title: string, scores: Scores): void {
  print(`${title}, ${Math.round(scores.ms / scores.questions)} ms a question`);
  for (const name of ["definitions", "references", "properties", "incomingCalls"] as const) {
    const { right, rows, found, truths, unjudged } = scores[name];
    const share = (part: number, of: number): string => (of === 0 ? "–" : (part / of).toFixed(3));
    print(
      `  ${name.padEnd(14)} precision ${share(right, rows)} (${right}/${rows})  ` +
        `recall ${share(found, truths)} (${found}/${truths})` +
        (unjudged === 0 ? "" : `  not judged ${unjudged}`),
    );
  }
  for (const [key, { right, rows }] of [...scores.byPrecision].sort()) {
    print(`    ${key.padEnd(28)} ${right}/${rows}`);
  }
}

class Bench {
  readonly #asker: NavigationAsker;
  readonly #oracle: Oracle;
  readonly #showMisses: boolean;
  readonly byPrecision = new Map<string, { right: number; rows: number }>();
  #ms = 0;
  #questions = 0;
  readonly #definitions = empty();
  readonly #references = empty();
  readonly #properties = empty();
  readonly #incomingCalls = empty();

  constructor(asker: NavigationAsker, oracle: Oracle, showMisses: boolean) {
    this.#asker = asker;
    this.#oracle = oracle;
    this.#showMisses = showMisses;
  }

  get scores(): Scores {
    return {
      definitions: this.#definitions,
      references: this.#references,
      properties: this.#properties,
      incomingCalls: this.#incomingCalls,
      byPrecision: this.byPrecision,
      ms: this.#ms,
      questions: this.#questions,
    };
  }

  /** A truth is a question whose answer lies in the folder; it is found if one row is right. */
  async definition(sample: Sample): Promise<void> {
    const told = await this.#oracle.definitions(this.#spotOf(sample));
    if (told === undefined) return;
    // Of what is imported from a package that is not installed, an oracle knows no more than the import.
    const truth = told.filter((spot) => !isImport(sample.view, spot));
    if (told.length > 0 && truth.length === 0) return;
    const { line, column } = sample.view.linked.place({ start: sample.at, end: sample.at });
    const subject = { kind: "location", path: sample.view.path, line, column } as const;
    const rows = await this.#time(() => this.#asker.ask("definition", subject));
    const right = rows.filter((row) => truth.some((spot) => this.#holds(row, spot)));
    this.#definitions.rows += rows.length;
    this.#definitions.right += right.length;
    this.#definitions.truths += Number(truth.length > 0);
    this.#definitions.found += Number(right.length > 0);
    const wrong = rows.filter((row) => !right.includes(row)).map((row) =>
      `${row.path}:${row.line}:${row.column} ${row.symbol} ${row.precision}`
    );
    const missed = right.length > 0 ? [] : truth.map(spotKey);
    this.#weigh("definition", rows, (row) => right.includes(row));
    this.#tell("definition", sample, wrong, missed);
  }

  async references(sample: Sample): Promise<void> {
    const truth = await this.#oracle.references(this.#spotOf(sample));
    const rows = await this.#bySymbol("references", sample);
    const found = rows.map((row) => ({ ...this.#keyOf(row), row }));
    const kind = sample.view.symbol(sample.view.symbolNamedAt(sample.at) ?? 0).kind;
    const score = kind === "property" ? this.#properties : this.#references;
    await this.#count(
      kind === "property" ? "properties" : "references",
      score,
      sample,
      truth,
      found,
    );
  }

  async incomingCalls(sample: Sample): Promise<void> {
    const kind = sample.view.symbol(sample.view.symbolNamedAt(sample.at) ?? 0).kind;
    if (kind !== "function" && kind !== "method" && kind !== "class") return;
    // That who calls a class calls its constructor, Pyright does not say.
    if (sample.name === "__init__") return;
    const truth = await this.#oracle.incomingCalls(this.#spotOf(sample));
    const rows = await this.#bySymbol("callers", sample);
    const found = rows.flatMap((row) =>
      row.call === undefined ? [] : [{ ...this.#keyOf({ ...row, ...row.call.site }), row }]
    );
    await this.#count("incoming", this.#incomingCalls, sample, truth, found);
  }

  async #count(
    what: string,
    score: Score,
    sample: Sample,
    truth: readonly Spot[],
    all: readonly { readonly key: string; readonly spot: Spot; readonly row: NavigationRow }[],
  ): Promise<void> {
    const own = spotKey(this.#spotOf(sample));
    const truths = new Set(truth.map(spotKey));
    truths.delete(own);
    const found: typeof all[number][] = [];
    for (const each of all) {
      const judged = truths.has(each.key) ||
        ((await this.#oracle.definitions(each.spot)) !== undefined);
      if (judged) found.push(each);
      else score.unjudged++;
    }
    const keys = new Set(found.map(({ key }) => key));
    score.truths += truths.size;
    score.rows += keys.size;
    const right = [...keys].filter((key) => truths.has(key)).length;
    score.right += right;
    score.found += right;
    const good = new Set(found.filter(({ key }) => truths.has(key)).map(({ row }) => row));
    this.#weigh(what, found.map(({ row }) => row), (row) => good.has(row));
    const wrong = found.filter(({ key }) => !truths.has(key)).map(({ key, row }) =>
      `${key} ${row.precision}`
    );
    this.#tell(what, sample, wrong, [...truths].filter((key) => !keys.has(key)));
  }

  /** Counts how much rows of each certainty are worth. */
  #weigh(
    what: string,
    rows: readonly NavigationRow[],
    isRight: (row: NavigationRow) => boolean,
  ): void {
    for (const row of rows) {
      const key = `${what} ${row.precision}`;
      const count = this.byPrecision.get(key) ?? { right: 0, rows: 0 };
      count.rows++;
      if (isRight(row)) count.right++;
      this.byPrecision.set(key, count);
    }
  }

  async #bySymbol(
    question: "references" | "callers",
    { view, at }: Sample,
  ): Promise<readonly NavigationRow[]> {
    const index = view.symbolNamedAt(at) ?? 0;
    const { stableId } = view.symbol(index);
    const subject = { kind: "symbol", path: view.path, stableSymbolId: stableId } as const;
    return await this.#time(() => this.#asker.ask(question, subject));
  }

  async #time(
    ask: () => Promise<{ readonly rows: readonly NavigationRow[] }>,
  ): Promise<readonly NavigationRow[]> {
    const start = performance.now();
    const { rows } = await ask();
    this.#ms += performance.now() - start;
    this.#questions++;
    return rows;
  }

  /** Whether a row is of the thing whose name stands at a spot. */
  #holds(row: NavigationRow, { path, line, column }: Spot): boolean {
    const isModule = row.kind === "module" && line === 0 && column === 0;
    if (row.kind === "module" && /\* as |^import /.test(lineOf(this.#asker, path, line))) {
      return true;
    }
    if (row.path !== path) return false;
    if (isModule) return true;
    const whole = lineOf(this.#asker, path, line);
    const text = whole.slice(column);
    // The oracle shows an alias of a module where frigg shows the module, and values of members for members.
    if (row.line === line + 1 && whole.slice(0, column).includes(row.symbol)) return true;
    const named = text.startsWith(row.symbol) || /^(constructor|default|export)/.test(text) ||
      text.slice(1).startsWith(row.symbol);
    if (!named) return false;
    if (row.line <= line + 1 && line + 1 <= row.endLine) return true;
    // The oracle may choose one of several overloads where frigg shows the one that has a body.
    return this.#isOverload(row, { path, line, column });
  }

  #isOverload({ path, symbol, signature }: NavigationRow, { line }: Spot): boolean {
    const { snapshot } = this.#asker;
    const { start, end } = snapshot.symbolsOf(snapshot.findFile(path) ?? 0);
    for (let index = start; index < end; index++) {
      const other = snapshot.symbol(index);
      if (other.name === symbol && other.signature === signature && other.line === line + 1) {
        return true;
      }
    }
    return false;
  }

  #keyOf(row: { readonly path: string; readonly line: number; readonly column: number }): {
    readonly key: string;
    readonly spot: Spot;
  } {
    const text = lineOf(this.#asker, row.path, row.line - 1);
    const bytes = new TextEncoder().encode(text).subarray(0, row.column - 1);
    const column = new TextDecoder().decode(bytes).length;
    const spot = { path: row.path, line: row.line - 1, column };
    return { key: spotKey(spot), spot };
  }

  #spotOf({ view, at }: Sample): Spot {
    const place = view.linked.place({ start: at, end: at });
    return this.#keyOf({ path: view.path, ...place }).spot;
  }

  #tell(what: string, sample: Sample, wrong: readonly string[], missed: readonly string[]): void {
    if (!this.#showMisses || (wrong.length === 0 && missed.length === 0)) return;
    print(`${what} of ${sample.name} at ${spotKey(this.#spotOf(sample))}`);
    for (const each of wrong.slice(0, 5)) print(`   wrong  ${each}`);
    for (const each of missed.slice(0, 5)) print(`   missed ${each}`);
  }
}

function empty(): Score {
  return { unjudged: 0, right: 0, rows: 0, found: 0, truths: 0 };
}

const lines = new Map<string, readonly string[]>();

function lineOf({ root }: NavigationAsker, path: string, line: number): string {
  const key = `${root}/${path}`;
  const known = lines.get(key) ??
    Deno.readTextFileSync(key).replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  lines.set(key, known);
  return known[line] ?? "";
}

/** Whether a spot is a token of an import of the file that was asked about. */
function isImport(view: FileView, { path, line, column }: Spot): boolean {
  return path === view.path &&
    view.linked.links.imports.some(({ isExport, local, imported }) =>
      !isExport && [local, imported].some((token) => {
        if (token === undefined) return false;
        const place = view.linked.place(token);
        return place.line === line + 1 && place.column === column + 1;
      })
    );
}

/** Tokens and symbols spread evenly over all files, the same in every run. */
async function samplesOf(
  { world }: NavigationAsker,
  { paths, samples }: Plan,
): Promise<{ tokens: Sample[]; symbols: Sample[] }> {
  const tokens: Sample[] = [];
  const symbols: Sample[] = [];
  for (const path of paths) {
    const read = world.live.read(path, world.maxFileBytes);
    if (read.failure !== undefined) continue;
    const linked = await world.linker.link(read.value);
    if (linked === undefined) continue;
    const view = new FileView(linked, read.value, { path, pathClass: "project" }, true);
    for (const { start, name } of linked.links.uses) tokens.push({ view, at: start, name });
    for (const { nameStart, name } of linked.symbols) symbols.push({ view, at: nameStart, name });
  }
  return { tokens: spread(tokens, samples * 4), symbols: spread(symbols, samples) };
}

function spread<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(all.length / count, 1);
  return Array.from({ length: Math.min(count, all.length) }, (_, at) => all[Math.floor(at * step)])
    .filter((each) => each !== undefined);
}

function print(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));
}
