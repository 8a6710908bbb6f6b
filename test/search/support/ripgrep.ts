/**
 * Ripgrep as a reference: what it finds, as `name:line:column-length` in bytes.
 * @module
 */
import { rgPath } from "@vscode/ripgrep";
import { LineIndex } from "../../../src/contract/lines.ts";
import { patternOf } from "./matches.ts";
import { bytesOf, latin1 } from "./fake_world.ts";
import { type Generated } from "./generated_regex.ts";
import { ToolError } from "../../../src/contract/errors.ts";

interface MatchEvent {
  readonly type: string;
  readonly data: {
    readonly line_number: number;
    readonly submatches: readonly { readonly start: number; readonly end: number }[];
  };
}

/** What ripgrep finds in a text that it reads from standard input; a string is its refusal. */
export async function ripgrepFinds(
  { ripgrep, ignoreCase, word, crlf, text }: Generated,
  engine: readonly string[] = [],
): Promise<string[] | string> {
  const child = new Deno.Command(rgPath, {
    args: [
      "--json",
      "--no-config",
      ...engine,
      ...(ignoreCase ? ["--ignore-case"] : []),
      ...(word ? ["--word-regexp"] : []),
      ...(crlf ? ["--crlf"] : []),
      "--regexp",
      ripgrep,
      "-",
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const output = child.output();
  const writer = child.stdin.getWriter();
  // A pattern that it refuses ends it before it reads.
  await writer.write(bytesOf(text)).then(() => writer.close()).catch(() => {});
  const { code, stdout, stderr } = await output;
  const decoder = new TextDecoder();
  if (code > 1) return decoder.decode(stderr);
  const events: MatchEvent[] = decoder.decode(stdout).trim().split("\n").filter(Boolean)
    .map((event) => JSON.parse(event));
  return events.filter(({ type }) => type === "match").flatMap(({ data }) =>
    data.submatches.map(({ start, end }) => `${data.line_number}:${start + 1}-${end - start}`)
  );
}

/** What we find in it; a string is our refusal. */
export function weFind({ query, ignoreCase, word, text }: Generated): string[] | string {
  const bytes = bytesOf(text);
  const lines = new LineIndex(bytes);
  try {
    const pattern = patternOf(query, { ignoreCase, word });
    return [...pattern.matches(latin1(bytes), () => {})].flatMap((match) => {
      if (match === undefined) return [];
      const { line, column } = lines.position(match.start);
      return [`${line}:${column}-${match.end - match.start}`];
    });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return String(error.data["regex_error_code"]);
  }
}
