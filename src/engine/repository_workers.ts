/**
 * How the workers of one repository are started: what each may touch, and what it is told first.
 * @module
 */
import type { CommitTree } from "../platform/commit_files.ts";
import type { IndexWay } from "./other_way.ts";
import type { EngineLimits, OpenRequest, OuterIgnores } from "./protocol.ts";
import { type Spawn, spawnWorker } from "./spawn.ts";
import { WorkerClient } from "./worker_client.ts";

export interface WorkersOptions {
  /** Canonical path of the repository. */
  readonly root: string;
  /** Looks at a commit in place of the disk. */
  readonly commit?: CommitTree;
  /** Folder with its links resolved; absent when the index must stay in memory. With a commit it is only read. */
  readonly stateDir?: string;
  readonly limits: EngineLimits;
  /** Version of the program: an index of another version is not read. */
  readonly version: string;
  /** How the index is made; the usual way by default. */
  readonly way?: IndexWay;
  readonly spawn?: Spawn;
}

type Role = OpenRequest["role"];

export class RepositoryWorkers {
  readonly #options: WorkersOptions;

  constructor(options: WorkersOptions) {
    this.#options = options;
  }

  /** A worker that knows nothing yet. Only a builder of the disk may write, and only its state folder. */
  spawn(role: Role): WorkerClient {
    const { root, commit, spawn = spawnWorker } = this.#options;
    const stateDir = this.#stateDirOf(role);
    return new WorkerClient(spawn({
      root,
      mayWrite: role === "builder" && commit === undefined,
      ...(commit === undefined ? {} : { objectFolders: commit.objectFolders }),
      ...(stateDir === undefined ? {} : { stateDir }),
    }));
  }

  openRequest(role: Role, outerIgnores: OuterIgnores): OpenRequest {
    const { root, commit, limits, version, way } = this.#options;
    const stateDir = this.#stateDirOf(role);
    return {
      role,
      root,
      ...(commit === undefined ? {} : { commit }),
      limits,
      outerIgnores,
      version,
      ...(stateDir === undefined ? {} : { stateDir }),
      ...(way === undefined ? {} : { way }),
    };
  }

  /** Of a commit only the builder has a use for it. */
  #stateDirOf(role: Role): string | undefined {
    const { stateDir, commit } = this.#options;
    return role === "builder" || commit === undefined ? stateDir : undefined;
  }
}
