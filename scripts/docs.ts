/**
 * Rewrites the generated parts of README.md and docs/: `deno task docs`; with `--check` it only tells whether they are stale.
 *
 * A generated part stands between two comment lines that carry its name.
 * @module
 */

import { fileURLToPath } from "node:url";
import { createApp } from "../src/app.ts";
import { commandTable } from "../src/cli/table.ts";
import type { Surface } from "../src/contract/tool.ts";
import { checksTable, placesTable } from "./host_tables.ts";
import { markdownTable } from "./markdown_table.ts";

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

function table(head: string, rows: readonly (readonly [name: string, text: string])[]): string {
  return markdownTable([head, "What it does"], rows.map(([name, text]) => [`\`${name}\``, text]));
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

/** A document, and what stands in its generated parts. */
interface Document {
  readonly path: string;
  readonly parts: Readonly<Record<string, string>>;
}

async function documents(): Promise<readonly Document[]> {
  const limits = { maxFileBytes: 1, maxFiles: 1 };
  const app = createApp({ roots: [], cwd: "/", home: undefined, limits, log: () => {} });
  try {
    return [
      { path: "README.md", parts: { tools: toolTable(app.surface), commands: commandList() } },
      { path: "docs/hosts.md", parts: { places: placesTable(), checks: checksTable() } },
    ];
  } finally {
    await app.close();
  }
}

/** Gives whether the document was as it should be. */
async function renew({ path, parts }: Document, write: boolean): Promise<boolean> {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url));
  const text = await Deno.readTextFile(file);
  const wanted = Object.entries(parts).reduce(
    (changed, [name, content]) => withPart(changed, name, content),
    text,
  );
  if (text === wanted) return true;
  if (write) await Deno.writeTextFile(file, wanted);
  return false;
}

async function main(args: readonly string[]): Promise<number> {
  const check = args.includes("--check");
  let code = 0;
  for (const document of await documents()) {
    if (await renew(document, !check) || !check) continue;
    const message = `${document.path} is stale: run \`deno task docs\` and read the diff\n`;
    await Deno.stderr.write(new TextEncoder().encode(message));
    code = 1;
  }
  return code;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
