/**
 * Errors as people see them: what went wrong, then what to do, and the exit code that goes with it.
 * @module
 */
import { errorRow, ToolError } from "../contract/errors.ts";
import { HostError } from "../hosts/host_error.ts";
import { isSystemError } from "../platform/user_files.ts";
import { PlaybookError } from "../playbook/problem.ts";
import { CommandError, EXIT, type ExitCode } from "./exit.ts";

/** What a command says about an error that ended it. */
export interface Failure {
  readonly exit: ExitCode;
  readonly message: string;
  readonly advice?: string;
}

/** The failure behind an error; undefined for a fault of this program. */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof CommandError) return ofCommand(error);
  if (error instanceof HostError) return ofHost(error);
  if (error instanceof PlaybookError) return { exit: EXIT.usage, message: error.message };
  if (error instanceof ToolError) return ofTool(error);
  if (!isSystemError(error)) return undefined;
  return { exit: EXIT.environment, message: `The system refused: ${error.message}` };
}

function ofCommand({ code, message, advice }: CommandError): Failure {
  return { exit: code, message, ...(advice === undefined ? {} : { advice }) };
}

function ofHost({ kind, message, advice }: HostError): Failure {
  return { exit: EXIT[kind], message, ...(advice === undefined ? {} : { advice }) };
}

/** Refusals outside an answer: wrong input is usage, all else is the state of folders and index. */
function ofTool({ code, message, data }: ToolError): Failure {
  const given = data["correction_hint"] ?? data["hint"] ?? errorRow(code).hint;
  return {
    exit: code === "invalid_params" ? EXIT.usage : EXIT.environment,
    message: `${code}: ${message}`,
    ...(typeof given === "string" ? { advice: given } : {}),
  };
}

/** A fault of this program, as whoever reports it needs it. */
export function faultText(error: unknown): string {
  const shown = error instanceof Error ? error.stack ?? error.message : String(error);
  return `frigg has a fault: ${shown}`;
}

/** A failure in one or two lines. */
export function failureText({ message, advice }: Failure): string {
  return advice === undefined ? message : `${message}\n${advice}`;
}
