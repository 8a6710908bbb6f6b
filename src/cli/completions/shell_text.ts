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

/** A flag that is followed by a value, and the pattern of `$place:$previous` at which the value stands. */
export interface ValueCase {
  readonly pattern: string;
  readonly flag: FlagNode;
}

/** How the value of each flag is completed; where places disagree, as on `--format`, each has a case of its own. */
export function valueCases(nodes: readonly Node[]): readonly ValueCase[] {
  return valueFlags(nodes).flatMap(({ name }) => {
    const uses = nodes.flatMap(({ path, flags }) =>
      flags.filter((flag) => flag.name === name).map((flag) => ({ path, flag }))
    );
    const kinds = new Set(uses.map(({ flag }) => String(flag.value)));
    return kinds.size === 1
      ? uses.slice(0, 1).map(({ flag }) => ({ pattern: `*:${name}`, flag }))
      : uses.map(({ path, flag }) => ({ pattern: quoted(`${path}:${name}`), flag }));
  });
}

/**
 * Lines that go through the words before the cursor: then `$place` is where it stands, and `$skip` is set if the flag
 * before it waits for a value. A word that leads nowhere ends the way, since what follows it are values.
 */
export function walkLines(
  nodes: readonly Node[],
  { loop, word }: { readonly loop: string; readonly word: string },
): string[] {
  const paths = nodes.map(({ path }) => path).filter((path) => path !== "");
  return [
    "  local place= word= skip= i",
    `  for ((${loop})); do`,
    `    word="${word}"`,
    "    if [[ -n $skip ]]; then skip=; continue; fi",
    '    case "$word" in',
    `      ${valueFlags(nodes).map(({ name }) => name).join("|")}) skip=1; continue ;;`,
    "      -*) continue ;;",
    "    esac",
    '    case "${place:+$place }$word" in',
    `      ${paths.map(quoted).join("|")}) place="\${place:+$place }$word" ;;`,
    "    esac",
    "  done",
  ];
}
