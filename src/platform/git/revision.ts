/**
 * Resolves what people type for a commit: an id, a branch, a tag, each with `~N` and `^N`.
 *
 * Not supported: `@{…}`, `:/text`, `^{/text}`, ranges, `git describe` names.
 * @module
 */
import { parseTagTarget } from "./commit.ts";
import { GitError } from "./git_error.ts";
import { isOid, type Oid } from "./oid.ts";
import { readRef } from "./refs.ts";
import type { GitRepository } from "./repository.ts";

// Shorter prefixes become ambiguous too soon to be kept in a playbook.
const MIN_PREFIX_DIGITS = 7;
// A tag may tag a tag; more levels than this are a damaged or malicious repository.
const MAX_TAG_LEVELS = 10;
// Git's own order.
const PLACES = ["", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"] as const;
const STEP = /([~^])(\d*)/g;

/**
 * Finds the commit that a revision names.
 *
 * @throws {GitError} `unknown_revision`, `ambiguous_revision` or `shallow`; `missing_object` or
 *   `corrupt` if the repository lacks what the revision leads to
 */
export function resolveCommit(repository: GitRepository, revision: string): Oid {
  const [, name = "", steps = ""] = /^([^~^]+)((?:[~^]\d*)*)$/.exec(revision) ?? [];
  const start = findStart(repository, name === "@" ? "HEAD" : name);
  if (start === undefined) throw unknown(revision, nothing(repository));
  let oid = peel(repository, start);
  if (oid === undefined) throw unknown(revision, "it does not name a commit");
  for (const [, sign, digits = ""] of steps.matchAll(STEP)) {
    const count = digits === "" ? 1 : Number(digits);
    oid = sign === "~"
      ? ancestor(repository, { oid, count, revision })
      : parent(repository, { oid, count, revision });
  }
  return oid;
}

function findStart(repository: GitRepository, name: string): Oid | undefined {
  const { hashBytes } = repository.dirs;
  if (isOid(name.toLowerCase(), hashBytes)) return stored(repository, name.toLowerCase());
  for (const place of PLACES) {
    const oid = readRef(repository.dirs, place + name);
    if (oid !== undefined) return oid;
  }
  // `origin` alone stands for the remote's default branch.
  return readRef(repository.dirs, `refs/remotes/${name}/HEAD`) ?? findByPrefix(repository, name);
}

/** A shallow or partial clone may lack what is named rightly; to the person it is the same as a wrong name. */
function stored(repository: GitRepository, oid: Oid): Oid | undefined {
  return repository.store.has(oid) ? oid : undefined;
}

function findByPrefix(repository: GitRepository, name: string): Oid | undefined {
  const prefix = name.toLowerCase();
  if (prefix.length < MIN_PREFIX_DIGITS || !/^[0-9a-f]+$/.test(prefix)) return undefined;
  const commits = repository.store.withPrefix(prefix)
    .filter((oid) => peel(repository, oid) !== undefined);
  if (commits.length < 2) return commits[0];
  throw new GitError(
    "ambiguous_revision",
    `Cannot resolve revision "${name}": several commits fit`,
  );
}

/** Follows tags to a commit; `undefined` if they end at something else. */
function peel(repository: GitRepository, start: Oid): Oid | undefined {
  let oid = start;
  for (let level = 0; level <= MAX_TAG_LEVELS; level++) {
    const { kind, data } = repository.store.read(oid);
    if (kind === "commit") return oid;
    if (kind !== "tag") return undefined;
    oid = parseTagTarget(oid, data);
  }
  throw new GitError("corrupt", `Cannot follow tag "${start}": more than ${MAX_TAG_LEVELS} levels`);
}

interface Step {
  readonly oid: Oid;
  readonly count: number;
  readonly revision: string;
}

function ancestor(repository: GitRepository, { oid, count, revision }: Step): Oid {
  let at = oid;
  for (let n = 0; n < count; n++) at = parent(repository, { oid: at, count: 1, revision });
  return at;
}

function parent(repository: GitRepository, { oid, count, revision }: Step): Oid {
  if (count === 0) return oid;
  if (repository.shallow().has(oid)) {
    throw new GitError(
      "shallow",
      `Cannot resolve revision "${revision}": the clone is shallow`,
    );
  }
  const found = repository.commit(oid).parents[count - 1];
  if (found === undefined) throw unknown(revision, "history does not go back that far");
  return found;
}

function nothing(repository: GitRepository): string {
  const why = "nothing here has this name";
  return repository.shallow().size === 0 ? why : `${why}, and the clone is shallow`;
}

function unknown(revision: string, why: string): GitError {
  return new GitError("unknown_revision", `Cannot resolve revision "${revision}": ${why}`);
}
