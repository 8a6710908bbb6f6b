/**
 * `blobs` and `compare`: the tree against a commit of git.
 * @module
 */
import { compareTree, isDirty, type TreeChange } from "../../platform/git/compare.ts";
import type { TreeEntry } from "../../platform/git/tree.ts";
import { lookAt } from "../../platform/work_file.ts";
import type { CompareRequest } from "../protocol.ts";
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

function differs(
  head: readonly TreeEntry[],
  { hashBytes, sparse }: CompareRequest,
  { files }: Opened,
): boolean {
  const look = (path: string): ReturnType<typeof lookAt> => lookAt(files.root, path);
  return compareTree({ head, blobIds: new Map(), look, hashBytes, sparse })
    .some((change) => isDirty(change) || isUnproven(change, head));
}

/** A file that cannot be read is not known to be clean; a name that cannot be opened can be no evidence either way. */
function isUnproven({ path, state }: TreeChange, head: readonly TreeEntry[]): boolean {
  return state === "unknown" && head.some((entry) => entry.path === path && entry.validName);
}
