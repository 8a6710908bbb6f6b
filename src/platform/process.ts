/**
 * This process as the command line sees it: its streams, its environment, the folder it was started in.
 *
 * Every name that `environment()` may be asked for stands in scripts/runtime_flags.ts; another one is refused.
 * @module
 */

/** One of the three streams. */
export type StreamName = "stdin" | "stdout" | "stderr";

/** Whether a stream is a terminal, and not a file or a pipe. */
export function isTerminal(stream: StreamName): boolean {
  return Deno[stream].isTerminal();
}

/** Value of an environment variable; a blank one counts as not set, since hosts write `""` for that. */
export function environment(name: string): string | undefined {
  const value = Deno.env.get(name);
  return value === undefined || value.trim() === "" ? undefined : value;
}

/** The same as it was given: for a setting that is dangerous to leave out by mistake. */
export function givenEnvironment(name: string): string | undefined {
  return Deno.env.get(name);
}

/** Waits until the system asks the process to end; a second request ends it at once. */
export async function stopRequested(): Promise<void> {
  // Windows knows no SIGTERM that could be listened to.
  const signals: readonly Deno.Signal[] = Deno.build.os === "windows"
    ? ["SIGINT", "SIGBREAK"]
    : ["SIGINT", "SIGTERM"];
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of signals) Deno.addSignalListener(signal, resolve);
  await promise;
  for (const signal of signals) Deno.removeSignalListener(signal, resolve);
}

/** The folder the program was started in. */
export function workingFolder(): string {
  return Deno.cwd();
}

/** Width of the terminal in columns; 80 where there is none. */
export function columns(): number {
  return isTerminal("stdout") ? Deno.consoleSize().columns : DEFAULT_COLUMNS;
}

const DEFAULT_COLUMNS = 80;

/**
 * A function that writes all of a text to a stream before it returns.
 *
 * When the reader has gone away (`frigg search x | head -1`) the rest is dropped: the exit code still has to tell
 * how the command ended.
 */
export function textWriter(stream: "stdout" | "stderr"): (text: string) => void {
  const encoder = new TextEncoder();
  let open = true;
  return (text) => {
    if (!open) return;
    try {
      writeAll(stream, encoder.encode(text));
    } catch (error) {
      if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
      open = false;
    }
  };
}

/** Runs `use` and gives what anything in this process wrote to standard output meanwhile; none of it gets there. */
export async function withOutputCaught<T>(
  use: () => Promise<T>,
): Promise<{ readonly value: T; readonly written: string }> {
  const { stdout } = Deno;
  const [write, writeSync] = [stdout.write, stdout.writeSync];
  const decoder = new TextDecoder();
  let written = "";
  stdout.writeSync = (bytes) => {
    written += decoder.decode(bytes, { stream: true });
    return bytes.length;
  };
  stdout.write = (bytes) => Promise.resolve(stdout.writeSync(bytes));
  try {
    const value = await use();
    return { value, written };
  } finally {
    Object.assign(stdout, { write, writeSync });
  }
}

function writeAll(stream: "stdout" | "stderr", bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += Deno[stream].writeSync(bytes.subarray(done));
}

/** Standard input and output as bytes. */
export function standardStreams(): {
  readonly input: ReadableStream<Uint8Array>;
  readonly output: WritableStream<Uint8Array>;
} {
  return { input: Deno.stdin.readable, output: Deno.stdout.writable };
}

/** Standard input line by line, without line ends, as the lines come in. */
export function inputLines(): AsyncGenerator<string> {
  return textLines(Deno.stdin.readable);
}

/** The text of a stream line by line, without line ends, as the lines come in. */
export async function* textLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const piece of stream) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
}
