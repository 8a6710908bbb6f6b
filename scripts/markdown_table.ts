/**
 * Markdown tables as `deno fmt` lays them out.
 * @module
 */

/** A table; a `|` in a cell is escaped. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const all = [head, head.map(() => ""), ...rows.map((row) => row.map(escaped))];
  const widths = head.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  return all.map((row, index) => {
    const cells = widths.map((width, at) =>
      index === 1 ? "-".repeat(width) : (row[at] ?? "").padEnd(width)
    );
    return `| ${cells.join(" | ")} |`;
  }).join("\n");
}

function escaped(text: string): string {
  return text.replaceAll("|", "\\|");
}
