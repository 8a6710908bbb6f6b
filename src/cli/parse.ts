/**
 * Arguments → the command they name. The gate to `commander`: nothing else in the program knows it.
 *
 * Nothing runs here and nothing is printed, so that every way of using the program wrongly is a value in a test.
 * @module
 */
import { Command as Parser, CommanderError } from "commander";
import type { Command, CommandTable } from "./command.ts";
import { Flags, type Option } from "./flags.ts";
import { type CommandError, usageError } from "./exit.ts";
import { nearNames } from "./suggest.ts";

export type Parsed =
  | {
    readonly kind: "help";
    readonly text: string;
    /** Help of the program itself, not of one command. */
    readonly isRoot: boolean;
  }
  /** No command was named. */
  | { readonly kind: "serve"; readonly flags: Flags }
  | {
    readonly kind: "run";
    readonly command: Command;
    readonly words: readonly string[];
    readonly flags: Flags;
  };

/**
 * What the arguments ask for.
 *
 * @throws {CommandError} usage, with near names for a misspelt one
 */
export function parseArguments(args: readonly string[], table: CommandTable): Parsed {
  let parsed: Parsed | undefined;
  let help = "";
  let isRoot = false;
  const root = buildParser(table, {
    found: (result) => parsed = result,
    write: (text, parser) => {
      help += text;
      isRoot = parser.parent === null;
    },
  });
  try {
    root.parse(respelt(args), { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (!isHelp(error)) throw error;
    // A group alone, such as `frigg playbook`, is a question without an answer.
    if (error.exitCode !== 0) {
      throw usageError("Cannot run a group of commands: name one of them", help.trimEnd());
    }
    return { kind: "help", text: help, isRoot };
  }
  if (parsed === undefined) throw new Error("Cannot tell what the arguments ask for");
  return parsed;
}

/** Two spellings that everybody tries: `help playbook run` and `--version`. */
function respelt(args: readonly string[]): string[] {
  const [first, ...rest] = args;
  // The library's own help command looks one word deep.
  if (first === "help") return [...rest, "--help"];
  return first === "--version" ? ["version", ...rest] : [...args];
}

/** What the parser tells while it works. */
interface Sink {
  found(parsed: Parsed): void;
  write(text: string, parser: Parser): void;
}

function buildParser(table: CommandTable, sink: Sink): Parser {
  const root = new Parser("frigg").description(table.summary);
  configure(root, table, sink);
  for (const option of table.globalOptions) addOption(root, option);
  root.addHelpText("after", examplesText(table.examples));
  // Declared so that a misspelt command is ours to report, not an excess argument.
  root.argument("[COMMAND...]").usage("[COMMAND] [OPTIONS]");
  root.action(([word]: readonly unknown[]): void => {
    if (typeof word === "string") throw unknownCommand(word, root);
    sink.found({ kind: "serve", flags: flagsOf(root) });
  });
  for (const command of table.commands) addCommand(root, command, table, sink);
  return root;
}

function addCommand(root: Parser, command: Command, table: CommandTable, sink: Sink): void {
  const [first = "", second] = command.name.split(" ");
  const parser = second === undefined
    ? root.command(first)
    : groupOf(root, first, table, sink).command(second);
  configure(parser, table, sink);
  parser.description(command.summary);
  for (const { name, text } of command.words ?? []) parser.argument(bracketed(name), text);
  for (const option of command.options ?? []) addOption(parser, option);
  parser.addHelpText("after", examplesText(command.examples));
  parser.action(() =>
    sink.found({ kind: "run", command, words: parser.args, flags: flagsOf(parser) })
  );
}

function groupOf(root: Parser, name: string, table: CommandTable, sink: Sink): Parser {
  const known = root.commands.find((command) => command.name() === name);
  if (known !== undefined) return known;
  const group = root.command(name).description(table.groups[name] ?? "");
  configure(group, table, sink);
  const examples = table.commands.filter((command) => command.name.startsWith(`${name} `))
    .flatMap((command) => command.examples.slice(0, 1));
  return group.usage("COMMAND [OPTIONS]")
    .addHelpText("after", `${table.topics?.[name] ?? ""}\n${examplesText(examples)}`);
}

function configure(parser: Parser, { width }: CommandTable, { write }: Sink): void {
  parser.configureOutput({
    writeOut: (text) => write(text, parser),
    writeErr: (text) => write(text, parser),
    outputError: () => {},
    // Without these two the library reads a dozen environment variables that the program may not.
    getOutHasColors: () => false,
    getErrHasColors: () => false,
    getOutHelpWidth: () => width,
    getErrHelpWidth: () => width,
  });
  parser.configureHelp({ showGlobalOptions: true, subcommandTerm: usageOf });
  parser.helpCommand(false).helpOption("-h, --help", "show help");
  parser.showSuggestionAfterError(false);
  parser.exitOverride((error) => {
    const unknown = unknownWord(parser);
    if (isHelp(error) && unknown !== undefined) throw unknownCommand(unknown, parser);
    throw isHelp(error) ? error : explained(error, parser);
  });
}

/** A word where a command should stand: with `--help` beside it the library overlooks it. */
function unknownWord({ args: [word], commands }: Parser): string | undefined {
  if (word === undefined || word.startsWith("-") || commands.length === 0) return undefined;
  return commands.some((command) => command.name() === word) ? undefined : word;
}

function usageOf(parser: Parser): string {
  const words = parser.registeredArguments.map((word) => {
    const shown = `${word.name()}${word.variadic ? "..." : ""}`;
    return word.required ? shown : `[${shown}]`;
  });
  return [parser.name(), ...words].join(" ");
}

/** `NAME` is required, `[NAME]` is not; commander wants `<NAME>`. */
function bracketed(name: string): string {
  return name.startsWith("[") ? name : `<${name}>`;
}

function addOption(parser: Parser, { flags, text, repeatable }: Option): void {
  const declared = flags.replace(/ ([A-Z=/]+)$/, " <$1>");
  if (repeatable === true) parser.option(declared, text, collected);
  else parser.option(declared, text);
}

function collected(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value];
}

function flagsOf(parser: Parser): Flags {
  const values: Readonly<Record<string, unknown>> = parser.optsWithGlobals();
  return new Flags(values);
}

function examplesText(examples: readonly string[]): string {
  return `\nExamples:\n${examples.map((example) => `  ${example}`).join("\n")}`;
}

function isHelp(error: CommanderError): boolean {
  return error.code === "commander.help" || error.code === "commander.helpDisplayed";
}

/** The library's complaint in our words, with near names. */
function explained(error: CommanderError, parser: Parser): CommandError {
  const subject = /'([^']*)'/.exec(error.message)?.[1] ?? "";
  switch (error.code) {
    case "commander.unknownOption":
      return usageError(
        `Cannot use flag "${subject}": it is unknown`,
        advice(nearNames(subject, flagNames(parser)), parser),
      );
    case "commander.unknownCommand":
      return unknownCommand(subject, parser);
    default:
      return usageError(sentence(error.message), `See \`${pathOf(parser)} --help\``);
  }
}

function unknownCommand(word: string, parser: Parser): CommandError {
  const inGroups = groupedAs(word, parser);
  const near = inGroups.length > 0
    ? inGroups
    : nearNames(word, parser.commands.map((command) => command.name()));
  return usageError(`Cannot run "${word}": it is unknown`, advice(near, parser));
}

/** Commands that have the name inside a group: `replay` is `playbook replay`. */
function groupedAs(word: string, { commands }: Parser): readonly string[] {
  return commands.filter((group) => group.commands.some((command) => command.name() === word))
    .map((group) => `${group.name()} ${word}`);
}

function advice(near: readonly string[], parser: Parser): string {
  const see = `See \`${pathOf(parser)} --help\``;
  return near.length === 0 ? see : `Did you mean ${near.join(" or ")}? ${see}`;
}

/** Names of all flags that can stand there. */
function flagNames(parser: Parser): readonly string[] {
  const own = parser.options.map(({ long }) => long ?? "");
  return parser.parent === null ? own : [...own, ...flagNames(parser.parent)];
}

function pathOf(parser: Parser): string {
  return parser.parent === null ? parser.name() : `${pathOf(parser.parent)} ${parser.name()}`;
}

/** "error: option '--out <FILE>' argument missing" → "Cannot use the arguments: option …". */
function sentence(message: string): string {
  return `Cannot use the arguments: ${message.replace(/^error: /, "")}`;
}
