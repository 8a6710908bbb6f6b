/**
 * What both memory measurements share: the tree, the questions, and when memory counts as growing.
 * @module
 */
import type { JsonObject } from "../src/contract/json.ts";

const FILES = 50;
const NAMES_A_FILE = 40;
/** Memory of the last thousand calls, as a share of that of the second; the first thousand are warm-up. */
const MAX_GROWTH = 1.1;

/** A small repository, as text by path. */
export function memoryTree(): Record<string, string> {
  return Object.fromEntries(Array.from({ length: FILES }, (_, n) => [`f${n}.ts`, source(n)]));
}

function source(n: number): string {
  return Array.from(
    { length: NAMES_A_FILE },
    (_, at) => `export function name${n}x${at}() { return ${at}; }\n`,
  ).join("");
}

/** The `n`-th of ever varying questions: a tool and its arguments. */
export function question(n: number): [string, JsonObject] {
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

/** Prints how the means of each thousand calls grew; the exit code says whether that is too much. */
export function judgeGrowth(means: readonly number[]): number {
  const [, second, ...later] = means;
  const last = later.at(-1);
  if (second === undefined || last === undefined) throw new Error("Cannot compare so few calls");
  print(`last thousand / second thousand: ${(last / second).toFixed(3)}`);
  return last / second > MAX_GROWTH ? 1 : 0;
}

export function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}
