/**
 * What `frigg doctor` can find: a table of codes, so that scripts can rely on them.
 * @module
 */
import { EXIT, type ExitCode } from "../exit.ts";

/** `error`: it does not work. `warning`: it works, but not as it should. `note`: worth knowing. */
export type Severity = "error" | "warning" | "note";

interface Row {
  readonly severity: Severity;
  /** What the command ends with because of it. */
  readonly exit: ExitCode;
}

const ERROR: Row = { severity: "error", exit: EXIT.differs };
const ENVIRONMENT: Row = { severity: "error", exit: EXIT.environment };
const WARNING: Row = { severity: "warning", exit: EXIT.differs };
const NOTE: Row = { severity: "note", exit: EXIT.ok };

/** Folders, the index and files that cannot be used are the environment, as everywhere in the program. */
export const FINDINGS = {
  self_check_failed: ERROR,
  root_unusable: ENVIRONMENT,
  root_too_wide: WARNING,
  git_unreadable: WARNING,
  index_absent: WARNING,
  index_stale: WARNING,
  index_damaged: ENVIRONMENT,
  index_of_other_version: ENVIRONMENT,
  state_folder_unusable: ENVIRONMENT,
  home_unknown: WARNING,
  settings_unreadable: ENVIRONMENT,
  settings_broken: ENVIRONMENT,
  entry_unusable: ERROR,
  command_relative: ERROR,
  command_absent: ERROR,
  command_not_executable: ERROR,
  command_not_frigg: WARNING,
  command_other_frigg: WARNING,
  arguments_invalid: ERROR,
  entry_without_root: WARNING,
  entry_root_unusable: ERROR,
  entry_root_too_wide: WARNING,
  entry_in_old_file: WARNING,
  not_registered: NOTE,
} as const satisfies Readonly<Record<string, Row>>;

export type FindingCode = keyof typeof FINDINGS;

export interface Finding {
  readonly code: FindingCode;
  /** What it is about: a folder, a host with its file, this program. */
  readonly subject: string;
  /** What is wrong, as a sentence without final stop. */
  readonly message: string;
  /** What to do about it. */
  readonly advice: string;
}

/** What the command ends with: the worst of its findings. */
export function exitOfFindings(findings: readonly Finding[]): ExitCode {
  const exits = findings.map(({ code }) => FINDINGS[code].exit);
  return exits.reduce<ExitCode>((worst, exit) => exit > worst ? exit : worst, EXIT.ok);
}
