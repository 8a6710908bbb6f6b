/**
 * Lets clients search a copy of a real tree while its files change: `deno task churn --root DIR`.
 *
 * Ends with exit code 1 at the first answer that is wrong; says what was seen otherwise. A run is repeated by its
 * seed, but for how fast the machine is.
 * @module
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { WATCH_DEBOUNCE_MS, WATCH_RETRY_MS } from "../src/contract/limits.ts";
import { churn, type ChurnReport } from "../test/support/churn/churn.ts";

if (import.meta.main) await main(Deno.args);

async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      root: { type: "string" },
      files: { type: "string", default: "200" },
      clients: { type: "string", default: "4" },
      bursts: { type: "string", default: "5" },
      changes: { type: "string", default: "200" },
      seed: { type: "string", default: "1" },
      "debounce-ms": { type: "string", default: String(WATCH_DEBOUNCE_MS) },
    },
  });
  if (values.root === undefined) throw new Error("Name a folder: --root DIR");
  const copy = await copyOf(values.root);
  try {
    const report = await churn({
      root: copy,
      files: Number(values.files),
      clients: Number(values.clients),
      bursts: Number(values.bursts),
      changes: Number(values.changes),
      seed: Number(values.seed),
      watch: { debounceMs: Number(values["debounce-ms"]), retryMs: WATCH_RETRY_MS },
      done: ({ bursts, convergedMs }) => print(`burst ${bursts}: ${convergedMs.at(-1)} ms`),
    });
    print(told(report));
  } finally {
    await Deno.remove(copy, { recursive: true });
  }
}

function told(report: ChurnReport): string {
  const { files, changes, bursts, earlyAnswers, rows, lacked, equalAnswers, convergedMs } = report;
  return [
    `${changes} changes of ${files} files in ${bursts} bursts`,
    `${earlyAnswers} answers before the index had them: ${rows} rows right, none wrong;`,
    `${lacked} files lacked, each named by freshness`,
    `${equalAnswers} answers afterwards, all equal to those of a new program`,
    `${Math.max(...convergedMs)} ms at most from the last change to the index`,
  ].join("\n");
}

/** The tree with its `.git` and without an index. */
async function copyOf(root: string): Promise<string> {
  const copy = await Deno.realPath(await Deno.makeTempDir({ prefix: "frigg_churn_" }));
  await copyFolder(root, copy);
  return copy;
}

async function copyFolder(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory, isFile } of Deno.readDir(from)) {
    if (name === ".frigg") continue;
    if (isDirectory) await copyFolder(join(from, name), join(to, name));
    if (isFile) await Deno.copyFile(join(from, name), join(to, name));
  }
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}
