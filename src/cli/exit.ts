/**
 * How a command ends: four exit codes, two more for git bisect, and the errors that carry one with what to do about it.
 * @module
 */

export const EXIT = {
  /** It is so: done, nothing differs. */
  ok: 0,
  /** Drift, a failed expectation, a refusal. */
  differs: 1,
  /** Wrong usage, or a playbook or trace that is not valid. */
  usage: 2,
  /** Workspace, index, files. */
  environment: 3,
  /** For `git bisect run`: this commit cannot be judged. */
  skip: 125,
  /** For `git bisect run`: no commit can be judged like this. */
  stop: 128,
} as const;
export type ExitCode = typeof EXIT[keyof typeof EXIT];

/** A command that cannot go on; `advice` says what the person can do now. */
export class CommandError extends Error {
  // Bundlers rename classes, so nothing may rest on `constructor.name`.
  override readonly name = "CommandError";

  constructor(
    readonly code: ExitCode,
    message: string,
    readonly advice?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Something in the arguments or settings is wrong. */
export function usageError(message: string, advice?: string): CommandError {
  return new CommandError(EXIT.usage, message, advice);
}

/** Something around the program is wrong: a folder, a file, the index. */
export function environmentError(message: string, advice?: string, cause?: unknown): CommandError {
  return new CommandError(EXIT.environment, message, advice, { cause });
}
