/**
 * Running another program, as every script here needs it.
 * @module
 */

/** What to run and where. `env` is added to the environment of this process. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Text of standard input, which is empty without it. */
  readonly stdin?: string;
}

/** How a program ended, with what it wrote. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end and collects what it writes; a failing exit code is an answer. */
export async function capture(command: Command): Promise<Ended> {
  const { program, stdin, ...options } = command;
  const child = new Deno.Command(program, {
    ...options,
    args: [...command.args],
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const output = child.output();
  if (stdin !== undefined) await new Blob([stdin]).stream().pipeTo(child.stdin);
  const { code, stdout, stderr } = await output;
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/**
 * Runs a program that has to succeed, and gives what it wrote to stdout.
 *
 * @throws {Error} with the program's stderr if its exit code is not 0
 */
export async function mustRun(command: Command): Promise<string> {
  const { code, stdout, stderr } = await capture(command);
  if (code !== 0) {
    throw new Error(`${command.program} ${command.args[0] ?? ""} exited with ${code}:\n${stderr}`);
  }
  return stdout;
}

/** Deno's own executable, in the version that runs this script. */
export function denoCommand(args: readonly string[], cwd?: string): Command {
  return { program: Deno.execPath(), args, ...(cwd === undefined ? {} : { cwd }) };
}

/** Folder of Deno's npm cache, one folder a registry inside. */
export async function npmCacheFolder(): Promise<string> {
  const answer: unknown = JSON.parse(await mustRun(denoCommand(["info", "--json"])));
  if (typeof answer === "object" && answer !== null && "npmCache" in answer) {
    return String(answer.npmCache);
  }
  throw new Error("Cannot find the npm cache: `deno info --json` does not name it");
}
