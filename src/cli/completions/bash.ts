/**
 * Completion for bash, without the library of helpers that not every system has.
 * @module
 */
import type { FlagNode, Node } from "./nodes.ts";
import { quoted, valueCases, walkLines } from "./shell_text.ts";

/** The script to be sourced. */
export function bashScript(nodes: readonly Node[]): string {
  return [
    "# bash completion for frigg; made by `frigg completions bash`",
    "_frigg() {",
    '  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"',
    ...walkLines(nodes, { loop: "i = 1; i < COMP_CWORD; i++", word: "${COMP_WORDS[i]}" }),
    "  COMPREPLY=()",
    '  if [[ -n $skip ]]; then case "$place:$previous" in',
    ...valueCases(nodes).map(({ pattern, flag }) => `    ${pattern}) ${valueReply(flag)} ;;`),
    "  esac; fi",
    '  case "$place" in',
    ...nodes.map((node) => `    ${quoted(node.path)}) ${placeReply(node)} ;;`),
    "  esac",
    "}",
    "complete -o bashdefault -o default -F _frigg frigg",
    "",
  ].join("\n");
}

/** Without a reply bash offers files, which is right for paths and harmless for free text. */
function valueReply({ value }: FlagNode): string {
  return typeof value === "string" ? "return" : `${reply(value)}; return`;
}

/** Flags once a dash is typed; else words, where there are any. */
function placeReply({ words, flags }: Node): string {
  const asked = reply(flags.map(({ name }) => name));
  const others = words.length === 0 ? ":" : reply(words.map(({ name }) => name));
  return `if [[ $current == -* ]]; then ${asked}; else ${others}; fi`;
}

function reply(names: readonly string[]): string {
  return `COMPREPLY=($(compgen -W ${quoted(names.join(" "))} -- "$current"))`;
}
