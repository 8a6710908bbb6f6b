/**
 * Starts a Worker that may touch one repository and nothing else.
 *
 * Deno follows links out of the folders it allows, so containment is checked on every path as well.
 * @module
 */
import { assetFolders, workerUrl } from "../platform/assets.ts";

/** What a worker may reach. Both folders exist and have their links resolved. */
export interface WorkerAccess {
  readonly root: string;
  readonly stateDir?: string;
  /** Only a builder writes, and only into the state folder. */
  readonly mayWrite: boolean;
}

/** Starts a Worker; tests pass their own. */
export type Spawn = (access: WorkerAccess) => Worker;

export function spawnWorker(access: WorkerAccess): Worker {
  const state = access.stateDir === undefined ? [] : [access.stateDir];
  // Not written into the call: the types of Deno 2.4.2 do not know `deno`, though its runtime does.
  const options = {
    type: "module" as const,
    deno: {
      permissions: {
        read: [access.root, ...state, ...assetFolders()],
        write: access.mayWrite && state.length > 0 ? state : false as const,
        net: false as const,
        env: false as const,
        run: false as const,
        ffi: false as const,
        sys: false as const,
      },
    },
  };
  return new Worker(workerUrl(), options);
}
