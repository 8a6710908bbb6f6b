/**
 * What a worker works on once it is open.
 * @module
 */
import { ToolError } from "../contract/errors.ts";
import { commitFiles } from "../platform/commit_files.ts";
import { diskFiles, type Files } from "../platform/files.ts";
import { findFolder } from "../platform/folders.ts";
import { type StateFolder, stateFolder } from "../platform/state_folder.ts";
import { SnapshotStore } from "../snapshot/store.ts";
import { LastBuilt } from "./last_built.ts";
import { LiveTree, type TreeAccess } from "./live_tree.ts";
import { listedBy, USUAL_WAY } from "./other_way.ts";
import type { OpenRequest } from "./protocol.ts";
import { SearchTools } from "./search_world.ts";
import { SnapshotHolder } from "./snapshot_holder.ts";

/** Where the index is stored. */
export interface Storage {
  readonly folder: StateFolder;
  readonly store: SnapshotStore;
}

export interface Opened extends TreeAccess {
  /** Parts in which the index is made. */
  readonly shards: number;
  /** Absent if the index must stay in memory. */
  readonly storage: Storage | undefined;
  /** An index of the work tree to take over from, for a commit. */
  readonly older: SnapshotStore | undefined;
  readonly holder: SnapshotHolder;
  readonly lastBuilt: LastBuilt;
  readonly liveTree: LiveTree;
  readonly searchTools: SearchTools;
}

/** Opens a repository, or changes the rules of one that is open without losing what is loaded. */
export function openRepository(request: OpenRequest, before: Opened | undefined): Opened {
  const { limits, outerIgnores } = request;
  if (before !== undefined) return { ...before, limits, outerIgnores };
  const { way = USUAL_WAY } = request;
  const files = listedBy(way, filesOf(request));
  const place = storageOf(request);
  const storage = request.commit === undefined ? place : undefined;
  return {
    files,
    shards: way.shards,
    limits,
    outerIgnores,
    storage,
    older: request.commit === undefined ? undefined : place?.store,
    holder: new SnapshotHolder(storage?.store),
    lastBuilt: new LastBuilt(),
    liveTree: new LiveTree(),
    searchTools: new SearchTools(files),
  };
}

function filesOf({ root, commit }: OpenRequest): Files {
  if (commit !== undefined) return commitFiles(root, commit);
  if (findFolder(root).kind === "folder") return diskFiles(root);
  throw new ToolError("resource_not_found", `Cannot find folder "${root}"`);
}

function storageOf({ stateDir, version }: OpenRequest): Storage | undefined {
  if (stateDir === undefined) return undefined;
  const folder = stateFolder(stateDir);
  return { folder, store: new SnapshotStore(folder, version) };
}
