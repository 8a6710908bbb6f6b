/**
 * The process's repositories: each is opened once, under its canonical root, and shared by all sessions.
 * @module
 */
import { invalidParams, ToolError } from "../contract/errors.ts";
import { WORKSPACE_GRACE_MS } from "../contract/limits.ts";
import { startEngine } from "../engine/host.ts";
import type { IndexWay } from "../engine/other_way.ts";
import type { EngineLimits } from "../engine/protocol.ts";
import type { EngineCall, RepositoryEngine } from "../engine/repository_engine.ts";
import { readIgnoreContext } from "../platform/git/ignore_context.ts";
import { resolveFrom } from "../platform/os_paths.ts";
import type { WatchFiles } from "../platform/watch_files.ts";
import { aliasOf, idOfAlias, repositoryId } from "./identity.ts";
import { openCommit, type OpenedCommit } from "./open_commit.ts";
import { placeOf } from "./place.ts";
import { RefreshQueue } from "./refresh_queue.ts";
import { OpenRepository, type ToldOfBuilds, type WatchSettings } from "./repository.ts";
import { defaultRoot, gitRootOf, namedRoot } from "./roots.ts";
import { folderInRoot, folderInState, knownInState, type StateFolder } from "./state_folder.ts";
import type { WatchTimes } from "./watcher.ts";
import type {
  Adoptions,
  AdoptRequest,
  Place,
  Progress,
  Repository,
  Workspace,
} from "./workspace.ts";

export interface WorkspaceOptions {
  /** Folders named on the command line, in order; each is taken as it is. */
  readonly roots: readonly string[];
  readonly cwd: string;
  readonly home: string | undefined;
  /** Folder for the indexes of all repositories; by default each keeps its own in `.frigg`. */
  readonly stateDir?: string;
  /** Revision of git that every repository is looked at in place of its disk; nothing is stored then. */
  readonly at?: string;
  readonly limits: EngineLimits;
  /** Version of the program: an index of another version is not read. */
  readonly version: string;
  /** Takes one line for the log. */
  readonly log: (line: string) => void;
  /** How indexes are made; the usual way by default. */
  readonly way?: IndexWay;
  /** Whether changes are watched while a session is there; without it they are not. */
  readonly watch?: WatchTimes;
  readonly startEngine?: typeof startEngine;
  readonly watchFiles?: WatchFiles;
}

export function openWorkspace(options: WorkspaceOptions): Workspace {
  return new OpenWorkspace(options);
}

class OpenWorkspace implements Workspace {
  readonly #options: WorkspaceOptions;
  readonly #repositories = new Map<string, OpenRepository>();
  readonly #refreshes = new RefreshQueue();
  readonly #listeners = new Map<Adoptions, Set<Progress>>();

  constructor(options: WorkspaceOptions) {
    this.#options = options;
  }

  get maxFileBytes(): number {
    return this.#options.limits.maxFileBytes;
  }

  // deno-lint-ignore require-await -- failures are rejections, as of every method here
  async adopt(session: Adoptions, request: AdoptRequest): Promise<Repository> {
    const repository = this.#target(session, request);
    this.#adoptFor(session, repository, request.makeDefault);
    return repository;
  }

  async ensureAdopted(session: Adoptions, call: EngineCall): Promise<void> {
    if (session.adopted.length > 0) return;
    const fresh = this.#initialRoots().map((root) => this.#open(root));
    for (const repository of fresh) this.#adoptFor(session, repository, false);
    await Promise.all(fresh.map((repository) => repository.prepare(call, WORKSPACE_GRACE_MS)));
  }

  async scope(
    session: Adoptions,
    repositoryId: string | undefined,
    call: EngineCall,
  ): Promise<readonly Repository[]> {
    await this.ensureAdopted(session, call);
    const adopted = this.#adoptedBy(session);
    if (repositoryId === undefined) return adopted;
    const id = idOfAlias(repositoryId, session.adopted) ?? repositoryId;
    const named = adopted.filter((repository) => repository.id === id);
    if (named.length === 0) throw unknown(repositoryId);
    return named;
  }

  async place(
    session: Adoptions,
    path: string,
    repositoryId: string | undefined,
    call: EngineCall,
  ): Promise<Place> {
    const scope = await this.scope(session, repositoryId, call);
    const known = repositoryId === undefined ? [...this.#repositories.values()] : [];
    return placeOf(path, { scope: defaultFirst(scope, session.defaultId), known });
  }

  get opened(): readonly Repository[] {
    return [...this.#repositories.values()];
  }

  find(repositoryId: string): Repository | undefined {
    return this.#repositories.get(repositoryId);
  }

  alias(session: Adoptions, repositoryId: string): string | undefined {
    const position = session.adopted.indexOf(repositoryId);
    return position < 0 ? undefined : aliasOf(position);
  }

  release(session: Adoptions): void {
    for (const repository of this.#repositories.values()) repository.leave(session);
  }

  reportTo(session: Adoptions, progress: Progress): Disposable {
    const listeners = this.#listeners.get(session) ?? new Set();
    this.#listeners.set(session, listeners.add(progress));
    return {
      [Symbol.dispose]: () => {
        listeners.delete(progress);
        if (listeners.size === 0) this.#listeners.delete(session);
      },
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#repositories.values()].map((repository) => repository.close()));
    this.#repositories.clear();
  }

  #target(session: Adoptions, { path, repositoryId, resolveMode }: AdoptRequest): OpenRepository {
    if (path !== undefined && repositoryId !== undefined) {
      throw invalidParams("repository_id", "path and repository_id exclude each other");
    }
    if (repositoryId !== undefined) {
      const id = idOfAlias(repositoryId, session.adopted) ?? repositoryId;
      const known = this.#repositories.get(id);
      if (known === undefined) throw unknown(repositoryId);
      return known;
    }
    if (path === undefined) throw invalidParams("path", "path or repository_id is needed");
    return this.#open(namedRoot(path, resolveMode, this.#options.cwd));
  }

  /** Roots for a session that named none: those of the command line, else what the working directory gives. */
  #initialRoots(): string[] {
    const { roots, cwd, home } = this.#options;
    if (roots.length > 0) return roots.map((root) => namedRoot(root, "direct", cwd));
    return [defaultRoot({ cwd, home })];
  }

  #open(root: string): OpenRepository {
    const id = repositoryId(root);
    const known = this.#repositories.get(id);
    if (known !== undefined) return known;
    const { at } = this.#options;
    const commit = at === undefined ? undefined : openCommit(root, at);
    const folder = this.#folderOf(root, id);
    if (folder.error !== undefined) {
      const advice = "name another folder with --state-dir";
      this.#options.log(`The index of "${root}" stays in memory: ${folder.error}; ${advice}`);
    }
    const repository = new OpenRepository({
      id,
      root,
      folder,
      log: this.#options.log,
      ...(commit === undefined ? {} : { commit }),
      startEngine: (told) => this.#startEngine({ root, folder, commit }, told),
      listeners: (session) => this.#listeners.get(session) ?? NOBODY,
      ...this.#watch(),
    });
    this.#repositories.set(id, repository);
    return repository;
  }

  #watch(): { watch?: WatchSettings } {
    const { watch: times, watchFiles } = this.#options;
    if (times === undefined) return {};
    const own = watchFiles === undefined ? {} : { watchFiles };
    return { watch: { times, queue: this.#refreshes, ...own } };
  }

  #folderOf(root: string, id: string): StateFolder {
    const { stateDir, cwd, at } = this.#options;
    if (stateDir === undefined) return folderInRoot(root);
    const state = resolveFrom(cwd, stateDir);
    return at === undefined ? folderInState(state, id) : knownInState(state, id);
  }

  #startEngine(
    { root, folder, commit }: Opening,
    told: ToldOfBuilds,
  ): RepositoryEngine {
    const { limits, version, way, startEngine: start = startEngine } = this.#options;
    return start({
      root,
      limits,
      version,
      ...told,
      ...(commit === undefined
        ? { outerIgnores: () => readIgnoreContext(root, gitRootOf(root)) }
        : { commit: commit.tree, outerIgnores: () => commit.ignores }),
      ...(folder.usable === undefined ? {} : { stateDir: folder.usable }),
      ...(way === undefined ? {} : { way }),
    });
  }

  #adoptFor(session: Adoptions, repository: OpenRepository, makeDefault: boolean): void {
    repository.enter(session);
    session.adopt(repository.id, { makeDefault });
  }

  /** In adoption order. */
  #adoptedBy(session: Adoptions): OpenRepository[] {
    return session.adopted.flatMap((id) => this.#repositories.get(id) ?? []);
  }
}

interface Opening {
  readonly root: string;
  readonly folder: StateFolder;
  readonly commit: OpenedCommit | undefined;
}

const NOBODY: ReadonlySet<Progress> = new Set();

function defaultFirst(
  repositories: readonly Repository[],
  defaultId: string | undefined,
): readonly Repository[] {
  const isDefault = ({ id }: Repository): boolean => id === defaultId;
  return [
    ...repositories.filter(isDefault),
    ...repositories.filter((repository) => !isDefault(repository)),
  ];
}

function unknown(repositoryId: string): ToolError {
  return new ToolError("resource_not_found", `Cannot find repository "${repositoryId}"`, {
    repository_id: repositoryId,
    hint: "Adopt it first: call workspace with its path",
  });
}
