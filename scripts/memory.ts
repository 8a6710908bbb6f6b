/**
 * Measures whether memory grows with calls: `deno task memory` asks a small repository 10,000 varied questions.
 *
 * Ends with exit code 1 if the last thousand calls need a tenth more than the second thousand. The first thousand
 * are warm-up.
 * @module
 */
import { createApp } from "../src/app.ts";
import { MAX_FILE_BYTES, MAX_FILES } from "../src/contract/limits.ts";
import { judgeGrowth, memoryTree, print, question } from "./memory_growth.ts";

const THOUSANDS = 10;
const CALLS = 1_000;
const MIB = 1024 * 1024;

if (import.meta.main) Deno.exit(await main());

async function main(): Promise<number> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "frigg_memory_" }));
  try {
    for (const [path, text] of Object.entries(memoryTree())) {
      await Deno.writeTextFile(`${root}/${path}`, text);
    }
    return judgeGrowth(await ask(root));
  } finally {
    await Deno.remove(root, { recursive: true });
  }
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
