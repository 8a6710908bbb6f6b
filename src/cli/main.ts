/**
 * The command line: arguments in, exit code out.
 *
 * Without a command it serves MCP on standard input and output, which is what a host starts; on a terminal it shows
 * help instead.
 * @module
 */
import { serveStdio } from "../mcp/stdio.ts";
import { columns, environment, isTerminal, standardStreams } from "../platform/process.ts";
import type { CommandCall } from "./command.ts";
import { type Console, processConsole } from "./console.ts";
import { EXIT, type ExitCode } from "./exit.ts";
import { failureOf, failureText, faultText } from "./failure.ts";
import { parseArguments, type Parsed } from "./parse.ts";
import { namedRoots } from "./roots.ts";
import { profileWarning, readSettings } from "./settings.ts";
import { commandTable } from "./table.ts";
import { openApp } from "./with_app.ts";

type Help = Extract<Parsed, { kind: "help" }>;

const HELP_WORDS = ["help", "--help", "-h"];

/** Runs the program; never rejects. */
export async function main(args: readonly string[]): Promise<number> {
  const plain = { quiet: false, verbose: false, noColor: args.includes("--no-color") };
  const state = { console: processConsole(plain) };
  try {
    return await run(args, state);
  } catch (error) {
    return explain(error, state.console);
  }
}

/** `state` keeps the console as it is once the settings are known, for whoever reports an error. */
async function run(args: readonly string[], state: { console: Console }): Promise<ExitCode> {
  const table = commandTable(columns());
  const parsed = parseArguments(args, table);
  if (parsed.kind === "help") return showHelp(parsed, args, state.console);
  const settings = readSettings(parsed.flags, environment);
  state.console = processConsole(settings);
  const call = { flags: parsed.flags, settings, console: state.console, table };
  return parsed.kind === "run"
    ? await parsed.command.run({ ...call, words: parsed.words })
    : await serve({ ...call, words: [] });
}

async function serve(call: CommandCall): Promise<ExitCode> {
  if (isTerminal("stdin")) return await run(["--help"], { console: call.console });
  const warning = profileWarning(environment);
  if (warning !== undefined) call.console.warn(warning);
  const app = openApp(call, namedRoots(call.settings), "stdio");
  try {
    await serveStdio(app, standardStreams(), (line) => call.console.warn(line));
    return EXIT.ok;
  } finally {
    await app.close();
  }
}

/** Help goes to stdout; but beside the flags of a server stdout belongs to the protocol, so there to stderr. */
function showHelp({ text, isRoot }: Help, args: readonly string[], console: Console): ExitCode {
  const hasMore = args.some((arg) => !HELP_WORDS.includes(arg));
  if (isRoot && hasMore && !isTerminal("stdin")) console.warn(text);
  else console.print(text);
  return EXIT.ok;
}

function explain(error: unknown, console: Console): ExitCode {
  const failure = failureOf(error);
  if (failure === undefined) {
    console.warn(faultText(error));
    return EXIT.environment;
  }
  console.warn(failureText(failure));
  return failure.exit;
}
