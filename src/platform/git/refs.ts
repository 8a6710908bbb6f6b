/**
 * Reads references: one file each, or a line of `packed-refs`.
 * @module
 */
import * as path from "node:path";
import { readText } from "./disk.ts";
import { GitError } from "./git_error.ts";
import type { GitDirs } from "./locate.ts";
import { isOid, type Oid } from "./oid.ts";

/** Where HEAD is. */
export interface Head {
  /** Full name such as `refs/heads/main`; `undefined` if HEAD is detached. */
  readonly branch: string | undefined;
  /** `undefined` if the branch has no commit yet. */
  readonly oid: Oid | undefined;
}

// As many as git follows.
const MAX_HOPS = 5;

/** Reads HEAD. @throws {GitError} `corrupt` if it is neither an id nor a reference */
export function readHead(dirs: GitDirs): Head {
  const { target, oid } = readOne(dirs, "HEAD");
  return { branch: target, oid: target === undefined ? oid : readRef(dirs, target) };
}

/**
 * Reads the id that a reference holds, symbolic references followed.
 *
 * `name` is full (`refs/heads/main`) or one of git's own in capitals (`HEAD`, `ORIG_HEAD`).
 * The id may be that of an annotated tag.
 */
export function readRef(dirs: GitDirs, name: string): Oid | undefined {
  let next = name;
  for (let hops = 0; hops <= MAX_HOPS; hops++) {
    if (!isRefName(next)) return undefined;
    const { target, oid } = readOne(dirs, next);
    if (target === undefined) return oid;
    next = target;
  }
  throw new GitError("corrupt", `Cannot follow reference "${name}": more than ${MAX_HOPS} hops`);
}

interface RefContent {
  readonly target?: string;
  readonly oid?: Oid;
}

function readOne(dirs: GitDirs, name: string): RefContent {
  const text = readText(path.join(isOwn(name) ? dirs.own : dirs.common, name));
  if (text === undefined) {
    const packed = findPacked(dirs, name);
    return packed === undefined ? {} : { oid: packed };
  }
  const target = /^ref:\s*(.*?)\s*$/.exec(text)?.[1];
  if (target !== undefined) return { target };
  const oid = text.split(/\s/, 1)[0] ?? "";
  if (!isOid(oid, dirs.hashBytes)) {
    throw new GitError("corrupt", `Cannot read reference "${name}": it holds no object id`);
  }
  return { oid };
}

/** References that each linked worktree has for itself. */
function isOwn(name: string): boolean {
  return !name.startsWith("refs/") || /^refs\/(?:bisect|worktree|rewritten)\//.test(name);
}

function findPacked(dirs: GitDirs, name: string): Oid | undefined {
  const text = readText(path.join(dirs.common, "packed-refs")) ?? "";
  const digits = 2 * dirs.hashBytes;
  // Searched as text: the file may have tens of thousands of lines and one is wanted.
  const at = `\n${text}\n`.indexOf(` ${name}\n`) - 1;
  const oid = text.slice(at - digits, at);
  const startsLine = at === digits || text[at - digits - 1] === "\n";
  return at >= digits && startsLine && isOid(oid, dirs.hashBytes) ? oid : undefined;
}

/** What git accepts as a name, which also keeps lookups inside the git folder. */
function isRefName(name: string): boolean {
  if (/[\0-\x20\x7f~^:?*[\\]|\.\.|@\{/.test(name)) return false;
  const parts = name.split("/");
  if (parts.some((part) => part === "" || part.startsWith(".") || part.endsWith(".lock"))) {
    return false;
  }
  return parts[0] === "refs" ? parts.length > 1 : parts.length === 1 && /^[A-Z_]+$/.test(name);
}
