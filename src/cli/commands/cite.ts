/**
 * `frigg cite`: the citations that a trace proves, with paths, lines and digests.
 * @module
 */
import { PLAYBOOK_ID } from "../../contract/playbook.ts";
import { resolveFrom } from "../../platform/os_paths.ts";
import { kindOfPath } from "../../platform/user_files.ts";
import { composeCitations } from "../../playbook/cite.ts";
import { CITE_FORMATS, formatCitations } from "../../playbook/cite_formats.ts";
import { parseTrace } from "../../playbook/trace_file.ts";
import { citedRoots, sourcesIn } from "../cited_sources.ts";
import type { Command, CommandCall } from "../command.ts";
import { EXIT, type ExitCode, usageError } from "../exit.ts";
import { readNamed } from "../named_files.ts";
import { findPlaybook, type Lookup, shownFrom } from "../playbook_files.ts";
import { lookupOf, PLAYBOOKS_OPTION } from "../playbook_session.ts";

export const cite: Command = {
  name: "cite",
  summary: "Compose citations from a trace",
  words: [{ name: "TRACE", text: "a trace file, or the id of a playbook with an accepted trace" }],
  options: [
    {
      flags: "--format FORMAT",
      text: `${CITE_FORMATS.join(", ")}; default json`,
      choices: CITE_FORMATS,
    },
    {
      flags: "--answer FILE",
      text: "a text whose marks, such as [find[0]], are bound to citations",
    },
    PLAYBOOKS_OPTION,
  ],
  examples: [
    "frigg cite playbooks/session-timeout.trace.json --format markdown",
    "frigg cite session-timeout --answer report.md",
    "frigg cite session-timeout --format sarif > citations.sarif",
  ],
  run,
};

/** They say nothing that is not in the trace. */
const NEED_NO_SOURCE = ["json", "markdown"];

async function run(given: CommandCall): Promise<ExitCode> {
  const { words, flags, console } = given;
  const format = flags.value("format") ?? "json";
  if (!CITE_FORMATS.includes(format)) {
    throw usageError(`Cannot use "${format}" for --format`, `Give ${CITE_FORMATS.join(", ")}`);
  }
  const lookup = lookupOf(given);
  const { path, shown } = traceFile(words[0] ?? "", lookup);
  const trace = parseTrace(readNamed(path, shown), shown);
  const answer = flags.value("answer");
  const payload = await composeCitations(
    trace,
    answer === undefined ? undefined : readNamed(resolveFrom(lookup.cwd, answer), answer),
  );
  const roots = NEED_NO_SOURCE.includes(format) ? [] : await citedRoots(trace.playbook_id, given);
  const text = formatCitations(payload, format, sourcesIn(roots));
  if (text === undefined) {
    throw usageError(
      `Cannot give ${format}: a reference trace has no evidence`,
      "Give json or markdown",
    );
  }
  console.print(text);
  return EXIT.ok;
}

function traceFile(
  word: string,
  lookup: Lookup,
): { readonly path: string; readonly shown: string } {
  const path = resolveFrom(lookup.cwd, word);
  if (kindOfPath(path) === "file") return { path, shown: word };
  if (!PLAYBOOK_ID.test(word)) throw usageError(`Cannot find trace "${word}"`);
  const { accepted, id } = findPlaybook(word, lookup);
  const shown = shownFrom(lookup.cwd, accepted);
  if (kindOfPath(accepted) === "file") return { path: accepted, shown };
  throw usageError(
    `Cannot find trace "${shown}"`,
    `Make it with \`frigg playbook replay ${id}\`, then \`frigg playbook accept ${id}\``,
  );
}
