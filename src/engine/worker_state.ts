/**
 * What a worker works on once it is open.
 * @module
 */
import { ToolError } from "../contract/errors.ts";
import { diskFiles } from "../platform/files.ts";
import { findFolder } from "../platform/folders.ts";
import { type StateFolder, stateFolder } from "../platform/state_folder.ts";
import { SnapshotStore } from "../snapshot/store.ts";
import { LastBuilt } from "./last_built.ts";
import { LiveTree, type TreeAccess } from "./live_tree.ts";
import type { OpenRequest } from "./protocol.ts";
import { SearchTools } from "./search_world.ts";
import { SnapshotHolder } from "./snapshot_holder.ts";

/** Where the index is stored. */
export interface Storage {
  readonly folder: StateFolder;
  readonly store: SnapshotStore;
}

export interface Opened extends TreeAccess {
  /** Absent if the index must stay in memory. */
  readonly storage: Storage | undefined;
  readonly holder: SnapshotHolder;
  readonly lastBuilt: LastBuilt;
  readonly liveTree: LiveTree;
  readonly searchTools: SearchTools;
}

/** Opens a repository, or changes the rules of one that is open without losing what is loaded. */
export function openRepository(request: OpenRequest, before: Opened | undefined): Opened {
  const { limits, outerIgnores } = request;
  if (before !== undefined) return { ...before, limits, outerIgnores };
  if (findFolder(request.root).kind !== "folder") {
    throw new ToolError("resource_not_found", `Cannot find folder "${request.root}"`);
  }
  const storage = storageOf(request);
  const files = diskFiles(request.root);
  return {
    files,
    limits,
    outerIgnores,
    storage,
    holder: new SnapshotHolder(storage?.store),
    lastBuilt: new LastBuilt(),
    liveTree: new LiveTree(),
    searchTools: new SearchTools(files),
  };
}

function storageOf({ stateDir, version }: OpenRequest): Storage | undefined {
  if (stateDir === undefined) return undefined;
  const folder = stateFolder(stateDir);
  return { folder, store: new SnapshotStore(folder, version) };
}
