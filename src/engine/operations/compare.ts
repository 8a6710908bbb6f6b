/**
 * `blobs`, `compare` and `changes`: the tree against a commit of git.
 * @module
 */
import {
  compareTree,
  type Comparison,
  isDirty,
  type TreeChange,
} from "../../platform/git/compare.ts";
import type { TreeEntry } from "../../platform/git/tree.ts";
import { lookAt } from "../../platform/work_file.ts";
import { walkNow } from "../live_tree.ts";
import type { CommitChanges, CompareRequest } from "../commit_requests.ts";
import type { Opened } from "../worker_state.ts";
import type { Running } from "./running.ts";

/** Commit entries compared before other requests get their turn; each may mean reading a file. */
const PORTION = 50;

/** Blob id of each file that the walk meets, by path. */
export async function blobs({ opened, budget }: Running): Promise<Map<string, string>> {
  const snapshot = opened.holder.usable();
  const ids = new Map<string, string>();
  for await (const file of opened.liveTree.files(opened, snapshot, budget)) {
    if (file.kind === "file") ids.set(file.entry.path, file.entry.gitBlob);
  }
  return ids;
}

/** Whether the tree has other bytes than a commit; ends at the first difference. */
export async function compare(
  request: CompareRequest,
  running: Running,
): Promise<{ dirty: boolean }> {
  const { opened, budget } = running;
  const ids = await blobs(running);
  const inHead = new Set(request.head.map(({ path }) => path));
  if (ids.keys().some((path) => !inHead.has(path))) return { dirty: true };
  // A file may hold the very bytes of the link it replaced: then the id says nothing.
  const open = request.head.filter(({ path, oid, kind }) =>
    kind === "link" || ids.get(path) !== oid
  );
  for (let at = 0; at < open.length; at += PORTION) {
    await budget.breathe();
    const portion = open.slice(at, at + PORTION);
    if (differs(portion, request, opened)) return { dirty: true };
  }
  return { dirty: false };
}

/** Every path that differs from a commit. */
export async function changes(request: CompareRequest, running: Running): Promise<CommitChanges> {
  const { opened, budget } = running;
  const ids = await blobs(running);
  const inHead = new Set(request.head.map(({ path }) => path));
  const found: TreeChange[] = ids.keys().filter((path) => !inHead.has(path))
    .map((path): TreeChange => ({ path, state: "added" })).toArray();
  for (let at = 0; at < request.head.length; at += PORTION) {
    await budget.breathe();
    const head = request.head.slice(at, at + PORTION);
    const own = head.flatMap(({ path }): [string, string][] => {
      const id = ids.get(path);
      return id === undefined ? [] : [[path, id]];
    });
    found.push(...compareTree({ ...comparisonOf(request, opened), head, blobIds: new Map(own) }));
  }
  const { ignoreDigest } = await walkNow(opened, budget);
  return { changes: found.sort((a, b) => (a.path < b.path ? -1 : 1)), ignoreDigest };
}

function comparisonOf(
  { hashBytes, sparse }: CompareRequest,
  { files }: Opened,
): Pick<Comparison, "look" | "hashBytes" | "sparse"> {
  return { look: (path) => lookAt(files.root, path), hashBytes, sparse };
}

function differs(
  head: readonly TreeEntry[],
  request: CompareRequest,
  opened: Opened,
): boolean {
  return compareTree({ ...comparisonOf(request, opened), head, blobIds: new Map() })
    .some((change) => isDirty(change) || isUnproven(change, head));
}

/** A file that cannot be read is not known to be clean; a name that cannot be opened can be no evidence either way. */
function isUnproven({ path, state }: TreeChange, head: readonly TreeEntry[]): boolean {
  return state === "unknown" && head.some((entry) => entry.path === path && entry.validName);
}
