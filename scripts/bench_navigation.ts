/**
 * Measures navigation against tools that know types: how much of what it says is right, and how much it finds.
 *
 * Run it with `deno task bench:navigation [--root FOLDER] [--samples N] [--misses]`; without a folder it takes
 * the sources of zod, which are TypeScript. What a definition or a reference is, the oracle decides; rows whose truth lies
 * outside of the folder count as wrong.
 * @module
 */
import { parseArgs } from "node:util";
import { NavigationAsker } from "../test/search/navigation/asker.ts";
import { measure, printScores, type Scores } from "./navigation/measure.ts";
import type { Oracle, OracleModule } from "./navigation/oracle.ts";
import { defaultFolders } from "./navigation/corpora.ts";

const DEFAULT_SAMPLES = 150;

if (import.meta.main) await main(Deno.args);

async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      root: { type: "string", multiple: true },
      samples: { type: "string", default: String(DEFAULT_SAMPLES) },
      misses: { type: "boolean", default: false },
      language: { type: "string", default: "any" },
    },
  });
  const folders = values.root ?? defaultFolders();
  for (const folder of folders) {
    const root = await Deno.realPath(folder);
    const asker = await NavigationAsker.open(root);
    for (const language of ["typescript", "python"] as const) {
      if (values.language !== "any" && values.language !== language) continue;
      const paths = pathsOf(asker, language);
      if (paths.length === 0) continue;
      const oracle = await oracleOf(language, root, paths);
      try {
        const scores: Scores = await measure(asker, oracle, {
          paths,
          samples: Number(values.samples),
          showMisses: values.misses,
        });
        printScores(`${language} ${folder} (${paths.length} files)`, scores);
      } finally {
        await oracle.close();
      }
    }
  }
}

async function oracleOf(
  language: "typescript" | "python",
  root: string,
  paths: readonly string[],
): Promise<Oracle> {
  // By a computed name: the oracles' packages are of no concern to checks and installs of the program.
  const file = language === "typescript" ? "typescript_oracle.ts" : "pyright_oracle.ts";
  const { openOracle }: OracleModule = await import(
    new URL(`navigation/${file}`, import.meta.url).href
  );
  return await openOracle(root, paths);
}

function pathsOf({ snapshot }: NavigationAsker, language: "typescript" | "python"): string[] {
  const wanted = language === "python" ? /\.py$/ : /(?<!\.d)\.[cm]?[jt]sx?$/;
  return snapshot.files.filter(({ path, binary, hidden, bytes }) =>
    wanted.test(path) && !binary && !hidden && bytes < 2_000_000
  ).map(({ path }) => path);
}
