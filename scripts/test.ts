/**
 * Runs the tests: `deno task test [FILE|FLAG]...`, by default all of `test/`.
 *
 * Ends with a line `N passed, N failed`, taken from the runner's own summary, and with its exit code.
 * @module
 */

import { denoCommand } from "./command.ts";
import { exists } from "./exists.ts";
import { V8_FLAGS, WORKER_FLAG } from "./runtime_flags.ts";

/** Tests as the runner counts them: without their steps, with modules that failed to load. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

const SUMMARY = /^(?:ok|FAILED) \| (\d+) passed(?: \(\d+ steps?\))? \| (\d+) failed/gm;
// deno-lint-ignore no-control-regex -- colours begin with the escape character
const COLOUR = /\x1b\[[\d;]*m/g;

/**
 * Finds the counts in what `deno test` printed; `undefined` if it stopped before running tests.
 *
 * Not from `--junit-path`: that report leaves out modules that throw while they load.
 */
export function readCounts(output: string): Counts | undefined {
  const summary = [...output.replaceAll(COLOUR, "").matchAll(SUMMARY)].at(-1);
  if (summary === undefined) return undefined;
  const [, passed, failed] = summary;
  return { passed: Number(passed), failed: Number(failed) };
}

/** Arguments of `deno test`; types are checked by `deno task check`, not here again. */
export async function testArguments(given: readonly string[]): Promise<string[]> {
  const fixed = [
    "test",
    "--quiet",
    "--no-check",
    "--parallel",
    "--allow-all",
    WORKER_FLAG,
    V8_FLAGS,
  ];
  const named = await Promise.all(given.map((arg) => arg.startsWith("-") ? false : exists(arg)));
  return [...fixed, ...given, ...(named.includes(true) ? [] : ["test/"])];
}

if (import.meta.main) Deno.exit(await main(Deno.args));

async function main(given: readonly string[]): Promise<number> {
  const { program, args } = denoCommand(await testArguments(given));
  const runner = new Deno.Command(program, { args: [...args], stdout: "piped" }).spawn();
  const output = await passOn(runner.stdout);
  const { code } = await runner.status;
  const counts = readCounts(output);
  if (counts === undefined && code !== 0) await write("The test runner stopped before any test\n");
  const { passed, failed } = counts ?? { passed: 0, failed: code === 0 ? 0 : 1 };
  await write(`${passed} passed, ${failed} failed\n`);
  return code;
}

/** Copies the runner's output to ours as it comes, and keeps its text. */
async function passOn(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    await writeAll(chunk);
  }
  return text;
}

function write(text: string): Promise<void> {
  return writeAll(new TextEncoder().encode(text));
}

async function writeAll(bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) done += await Deno.stdout.write(bytes.subarray(done));
}
