/**
 * Completion for zsh, with what each word does beside it.
 * @module
 */
import type { Described, FlagNode, Node } from "./nodes.ts";
import { quoted, valueCases, walkLines } from "./shell_text.ts";

/** The script: a file `_frigg` of `$fpath`, or to be evaluated. */
export function zshScript(nodes: readonly Node[]): string {
  return [
    "#compdef frigg",
    "# zsh completion for frigg; made by `frigg completions zsh`",
    "_frigg() {",
    '  local current="${words[CURRENT]}" previous="${words[CURRENT-1]}"',
    "  local -a found",
    ...walkLines(nodes, { loop: "i = 2; i < CURRENT; i++", word: "${words[i]}" }),
    '  if [[ -n $skip ]]; then case "$place:$previous" in',
    ...valueCases(nodes).map(({ pattern, flag }) =>
      `    ${pattern}) ${valueReply(flag)}; return ;;`
    ),
    "  esac; fi",
    '  case "$place" in',
    ...nodes.map((node) => `    ${quoted(node.path)}) ${placeReply(node)} ;;`),
    "  esac",
    "}",
    // Autoloaded, the file is the function's body; evaluated, it has to register itself.
    'if [[ "${funcstack[1]}" = _frigg ]]; then _frigg "$@"; else compdef _frigg frigg; fi',
    "",
  ].join("\n");
}

function valueReply({ value }: FlagNode): string {
  if (value === "path") return "_files";
  return typeof value === "string" ? "_message value" : `compadd -- ${value.map(quoted).join(" ")}`;
}

function placeReply({ words, flags }: Node): string {
  const others = words.length === 0 ? "_files" : describe("word", words);
  return `if [[ $current == -* ]]; then ${describe("flag", flags)}; else ${others}; fi`;
}

function describe(tag: string, items: readonly Described[]): string {
  const lines = items.map(({ name, text }) => quoted(`${escaped(name)}:${text}`));
  return `found=(${lines.join(" ")}); _describe ${tag} found`;
}

/** A colon stands between a word and what it does. */
function escaped(name: string): string {
  return name.replaceAll(":", "\\:");
}
