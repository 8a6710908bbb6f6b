/**
 * Builds the binary: `deno task compile [--target TRIPLE] [--output FILE]`.
 *
 * Bundles the program and its worker, packs the assets beside them, and compiles that folder alone.
 * Writes `dist/frigg` and `dist/THIRD_PARTY_NOTICES`; says on stderr which base runtime it used.
 * @module
 */

import { fileURLToPath } from "node:url";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { NOTICES_NAME } from "../src/platform/assets.ts";
import { bundle, canBundle } from "./bundle.ts";
import { capture, type Command, mustRun } from "./command.ts";
import { fallbackToolchain } from "./fallback_base.ts";
import { buildNotices } from "./notices.ts";
import { gzip, listAssets, packAssets } from "./pack_assets.ts";
import { FRIGG_FLAGS } from "./runtime_flags.ts";

const PROJECT = fileURLToPath(new URL("..", import.meta.url));
const STAGE = resolve(PROJECT, "build/stage");
const FALLBACK = resolve(PROJECT, "build/base");
// A blocked server may answer nothing at all; where nothing else is left we wait longer.
const DOWNLOAD_MS = 20_000;
const LAST_RESORT_MS = 600_000;
const MAX_BINARY_BYTES = 100_000_000;

/** What to compile for, and where to. */
interface Order {
  readonly target: string | undefined;
  readonly output: string;
}

if (import.meta.main) await main();

async function main(): Promise<void> {
  if (!canBundle()) {
    say(
      `Cannot build frigg with Deno ${Deno.version.deno}: use \`npx -y deno@2.9.6 task compile\``,
    );
    Deno.exit(1);
  }
  const order = readOrder(Deno.args);
  await stage(STAGE);
  await Deno.mkdir(dirname(order.output), { recursive: true });
  const base = await compile(order);
  const bytes = await checkSize(order.output);
  if (order.target === undefined) await checkStart(order.output);
  say(`Built ${order.output}: ${(bytes / 1e6).toFixed(1)} MB on ${base}`);
}

function readOrder(args: string[]): Order {
  const options = { target: { type: "string" }, output: { type: "string" } } as const;
  const { values } = parseArgs({ args, options });
  return { target: values.target, output: resolve(PROJECT, values.output ?? "dist/frigg") };
}

/** Fills `folder` with exactly what the binary embeds; it must hold nothing else. */
async function stage(folder: string): Promise<void> {
  await Deno.remove(folder, { recursive: true }).catch(ignoreNotFound);
  await Deno.mkdir(`${folder}/assets`, { recursive: true });
  // One after the other: the first use of the bundler downloads it.
  const program = await bundle("main.ts", PROJECT);
  const worker = await bundle("src/engine/worker.ts", PROJECT);
  await Deno.writeTextFile(`${folder}/main.js`, program);
  await Deno.writeTextFile(`${folder}/worker.js`, worker);
  // Without a configuration of its own the compiler would take the project's, and embed all packages.
  await Deno.writeTextFile(`${folder}/deno.json`, "{}\n");
  await packAssets(`${folder}/assets`);
  const notices = await buildNotices([program, worker], listAssets());
  await Deno.writeFile(
    `${folder}/assets/${NOTICES_NAME}.bin`,
    gzip(new TextEncoder().encode(notices)),
  );
  await Deno.mkdir(resolve(PROJECT, "dist"), { recursive: true });
  await Deno.writeTextFile(resolve(PROJECT, "dist/THIRD_PARTY_NOTICES"), notices);
}

/** Compiles the staged folder and tells which base it used. */
async function compile(order: Order): Promise<string> {
  const given = Deno.env.get("DENORT_BIN");
  const own = compileCommand(Deno.execPath(), order);
  if (given !== undefined) {
    await mustRun(own);
    return `the base in DENORT_BIN (${given})`;
  }
  const hasFallback = order.target === undefined;
  const signal = AbortSignal.timeout(hasFallback ? DOWNLOAD_MS : LAST_RESORT_MS);
  const { code, stderr } = await capture({ ...own, env: { NO_COLOR: "1" }, signal });
  if (code === 0) return `the base of Deno ${Deno.version.deno}`;
  if (!hasFallback) throw new Error(`Cannot compile for ${order.target}:\n${stderr}`);
  return await compileWithFallback(order, stderr);
}

async function compileWithFallback(order: Order, reason: string): Promise<string> {
  const { version, cli, base } = await fallbackToolchain(FALLBACK).catch((cause) => {
    throw new Error(`Cannot compile; the first attempt said:\n${reason}`, { cause });
  });
  await mustRun({
    ...compileCommand(cli, order),
    // A cache of its own: two versions of Deno do not share one well.
    env: { DENORT_BIN: base, DENO_DIR: `${FALLBACK}/cache`, DENO_NO_UPDATE_CHECK: "1" },
  });
  return `the base of Deno ${version}; that of ${Deno.version.deno} cannot be downloaded here (${
    rootCause(reason)
  })`;
}

/** The innermost cause in a report of Deno, which lists causes from the outside in. */
function rootCause(report: string): string {
  const [causes = ""] = report.split("Stack backtrace:");
  const last = causes.trim().split("\n").at(-1) ?? "";
  return last.replace(/^\s*\d+: /, "") || "no answer in time";
}

function compileCommand(program: string, { target, output }: Order): Command {
  const args = ["compile", "--quiet", "--no-check", ...FRIGG_FLAGS];
  args.push("--include", "worker.js", "--include", "assets", "--output", output);
  if (target !== undefined) args.push("--target", target);
  return { program, args: [...args, "main.js"], cwd: STAGE };
}

async function checkSize(path: string): Promise<number> {
  const { size } = await Deno.stat(path);
  if (size > MAX_BINARY_BYTES) {
    throw new Error(`The binary has ${size} bytes, more than ${MAX_BINARY_BYTES}`);
  }
  return size;
}

/** Starts the binary once: a base that does not fit its compiler shows only now. */
async function checkStart(path: string): Promise<void> {
  await mustRun({ program: path, args: ["version"] });
}

function ignoreNotFound(cause: unknown): void {
  if (!(cause instanceof Deno.errors.NotFound)) throw cause;
}

function say(text: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`${text}\n`));
}
