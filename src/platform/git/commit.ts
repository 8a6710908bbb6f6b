/**
 * Parses commits and annotated tags.
 * @module
 */
import { GitError } from "./git_error.ts";
import type { Oid } from "./oid.ts";

/** A commit, without its full message. */
export interface Commit {
  readonly oid: Oid;
  readonly tree: Oid;
  /** In a shallow clone empty where the history was cut off. */
  readonly parents: readonly Oid[];
  /** Seconds since 1970, UTC. */
  readonly committedAt: number;
  /** As written: `Name <address>`. */
  readonly author: string;
  /** First line of the message. */
  readonly subject: string;
}

/** @throws {GitError} `corrupt` if tree or committer are missing */
export function parseCommit(oid: Oid, data: Uint8Array): Commit {
  const { fields, message } = split(data);
  const values = (key: string): string[] =>
    fields.filter(([name]) => name === key).map(([, value]) => value);
  const [tree] = values("tree");
  const committedAt = Number(/ (-?\d+) [-+]\d+$/.exec(values("committer")[0] ?? "")?.[1]);
  if (tree === undefined || !Number.isSafeInteger(committedAt)) {
    throw new GitError("corrupt", `Cannot parse commit "${oid}"`);
  }
  const author = (values("author")[0] ?? "").replace(/ -?\d+ [-+]\d+$/, "");
  const subject = message.trimStart().split("\n", 1)[0] ?? "";
  return { oid, tree, parents: values("parent"), committedAt, author, subject };
}

/** The object an annotated tag names. */
export function parseTagTarget(oid: Oid, data: Uint8Array): Oid {
  const target = split(data).fields.find(([name]) => name === "object")?.[1];
  if (target === undefined) throw new GitError("corrupt", `Cannot parse tag "${oid}"`);
  return target;
}

/** Header lines up to the first empty line; continuation lines, as of signatures, begin with a space. */
function split(data: Uint8Array): { fields: [name: string, value: string][]; message: string } {
  const text = new TextDecoder().decode(data);
  const end = text.indexOf("\n\n");
  const header = end < 0 ? text : text.slice(0, end);
  const fields = header.split("\n").map((line): [string, string] => {
    const space = line.indexOf(" ");
    return [line.slice(0, space), line.slice(space + 1)];
  });
  return { fields, message: end < 0 ? "" : text.slice(end + 2) };
}
