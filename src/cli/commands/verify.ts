/**
 * `frigg verify`: whether citations still hold in the tree as it is now.
 *
 * Nothing is written without `--write`.
 * @module
 */
import { ToolError } from "../../contract/errors.ts";
import type { CitationPayload } from "../../contract/citation.ts";
import { resolveFrom } from "../../platform/os_paths.ts";
import { filePatch } from "../../playbook/text_diff.ts";
import { parsePayload } from "../../playbook/verify/payload_file.ts";
import {
  relocatedPayload,
  relocatedText,
  type Relocation,
  relocations,
} from "../../playbook/verify/relocate.ts";
import type { Tree } from "../../playbook/verify/source_lookup.ts";
import { VERIFY_STATUSES, type VerifyStatus } from "../../playbook/verify/status.ts";
import { verifyPayload } from "../../playbook/verify/verify.ts";
import { verifyReport } from "../../playbook/verify/verify_report.ts";
import { citedRoots } from "../cited_sources.ts";
import type { Command, CommandCall } from "../command.ts";
import { environmentError, EXIT, type ExitCode, usageError } from "../exit.ts";
import { readNamed, writeNamed } from "../named_files.ts";
import { lookupOf, PLAYBOOKS_OPTION } from "../playbook_session.ts";
import { pretty } from "../print_json.ts";
import { type Checked, holds, verifyJson, verifySummary, verifyText } from "../verify_output.ts";
import { withTree } from "../with_tree.ts";

export const verify: Command = {
  name: "verify",
  summary: "Check citations against the tree as it is now",
  words: [{ name: "FILE", text: "citations as JSON, or a report in Markdown" }],
  options: [
    { flags: "--citations FILE", text: "citations that a report rests on" },
    {
      flags: "--allow STATUS",
      text: "a status that is no failure, such as moved",
      repeatable: true,
    },
    { flags: "--relocate", text: "print a patch that puts what moved where it is now" },
    { flags: "--write", text: "with --relocate: change the files" },
    PLAYBOOKS_OPTION,
  ],
  examples: [
    "frigg cite session-timeout > citations.json && frigg verify citations.json",
    "frigg verify report.md --citations citations.json --allow moved",
    "frigg verify citations.json --relocate --write",
  ],
  run,
};

/** A file that is checked, and may be written. */
interface NamedText {
  readonly path: string;
  readonly shown: string;
  readonly text: string;
}

interface Subject {
  readonly report?: NamedText;
  readonly citations?: NamedText;
  readonly payload?: CitationPayload;
}

async function run(given: CommandCall): Promise<ExitCode> {
  const { flags, settings, console } = given;
  if (flags.has("write") && !flags.has("relocate")) {
    throw usageError("Cannot use --write alone", "Give --relocate too");
  }
  const allowed = flags.values("allow").map(allowedStatus);
  const subject = await subjectOf(given);
  const roots = await citedRoots(subject.payload?.playbook_id ?? "", given);
  return await withTree(given, roots, async (tree) => {
    const checked = await explained(() => check(subject, tree));
    const ok = holds(checked, allowed);
    if (flags.has("relocate")) return await relocate(subject, checked, tree, given);
    if (settings.json) console.print(pretty(verifyJson(checked, ok)));
    else tell(subject, checked, given);
    return ok ? EXIT.ok : EXIT.differs;
  });
}

function tell({ report, payload }: Subject, checked: Checked, { console }: CommandCall): void {
  const text = verifyText(checked, console.paint);
  if (text !== "") console.print(text);
  console.note(verifySummary(checked));
  // Alone, a report proves nothing, and its paths count from the root of the command.
  if (report !== undefined && payload === undefined) {
    console.note("Only what it quotes was looked for: name its citations with --citations FILE");
  }
}

function allowedStatus(word: string): VerifyStatus {
  const found = VERIFY_STATUSES.find((status) => status === word);
  if (found !== undefined) return found;
  throw usageError(`Cannot allow "${word}"`, `Give one of ${VERIFY_STATUSES.join(", ")}`);
}

async function subjectOf(given: CommandCall): Promise<Subject> {
  const named = read(given.words[0] ?? "", given);
  const isReport = /\.(md|markdown)$/i.test(named.shown);
  const word = given.flags.value("citations");
  if (!isReport) {
    if (word !== undefined) throw usageError("Cannot use --citations: FILE is not Markdown");
    return { citations: named, payload: await parsePayload(named.text, named.shown) };
  }
  if (word === undefined) return { report: named };
  const citations = read(word, given);
  return {
    report: named,
    citations,
    payload: await parsePayload(citations.text, citations.shown),
  };
}

function read(word: string, given: CommandCall): NamedText {
  const path = resolveFrom(lookupOf(given).cwd, word);
  return { path, shown: word, text: readNamed(path, word) };
}

async function check({ report, citations, payload }: Subject, tree: Tree): Promise<Checked> {
  if (report !== undefined) {
    const found = await verifyReport(report.text, payload, tree);
    return { file: report.shown, ...found, ...(payload === undefined ? {} : { payload }) };
  }
  if (payload === undefined) throw new TypeError("Cannot verify without citations");
  return {
    file: citations?.shown ?? "",
    payload,
    citations: await verifyPayload(payload, tree),
    uncited: payload.uncited,
  };
}

/** A repository or file that is not there is the state of the machine, not of the citations. */
async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== "invalid_params") throw error;
    throw environmentError(error.message, undefined, error);
  }
}

/** Prints what would change, as a patch; exit 0 if nothing is left that relocating cannot mend. */
async function relocate(
  subject: Subject,
  checked: Checked,
  tree: Tree,
  { flags, settings, console }: CommandCall,
): Promise<ExitCode> {
  const { payload } = subject;
  if (payload === undefined) {
    throw usageError("Cannot relocate a report alone", "Name its citations with --citations FILE");
  }
  const moved = await relocations(payload, checked.citations, tree);
  const changes = changesOf(subject, payload, moved);
  const patches = changes.map(({ file, text }) => filePatch(file.shown, file.text, text));
  const ok = holds(checked, ["moved"]);
  if (settings.json) console.print(pretty({ ...verifyJson(checked, ok), patch: patches.join("") }));
  else for (const patch of patches) console.print(patch);
  if (flags.has("write")) {
    for (const { file, text } of changes) writeNamed(file.path, file.shown, text);
  }
  if (!settings.json) console.note(verifySummary(checked));
  return ok ? EXIT.ok : EXIT.differs;
}

function changesOf(
  { report, citations }: Subject,
  payload: CitationPayload,
  moved: readonly Relocation[],
): readonly { readonly file: NamedText; readonly text: string }[] {
  const texts = [
    { file: citations, text: `${pretty(relocatedPayload(payload, moved))}\n` },
    { file: report, text: relocatedText(report?.text ?? "", moved) },
  ];
  return moved.length === 0
    ? []
    : texts.flatMap(({ file, text }) =>
      file === undefined || file.text === text ? [] : [{ file, text }]
    );
}
