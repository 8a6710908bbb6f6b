/**
 * What can stand where on the command line, read off the command table: the scripts of all shells are made from it.
 * @module
 */
import type { Command, CommandTable } from "../command.ts";
import type { Option } from "../flags.ts";

/** A place on the command line: the program, a group, or a command. */
export interface Node {
  /** Words that lead there, "" for the program itself. */
  readonly path: string;
  /** Commands below it, or the few values of its first word. */
  readonly words: readonly Described[];
  readonly flags: readonly FlagNode[];
}

export interface Described {
  readonly name: string;
  readonly text: string;
}

export interface FlagNode extends Described {
  /** What must follow: nothing, a file or folder, one of a few values, or anything. */
  readonly value: "none" | "path" | "any" | readonly string[];
}

const HELP: FlagNode = { name: "--help", text: "show help", value: "none" };

/** Placeholders whose values are files or folders. */
const PATH_PLACEHOLDERS: readonly string[] = ["FILE", "DIR", "FORMAT=FILE"];

/** Every place, the program first, then groups and commands in the table's order. */
export function completionNodes(table: CommandTable, tools: readonly string[]): readonly Node[] {
  const globals = [...table.globalOptions.map(flagNode), HELP];
  return [
    { path: "", words: firstWords(table), flags: globals },
    ...Object.keys(table.groups).map((group) => ({
      path: group,
      words: secondWords(table, group),
      flags: globals,
    })),
    ...table.commands.map((command) => ({
      path: command.name,
      words: valuesOf(command, tools),
      flags: [...(command.options ?? []).map(flagNode), ...globals],
    })),
  ];
}

function firstWords({ commands, groups }: CommandTable): Described[] {
  const single = commands.filter(({ name }) => !name.includes(" ")).map(described);
  const grouped = Object.entries(groups).map(([name, text]) => ({ name, text }));
  return [...single, ...grouped, { name: "help", text: "show help" }];
}

function secondWords({ commands }: CommandTable, group: string): Described[] {
  return commands.filter(({ name }) => name.startsWith(`${group} `)).map((command) => ({
    name: command.name.slice(group.length + 1),
    text: command.summary,
  }));
}

function described({ name, summary }: Command): Described {
  return { name, text: summary };
}

function valuesOf({ words = [] }: Command, tools: readonly string[]): Described[] {
  const [first] = words;
  const names = first?.name === "TOOL" ? tools : first?.choices ?? [];
  return names.map((name) => ({ name, text: first?.text ?? "" }));
}

function flagNode({ flags, text, choices }: Option): FlagNode {
  const [name = "", placeholder] = flags.split(" ");
  return { name, text, value: choices ?? valueKind(placeholder) };
}

function valueKind(placeholder: string | undefined): "none" | "path" | "any" {
  if (placeholder === undefined) return "none";
  return PATH_PLACEHOLDERS.includes(placeholder) ? "path" : "any";
}
