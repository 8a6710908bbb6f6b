/**
 * Text search against ripgrep, by turns in one run, with the files in the system's cache.
 *
 * Ripgrep's times hold the start of its process, as everybody pays it who runs it. Ours but for the first are those of
 * a search that was made before, as they are for every further page: files that have not changed are neither read nor
 * counted again, so the first is a row of its own.
 * @module
 */
import { rgPath } from "@vscode/ripgrep";
import { capture } from "../command.ts";
import { type Corpus, RARE_WORD } from "./corpus.ts";
import { cost, gain, type Row } from "./row.ts";
import { sideBySide, timed } from "./timing.ts";
import type { Workbench } from "./workbench.ts";

const RUNS = 7;
const FREQUENT_WORD = "return";

interface Search {
  readonly name: string;
  readonly query: string;
  readonly regex: boolean;
  /** Times faster than ripgrep that the design asks for. */
  readonly target?: number;
}

const SEARCHES: readonly Search[] = [
  { name: "rare literal", query: RARE_WORD, regex: false, target: 20 },
  { name: "frequent literal", query: FREQUENT_WORD, regex: false, target: 3 },
  { name: "absent literal", query: "zzQxabsentqZ", regex: false, target: 20 },
  { name: "regex with a literal", query: "function\\s+\\w+Error\\(", regex: true },
  { name: "regex of alternatives", query: "(TODO|FIXME|XXX)\\b", regex: true },
  { name: "regex without a literal", query: "[A-Z]{4,}_[0-9]{2,}", regex: true, target: 0.8 },
];

export async function searchRows({ root }: Corpus, bench: Workbench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const search of SEARCHES) {
    const count = (): Promise<number> => countWithFrigg(bench, search);
    const reference = (): Promise<number> => countWithRipgrep(root, search);
    let have = 0;
    const firstMs = await timed(async () => have = await count());
    const want = await reference();
    const [friggMs, ripgrepMs] = await sideBySide(RUNS, count, reference);
    const note = have === want ? `${have} matches` : `${have} matches, ripgrep counts ${want}`;
    rows.push(
      cost(`${search.name}, first time`, firstMs, "ms"),
      cost(`${search.name}`, friggMs, "ms", { note }),
      gain(`${search.name}, faster than rg -j2`, ripgrepMs / friggMs, "times", {
        ...(search.target === undefined ? {} : { target: search.target }),
        note: `rg ${ripgrepMs.toFixed(1)} ms`,
      }),
    );
  }
  return rows;
}

async function countWithFrigg(bench: Workbench, { query, regex }: Search): Promise<number> {
  const answer = await bench.call("search_text", {
    query,
    pattern_type: regex ? "regex" : "literal",
    count_only: true,
  });
  return Number(answer["total_matches"]);
}

async function countWithRipgrep(root: string, { query, regex }: Search): Promise<number> {
  // Classes are Unicode there and ASCII here.
  const kind = regex ? ["--no-unicode"] : ["--fixed-strings"];
  const fixed = ["--no-config", "-j2", "--count-matches", "--no-filename", "--no-require-git"];
  const { stdout } = await capture({
    program: rgPath,
    args: [...fixed, ...kind, "--regexp", query, "."],
    cwd: root,
  });
  return stdout.split("\n").reduce((sum, line) => sum + Number(line), 0);
}
