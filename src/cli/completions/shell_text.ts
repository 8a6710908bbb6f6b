/**
 * What the scripts for bash and zsh share: quoting, and how they find the place of the cursor.
 * @module
 */
import type { FlagNode, Node } from "./nodes.ts";

/** A word that a shell takes as it is. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Flags of all places that are followed by a value, each once. */
export function valueFlags(nodes: readonly Node[]): readonly FlagNode[] {
  const flags = nodes.flatMap((node) => node.flags).filter(({ value }) => value !== "none");
  return [...new Map(flags.map((flag) => [flag.name, flag])).values()];
}

/**
 * Lines that find out at which place the cursor stands: they read `$word` and keep `$place`.
 * A word that leads nowhere ends the way, since what follows it are values.
 */
export function stepLines(nodes: readonly Node[]): string[] {
  const paths = nodes.map(({ path }) => path).filter((path) => path !== "");
  return [
    'case "${place:+$place }$word" in',
    `  ${paths.map(quoted).join("|")}) place="\${place:+$place }$word" ;;`,
    "esac",
  ];
}
