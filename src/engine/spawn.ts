/**
 * Starts a Worker that may touch one repository and nothing else.
 *
 * Deno follows links out of the folders it allows, so containment is checked on every path as well.
 * @module
 */
import { assetFolders, workerUrl } from "../platform/assets.ts";
import { partsOf } from "../platform/git/object_store.ts";

/** What a worker may reach. The folders exist and have their links resolved. */
export interface WorkerAccess {
  readonly root: string;
  /** Folders of git's objects, for a worker that looks at a commit: it may read objects there in place of the root. */
  readonly objectFolders?: readonly string[];
  readonly stateDir?: string;
  /** Only a builder writes, and only into the state folder. */
  readonly mayWrite: boolean;
}

/** Starts a Worker; tests pass their own. */
export type Spawn = (access: WorkerAccess) => Worker;

export function spawnWorker(access: WorkerAccess): Worker {
  return new Worker(workerUrl(), workerOptions(access));
}

/** What `Deno` understands besides the type, as an object of its own: the types of 2.4.2 do not know it. */
interface NarrowOptions extends WorkerOptions {
  readonly type: "module";
  readonly deno: {
    readonly permissions:
      & Record<"read" | "write", string[] | false>
      & Record<"net" | "env" | "run" | "ffi" | "sys", false>;
  };
}

export function workerOptions(access: WorkerAccess): NarrowOptions {
  const state = access.stateDir === undefined ? [] : [access.stateDir];
  const write = access.mayWrite && state.length > 0 ? state : false;
  const tree = access.objectFolders?.flatMap(partsOf) ?? [access.root];
  const read = [...tree, ...state, ...assetFolders()];
  const none = { net: false, env: false, run: false, ffi: false, sys: false } as const;
  return { type: "module", deno: { permissions: { read, write, ...none } } };
}
