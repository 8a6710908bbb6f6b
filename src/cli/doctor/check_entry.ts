/**
 * Checks of one entry: what it starts, with which arguments, on which folders.
 * @module
 */
import type { Launch } from "../../hosts/host.ts";
import { launchOf, serverArguments } from "../../hosts/launch.ts";
import { findFolder, isAbsolutePath } from "../../platform/folders.ts";
import { thisProgram } from "../../platform/program.ts";
import { isSameProgram, programState } from "../../platform/program_file.ts";
import { CommandError } from "../exit.ts";
import type { CommandTable } from "../command.ts";
import { parseArguments } from "../parse.ts";
import { readSettings } from "../settings.ts";
import { tooWide } from "./check_workspace.ts";
import type { Finding, FindingCode } from "./finding.ts";

export interface EntryContext {
  /** The host and its file. */
  readonly subject: string;
  /** The program's own, which says what the arguments mean. */
  readonly table: CommandTable;
  /** What the host puts in place of its variables. */
  readonly variables: Readonly<Record<string, string>>;
}

const REGISTER_AGAIN = "Run `frigg register` for that host again";

/** What is wrong with an entry; empty if it starts this very program on folders that are there. */
export function checkEntry(entry: unknown, context: EntryContext): readonly Finding[] {
  const { subject } = context;
  const launch = launchOf(entry);
  if (launch === undefined) {
    return [finding("entry_unusable", subject, "The entry names no command that starts frigg")];
  }
  const command = commandTrouble(launch, subject);
  if (command !== undefined) return [command];
  const isThis = isThisProgram(launch);
  const args = isThis ? ownArguments(launch) : serverArguments(launch);
  if (args === undefined) {
    const message = `"${launch.command}" is not frigg, so its arguments were not checked`;
    return [finding("command_not_frigg", subject, message)];
  }
  const copy = isThis ? [] : [otherCopy(launch, subject)];
  return [...copy, ...checkArguments(args, context)];
}

function commandTrouble({ command }: Launch, subject: string): Finding | undefined {
  if (!isAbsolutePath(command)) {
    const message = `"${command}" is no absolute path: hosts start servers in any folder`;
    return finding("command_relative", subject, message);
  }
  switch (programState(command)) {
    case "program":
      return undefined;
    case "not_executable":
      return finding(
        "command_not_executable",
        subject,
        `"${command}" may not be executed`,
        `Run \`chmod +x ${command}\``,
      );
    case "absent":
      return finding("command_absent", subject, `There is no "${command}"`);
    case "not_a_file":
      return finding("command_absent", subject, `"${command}" is not a file`);
    case "unreadable":
      return finding("command_absent", subject, `"${command}" cannot be looked at`);
  }
}

function isThisProgram({ command, args }: Launch): boolean {
  const own = thisProgram();
  // From source the module counts, and any Deno may run it.
  const main = own.args.at(-1);
  return main === undefined ? isSameProgram(command, own.command) : args.includes(main);
}

function ownArguments({ args }: Launch): readonly string[] {
  const main = thisProgram().args.at(-1);
  return main === undefined ? args : args.slice(args.indexOf(main) + 1);
}

function otherCopy({ command }: Launch, subject: string): Finding {
  const message = `"${command}" is another copy of frigg, with other bytes than this one`;
  return finding("command_other_frigg", subject, message);
}

function checkArguments(args: readonly string[], context: EntryContext): readonly Finding[] {
  const { subject, table } = context;
  try {
    const parsed = parseArguments(args, table);
    if (parsed.kind !== "serve") {
      const message = `The arguments "${args.join(" ")}" do not start a server`;
      return [finding("arguments_invalid", subject, message)];
    }
    // Hosts give a server an environment of their own, so this one's says nothing.
    const { workspaceRoots } = readSettings(parsed.flags, () => undefined);
    return checkRoots(workspaceRoots, context);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return [finding("arguments_invalid", subject, error.message)];
  }
}

function checkRoots(
  roots: readonly string[],
  { subject, variables }: EntryContext,
): readonly Finding[] {
  if (roots.length === 0) {
    const message = "The entry names no folder, so it depends on where the host starts servers";
    return [finding("entry_without_root", subject, message)];
  }
  return roots.flatMap((word) => {
    const trouble = rootTrouble(variables[word] ?? word);
    return trouble === undefined ? [] : [finding(trouble.code, subject, trouble.message)];
  });
}

function rootTrouble(root: string): Pick<Finding, "code" | "message"> | undefined {
  const code = "entry_root_unusable";
  if (!isAbsolutePath(root)) return { code, message: `The folder "${root}" is no absolute path` };
  const found = findFolder(root);
  if (found.kind !== "folder") {
    const why = found.kind === "absent" ? "is not there" : "cannot be used";
    return { code, message: `The folder "${root}" ${why}` };
  }
  const wide = tooWide(found.path);
  if (wide === undefined) return undefined;
  return { code: "entry_root_too_wide", message: `The folder "${root}" is ${wide}` };
}

function finding(
  code: FindingCode,
  subject: string,
  message: string,
  advice: string = REGISTER_AGAIN,
): Finding {
  return { code, subject, message, advice };
}
