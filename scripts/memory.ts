/**
 * Measures whether memory grows with calls: `deno task memory` asks a small repository 10,000 varied questions.
 *
 * Ends with exit code 1 if the last thousand calls need a tenth more than the second thousand. The first thousand
 * are warm-up.
 * @module
 */
import { createApp } from "../src/app.ts";
import { MAX_FILE_BYTES, MAX_FILES } from "../src/contract/limits.ts";

const THOUSANDS = 10;
const CALLS = 1_000;
/** Resident memory of the last thousand, as a share of the second. */
const MAX_GROWTH = 1.1;
const MIB = 1024 * 1024;

if (import.meta.main) Deno.exit(await main());

async function main(): Promise<number> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "frigg_memory_" }));
  try {
    for (let n = 0; n < 50; n++) await Deno.writeTextFile(`${root}/f${n}.ts`, source(n));
    const rss = await ask(root);
    const [, second, ...later] = rss;
    const last = later.at(-1);
    if (second === undefined || last === undefined) throw new Error("Cannot compare so few calls");
    print(`last thousand / second thousand: ${(last / second).toFixed(3)}`);
    return last / second > MAX_GROWTH ? 1 : 0;
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

function source(n: number): string {
  return Array.from(
    { length: 40 },
    (_, at) => `export function name${n}x${at}() { return ${at}; }\n`,
  )
    .join("");
}

/** Mean resident bytes of each thousand calls, read ten times in it. */
async function ask(root: string): Promise<number[]> {
  const app = createApp({
    roots: [root],
    cwd: root,
    home: undefined,
    limits: { maxFileBytes: MAX_FILE_BYTES, maxFiles: MAX_FILES },
    log: print,
  });
  const { dispatch } = app.openSession();
  const options = { signal: new AbortController().signal };
  const means: number[] = [];
  for (let thousand = 0; thousand < THOUSANDS; thousand++) {
    let sum = 0;
    for (let call = 0; call < CALLS; call++) {
      const n = thousand * CALLS + call;
      const outcome = await dispatch(...question(n), options);
      if (outcome.status === "err") throw new Error(outcome.error.message);
      if (call % 100 === 0) sum += Deno.memoryUsage().rss;
    }
    means.push(sum / 10);
    print(`${(thousand + 1) * CALLS} calls: ${Math.round(sum / 10 / MIB)} MiB`);
  }
  await app.close();
  return means;
}

function question(n: number): [string, Record<string, unknown>] {
  switch (n % 4) {
    case 0:
      return ["search_text", { query: `name${n % 50}x${n % 37}` }];
    case 1:
      return ["search_text", { query: `name[0-9]+x${n}\\b`, pattern_type: "regex" }];
    case 2:
      return ["search_symbol", { query: `name${n % 61}` }];
    default:
      return ["search_text", { query: "return", limit: 5 + n % 20 }];
  }
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}
