/**
 * The three forms of a read: the bytes as text, a JSON answer, or numbered lines for quoting.
 * @module
 */
import { z } from "zod";
import { SourceProof, type Span, type WholeLines } from "../contract/source.ts";
import type { ReadResult } from "../engine/protocol.ts";
import type { Repository } from "../workspace/workspace.ts";
import type { ToolCall } from "./define.ts";
import { corpusOf, type Efficiency, efficiencyOf } from "./efficiency.ts";

/** Fields that every JSON form of a read ends with. */
export const contentFields = {
  bytes: z.int().min(0).describe("Bytes of content"),
  content: z.string().describe("Source text, invalid UTF-8 replaced, line ends kept"),
  truncated_bytes: z.int().min(1).optional().describe("Bytes left out of a single too long line"),
  source: SourceProof,
};

export type Content = z.infer<z.ZodObject<typeof contentFields>>;

/** The content fields of what an engine read. */
export function contentOf(read: ReadResult): Content {
  return {
    bytes: read.content.length,
    content: decode(read.content),
    ...(read.truncatedBytes === 0 ? {} : { truncated_bytes: read.truncatedBytes }),
    source: { ...read.source },
  };
}

// A mark at the start of a slice is a character of its line: the engine has already left out the file's own.
function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

interface Shown {
  readonly content: string;
  readonly truncated_bytes?: number | undefined;
  readonly start_line?: number | undefined;
}

/** Text blocks of a read; undefined where the answer is JSON. */
export function readBlocks(
  { content, truncated_bytes: cut, start_line: start }: Shown,
  mode: "text" | "json" | "citation",
): readonly string[] | undefined {
  if (mode === "json") return undefined;
  const body = mode === "text" ? content : citation(content, start ?? 1);
  return cut === undefined ? [body] : [body, `truncated_bytes: ${cut}`];
}

/**
 * Each line as `N|content` with LF; the last one ends as it does in the file.
 *
 * @example
 * citation("a\r\nb", 9) // "9|a\n10|b"
 */
export function citation(content: string, startLine: number): string {
  return splitLines(content).map(({ text, ended }, index) =>
    `${startLine + index}|${text}${ended ? "\n" : ""}`
  ).join("");
}

function splitLines(content: string): { readonly text: string; readonly ended: boolean }[] {
  const parts = content.split(/\r\n|\n|\r/);
  const last = parts.pop() ?? "";
  const lines = parts.map((text) => ({ text, ended: true }));
  return last === "" ? lines : [...lines, { text: last, ended: false }];
}

/** The efficiency field of a read, if it was asked for. */
export async function readEfficiency(
  call: ToolCall,
  wanted: boolean,
  repository: Repository,
  read: ReadResult,
): Promise<{ context_efficiency?: Efficiency }> {
  if (!wanted) return {};
  const files = new Map([[read.path, read.source]]);
  const shown = { rows: 1, sourceBytes: read.content.length, files };
  return { context_efficiency: efficiencyOf(await corpusOf(call, [repository]), shown) };
}

/** What a read cites: its exact lines, or as much of a single one as it shows. `undefined` for a read of nothing. */
export function readSpan(
  startLine: number,
  { content, bytes, truncated_bytes: cut }: Pick<Content, "content" | "bytes" | "truncated_bytes">,
): Span | WholeLines | undefined {
  const lines = splitLines(content);
  if (lines.length === 0) return undefined;
  const whole = { start_line: startLine, end_line: startLine + lines.length - 1 };
  return cut === undefined ? whole : { ...whole, start_column: 1, end_column: bytes + 1 };
}
