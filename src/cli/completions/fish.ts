/**
 * Completion for fish, with what each word does beside it.
 * @module
 */
import type { FlagNode, Node } from "./nodes.ts";
import { valueFlags } from "./shell_text.ts";

/** The script: to be sourced, or a file `frigg.fish` of fish's completions. */
export function fishScript(nodes: readonly Node[]): string {
  return [
    "# fish completion for frigg; made by `frigg completions fish`",
    ...placeFunction(nodes),
    "complete -c frigg -f",
    ...nodes.flatMap(nodeLines),
    "",
  ].join("\n");
}

/** Prints the place of the cursor: the words that lead to it. */
function placeFunction(nodes: readonly Node[]): string[] {
  const paths = nodes.map(({ path }) => path).filter((path) => path !== "");
  return [
    "function __frigg_place",
    "  set -l place",
    "  set -l skip",
    "  for word in (commandline -opc)[2..]",
    '    if test -n "$skip"; set skip; continue; end',
    "    switch $word",
    `      case ${valueFlags(nodes).map(({ name }) => name).join(" ")}`,
    "        set skip 1",
    "      case '-*'",
    "      case '*'",
    '        set -l next (string trim -- "$place $word")',
    `        if contains -- $next ${paths.map(quoted).join(" ")}`,
    "          set place $next",
    "        end",
    "    end",
    "  end",
    "  echo $place",
    "end",
    "function __frigg_at",
    "  set -l place (__frigg_place)",
    '  test "$argv" = "$place"',
    "end",
  ];
}

function nodeLines({ path, words, flags }: Node): string[] {
  const at = `complete -c frigg -n ${quoted(`__frigg_at ${path}`.trimEnd())}`;
  return [
    ...words.map(({ name, text }) => `${at} -a ${quoted(name)} -d ${quoted(text)}`),
    ...(words.length === 0 ? [`${at} -F`] : []),
    ...flags.map((flag) => `${at} -l ${flag.name.slice(2)}${value(flag)} -d ${quoted(flag.text)}`),
  ];
}

function value({ value }: FlagNode): string {
  if (value === "none") return "";
  if (value === "path") return " -rF";
  return value === "any" ? " -x" : ` -x -a ${quoted(value.join(" "))}`;
}

/** In fish's quotes a backslash stands for itself except before a quote or another one. */
function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
