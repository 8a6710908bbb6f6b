/**
 * `frigg playbook diff`: two traces side by side, ours or of the reference, without running anything.
 * @module
 */
import { PLAYBOOK_ID } from "../../contract/playbook.ts";
import { resolveFrom } from "../../platform/os_paths.ts";
import { kindOfPath } from "../../platform/user_files.ts";
import { diffTraces } from "../../playbook/diff_traces.ts";
import { refuseEdited } from "../../playbook/edited.ts";
import { silentChange } from "../../playbook/silent_change.ts";
import { type AnyTrace, isOwnTrace } from "../../playbook/trace_file.ts";
import type { Command, CommandCall } from "../command.ts";
import { diffTextLines } from "../diff_text.ts";
import { EXIT, type ExitCode, usageError } from "../exit.ts";
import { findPlaybook, type Lookup, shownFrom } from "../playbook_files.ts";
import { lookupOf, PLAYBOOKS_OPTION, readTrace } from "../playbook_session.ts";
import { pretty } from "../print_json.ts";
import { withApp } from "../with_app.ts";

export const playbookDiff: Command = {
  name: "playbook diff",
  summary: "Compare two traces: exit 0 same, 1 different",
  words: [
    { name: "A", text: "a trace file, or the id of a playbook with an accepted trace" },
    { name: "B", text: "the trace to compare with it" },
  ],
  options: [PLAYBOOKS_OPTION],
  examples: [
    "frigg playbook diff session-timeout playbooks/session-timeout.trace.new.json",
    "frigg playbook diff old.trace.json new.trace.json --json",
  ],
  run,
};

/** A trace with the file it is in. */
interface Side {
  readonly shown: string;
  readonly trace: AnyTrace;
}

async function run(given: CommandCall): Promise<ExitCode> {
  const { words: [first = "", second = ""], console, settings } = given;
  const lookup = lookupOf(given);
  const [a, b] = [await sideOf(first, lookup), await sideOf(second, lookup)];
  const diff = await withApp(given, ({ app }) => diffTraces(a.trace, b.trace, app.surface));
  const note = diff === null ? unseen(a.trace, b.trace) : undefined;
  if (settings.json) {
    console.print(
      pretty({ matches: diff === null, diff, ...(note === undefined ? {} : { note }) }),
    );
  } else {
    const { paint } = console;
    const heads = [paint.red(`--- ${a.shown}`), paint.green(`+++ ${b.shown}`)];
    const text = diff === null
      ? [note === undefined ? "same" : `same; ${note}`]
      : [...heads, ...diffTextLines(diff.text, paint)];
    console.print(text.join("\n"));
  }
  return diff === null ? EXIT.ok : EXIT.differs;
}

/** @throws {CommandError} usage */
async function sideOf(word: string, lookup: Lookup): Promise<Side> {
  const { path, shown } = traceFile(word, lookup);
  const trace = readTrace(path, shown);
  if (trace === undefined) throw usageError(`Cannot find trace "${word}"`);
  if (isOwnTrace(trace)) await refuseEdited(trace, { action: "compare", field: shown });
  return { shown, trace };
}

function traceFile(
  word: string,
  lookup: Lookup,
): { readonly path: string; readonly shown: string } {
  const path = resolveFrom(lookup.cwd, word);
  if (kindOfPath(path) !== "absent" || !PLAYBOOK_ID.test(word)) return { path, shown: word };
  const { accepted } = findPlaybook(word, lookup);
  return { path: accepted, shown: shownFrom(lookup.cwd, accepted) };
}

/** What two traces that count as the same do not show. */
function unseen(a: AnyTrace, b: AnyTrace): string | undefined {
  const why = isOwnTrace(a) && isOwnTrace(b) ? silentChange(a, b) : undefined;
  return why === undefined ? undefined : `they have two digests: ${why}`;
}
