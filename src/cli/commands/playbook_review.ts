/**
 * `frigg playbook review`: walk through pending changes on a terminal and decide each.
 *
 * The decisions on a playbook are written when its last change is decided, so that an interrupt loses those on one
 * playbook at most.
 * @module
 */
import type { Trace } from "../../contract/playbook.ts";
import { inputLines, isTerminal, textWriter } from "../../platform/process.ts";
import { kindOfPath } from "../../platform/user_files.ts";
import { accepting, refuseInCi, writeAccepted } from "../accepting.ts";
import type { Command, CommandCall } from "../command.ts";
import { diffTextLines } from "../diff_text.ts";
import { EXIT, type ExitCode, usageError } from "../exit.ts";
import { removeNamed } from "../named_files.ts";
import { keptTrace, pendingState } from "../pending.ts";
import {
  findPlaybook,
  type Lookup,
  pendingFiles,
  type PlaybookFiles,
  shownFrom,
} from "../playbook_files.ts";
import {
  lookupOf,
  PLAYBOOKS_OPTION,
  type PlaybookSession,
  withPlaybooks,
} from "../playbook_session.ts";
import { UPDATE_OPTION } from "../replay_options.ts";
import {
  answerOf,
  decide,
  type Decided,
  REVIEW_HELP,
  REVIEW_PROMPT,
  settle,
  UNDECIDED,
  type Verb,
} from "../review_choice.ts";
import { type ReviewItem, reviewItems } from "../review_items.ts";

export const playbookReview: Command = {
  name: "playbook review",
  summary: "Walk through pending changes on a terminal: accept, reject or skip each",
  words: [{ name: "[PLAYBOOK...]", text: "ids or files (default: all that have a pending trace)" }],
  options: [UPDATE_OPTION, PLAYBOOKS_OPTION],
  examples: ["frigg playbook review", "frigg playbook review session-timeout"],
  run,
};

async function run(given: CommandCall): Promise<ExitCode> {
  if (!isTerminal("stdin") || !isTerminal("stdout")) throw noTerminal();
  refuseInCi(given.flags);
  const found = pendingOf(given.words, lookupOf(given));
  if (found.length === 0) given.console.note("Nothing is pending");
  return await withPlaybooks(given, async (session) => {
    const review = new Review(session, given);
    try {
      for (const files of found) if (!await review.playbook(files)) break;
    } finally {
      await review.close();
    }
    return EXIT.ok;
  });
}

function noTerminal(): Error {
  return usageError(
    "Cannot review without a terminal",
    "List what is pending with `frigg playbook pending`, then decide it with " +
      "`frigg playbook accept PLAYBOOK --step STEP` or `frigg playbook reject PLAYBOOK`",
  );
}

/** @throws {CommandError} usage for a playbook without a pending trace */
function pendingOf(words: readonly string[], lookup: Lookup): readonly PlaybookFiles[] {
  if (words.length === 0) return pendingFiles(lookup);
  return words.map((word) => {
    const files = findPlaybook(word, lookup);
    if (kindOfPath(files.pending) === "file") return files;
    throw usageError(
      `Cannot find "${shownFrom(lookup.cwd, files.pending)}"`,
      `Run \`frigg playbook replay ${files.id}\` first`,
    );
  });
}

/** One sitting at a terminal. */
class Review {
  readonly #session: PlaybookSession;
  readonly #console: CommandCall["console"];
  readonly #lines = inputLines();
  readonly #write = textWriter("stdout");

  constructor(session: PlaybookSession, { console }: CommandCall) {
    this.#session = session;
    this.#console = console;
  }

  async close(): Promise<void> {
    await this.#lines.return(undefined);
  }

  /** Decides the changes of a playbook; gives whether to go on with another. */
  async playbook(files: PlaybookFiles): Promise<boolean> {
    const { cwd, surface } = this.#session;
    const state = await pendingState(files, cwd, surface);
    if (state.stale !== undefined) {
      this.#console.warn(`${files.id}: stale, ${state.stale}; replay it again`);
      return true;
    }
    const pending = state.trace;
    const kept = await keptTrace(files, cwd);
    const judging = { playbook: this.#session.load(files).playbook, surface };
    const items = await reviewItems(kept, pending, judging);
    const { verbs, quit } = await this.#decide(files, items);
    await this.#settle(files, { kept, pending, items, verbs });
    return !quit;
  }

  async #decide({ id }: PlaybookFiles, items: readonly ReviewItem[]): Promise<Decided> {
    const { paint } = this.#console;
    let decided = UNDECIDED;
    for (let item = items[0]; item !== undefined; item = items[decided.verbs.length]) {
      const position = `change ${decided.verbs.length + 1} of ${items.length}`;
      this.#console.print(`${paint.bold(id)}, ${position}`);
      this.#console.print(diffTextLines(item.text, paint).join("\n"));
      decided = await this.#ask(decided, items.length);
    }
    return decided;
  }

  async #ask(before: Decided, total: number): Promise<Decided> {
    for (;;) {
      this.#write(REVIEW_PROMPT);
      const { value, done } = await this.#lines.next();
      const answer = answerOf(done === true ? undefined : value);
      if (done === true) this.#write("\n");
      if (answer.kind !== "help") return decide(before, answer, total);
      this.#console.print(REVIEW_HELP);
    }
  }

  async #settle(files: PlaybookFiles, reviewed: Reviewed): Promise<void> {
    const { kept, pending, items, verbs } = reviewed;
    const { cwd, surface } = this.#session;
    const { accept, removePending } = settle(verbs);
    if (accept !== "nothing") {
      const judging = { playbook: this.#session.load(files).playbook, surface };
      const steps = accept === "whole" ? undefined : accept.map((at) => items[at]?.step ?? "");
      writeAccepted(files, (await accepting(kept, pending, judging, steps)).trace, cwd);
    }
    if (removePending) removeNamed(files.pending, shownFrom(cwd, files.pending));
    this.#console.print(`${files.id}: ${summary(items, verbs)}`);
  }
}

interface Reviewed {
  readonly kept: Trace | undefined;
  readonly pending: Trace;
  readonly items: readonly ReviewItem[];
  readonly verbs: readonly Verb[];
}

const DONE: readonly (readonly [Verb, string])[] = [
  ["accept", "accepted"],
  ["reject", "rejected"],
  ["skip", "skipped"],
];

function summary(items: readonly ReviewItem[], verbs: readonly Verb[]): string {
  const parts = DONE.flatMap(([verb, word]) => {
    const named = items.filter((_, at) => verbs[at] === verb).map(({ step }) =>
      step ?? "all of it"
    );
    return named.length === 0 ? [] : [`${word} ${named.join(", ")}`];
  });
  return parts.length === 0 ? "nothing to decide" : parts.join("; ");
}
