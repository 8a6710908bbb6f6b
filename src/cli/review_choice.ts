/**
 * The decisions of a review as values: what a person typed, and what becomes of the changes of one playbook.
 * @module
 */

/** What becomes of one change. */
export type Verb = "accept" | "reject" | "skip";

/** What a person may answer. */
export type Answer =
  | { readonly kind: "one" | "rest"; readonly verb: Verb }
  | { readonly kind: "quit" | "help" };

const ANSWERS: ReadonlyMap<string, Answer> = new Map([
  ["a", { kind: "one", verb: "accept" }],
  ["r", { kind: "one", verb: "reject" }],
  ["s", { kind: "one", verb: "skip" }],
  ["A", { kind: "rest", verb: "accept" }],
  ["R", { kind: "rest", verb: "reject" }],
  ["S", { kind: "rest", verb: "skip" }],
  ["q", { kind: "quit" }],
]);

export const REVIEW_PROMPT = "[a]ccept [r]eject [s]kip, A R S for the rest too, [q]uit, [?] ";

export const REVIEW_HELP = `a  accept: what the replay gave is expected from now on
r  reject: what was accepted stays expected
s  skip: decide later
A, R, S  the same for this change and the rest of this playbook
q  quit: what is not decided yet is skipped`;

/** What a line that was typed means; the end of the input (undefined) quits, whatever else is asked for again. */
export function answerOf(line: string | undefined): Answer {
  if (line === undefined) return { kind: "quit" };
  return ANSWERS.get(line.trim()) ?? { kind: "help" };
}

/** Decisions on the first changes of a playbook. */
export interface Decided {
  readonly verbs: readonly Verb[];
  /** Nothing more is to be asked, here or of another playbook. */
  readonly quit: boolean;
}

export const UNDECIDED: Decided = { verbs: [], quit: false };

/** The decisions after one more answer; `total` is the number of changes. */
export function decide({ verbs, quit }: Decided, answer: Answer, total: number): Decided {
  const rest = (verb: Verb): Verb[] => Array.from({ length: total - verbs.length }, () => verb);
  switch (answer.kind) {
    case "help":
      return { verbs, quit };
    case "one":
      return { verbs: [...verbs, answer.verb], quit };
    case "rest":
      return { verbs: [...verbs, ...rest(answer.verb)], quit };
    case "quit":
      return { verbs: [...verbs, ...rest("skip")], quit: true };
    default:
      return answer satisfies never;
  }
}

/** What is done with the files of a playbook. */
export interface Settlement {
  /** Whether the pending trace is taken as a whole, or which of its changes. */
  readonly accept: "nothing" | "whole" | readonly number[];
  /** A pending trace of which nothing is left to decide has done its work. */
  readonly removePending: boolean;
}

/** What the decisions come to; changes are named by their position. */
export function settle(verbs: readonly Verb[]): Settlement {
  const accepted = verbs.flatMap((verb, index) => verb === "accept" ? [index] : []);
  return {
    accept: accepted.length === 0
      ? "nothing"
      : accepted.length === verbs.length
      ? "whole"
      : accepted,
    removePending: !verbs.includes("skip"),
  };
}
