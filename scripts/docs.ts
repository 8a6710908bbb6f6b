/**
 * Rewrites the generated parts of README.md: `deno task docs`; with `--check` it only tells whether they are stale.
 *
 * A generated part stands between two comment lines that carry its name.
 * @module
 */

import { fileURLToPath } from "node:url";
import { createApp } from "../src/app.ts";
import { commandTable } from "../src/cli/table.ts";
import type { Surface } from "../src/contract/tool.ts";

const README = fileURLToPath(new URL("../README.md", import.meta.url));

/** A Markdown table of the live tools, sorted by name. */
export function toolTable({ tools }: Surface): string {
  return table("Tool", tools.map(({ name, description }) => [name, description]));
}

/** A Markdown table of the commands, in the order of help. */
export function commandList(): string {
  return table(
    "Command",
    commandTable(80).commands.map(({ name, words = [], summary }) => [
      ["frigg", name, ...words.map((word) => word.name)].join(" "),
      summary,
    ]),
  );
}

/** Padded as `deno fmt` would pad it. */
function table(head: string, rows: readonly (readonly [name: string, text: string])[]): string {
  const cells = rows.map(([name, text]) => [`\`${cell(name)}\``, cell(text)]);
  const all = [[head, "What it does"], ["", ""], ...cells];
  const widths = [0, 1].map((at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  return all.map((row, index) => {
    const padded = widths.map((width, at) =>
      index === 1 ? "-".repeat(width) : (row[at] ?? "").padEnd(width)
    );
    return `| ${padded.join(" | ")} |`;
  }).join("\n");
}

/**
 * The text with the part of that name replaced.
 *
 * @throws {Error} if the text has no such part
 */
export function withPart(text: string, name: string, content: string): string {
  const [start, end] = [`<!-- generated: ${name} -->`, `<!-- end: ${name} -->`];
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from === -1 || to < from) throw new Error(`Cannot find the part "${name}" in the text`);
  return `${text.slice(0, from)}${start}\n\n${content}\n\n${text.slice(to)}`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

async function generate(text: string): Promise<string> {
  const limits = { maxFileBytes: 1, maxFiles: 1 };
  const app = createApp({ roots: [], cwd: "/", home: undefined, limits, log: () => {} });
  try {
    const withTools = withPart(text, "tools", toolTable(app.surface));
    return withPart(withTools, "commands", commandList());
  } finally {
    await app.close();
  }
}

async function main(args: readonly string[]): Promise<number> {
  const text = await Deno.readTextFile(README);
  const wanted = await generate(text);
  if (text === wanted) return 0;
  if (!args.includes("--check")) {
    await Deno.writeTextFile(README, wanted);
    return 0;
  }
  const message = "README.md is stale: run `deno task docs` and read the diff\n";
  await Deno.stderr.write(new TextEncoder().encode(message));
  return 1;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
