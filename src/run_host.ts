/**
 * Runs of playbooks over the workspace: a fresh session, one snapshot of every repository, and its source.
 *
 * Part of the composition root: it joins the workspace to what the playbook runtime asks for.
 * @module
 */
import { canonicalJson } from "./contract/canonical_json.ts";
import type { TraceRepository } from "./contract/playbook.ts";
import type { Span, WholeLines } from "./contract/source.ts";
import type { CallOptions, Dispatch, Outcome } from "./contract/tool.ts";
import type { SnapshotStatus } from "./engine/protocol.ts";
import { sha256Hex } from "./platform/digest.ts";
import type { CitedFile, LocateWanted, Run, RunRepository, SourceProbe } from "./playbook/host.ts";
import { PLAYBOOK_SCOPE_ID, Session } from "./session/session.ts";
import type { Repository, Workspace } from "./workspace/workspace.ts";

export interface RunParts {
  readonly workspace: Workspace;
  /** A dispatcher for a session, with the clock of a run. */
  readonly dispatchFor: (session: Session) => Dispatch;
  /** Repositories of the run in their order; empty for the default root. */
  readonly adopted: readonly string[];
}

/** Opens a run: every repository is brought to the current tree first. */
export async function openRun(parts: RunParts, options: CallOptions): Promise<Run> {
  const run = new WorkspaceRun(parts, options);
  try {
    await run.begin();
    return run;
  } catch (error) {
    await run.close();
    throw error;
  }
}

/** A repository with the state of its snapshot at the time the run met it. */
interface Pinned {
  readonly repository: Repository;
  readonly described: RunRepository;
  readonly fingerprint: string | undefined;
  readonly timesDirty: number;
}

class WorkspaceRun implements Run {
  readonly dispatch: Dispatch;
  readonly #parts: RunParts;
  readonly #options: CallOptions;
  readonly #session = new Session(PLAYBOOK_SCOPE_ID, "playbook");
  readonly #pinned = new Map<string, Pinned>();

  constructor(parts: RunParts, options: CallOptions) {
    this.#parts = parts;
    this.#options = options;
    const dispatch = parts.dispatchFor(this.#session);
    this.dispatch = async (tool, args, call): Promise<Outcome> => {
      const outcome = await dispatch(tool, args, call);
      await this.#pinNew();
      return outcome;
    };
  }

  async begin(): Promise<void> {
    const { workspace, adopted } = this.#parts;
    const { adoptions } = this.#session;
    for (const repositoryId of adopted) {
      const request = { repositoryId, resolveMode: "direct", makeDefault: false } as const;
      await workspace.adopt(adoptions, request, this.#options);
    }
    for (const { engine } of await workspace.scope(adoptions, undefined, this.#options)) {
      await engine.refresh(this.#options);
    }
    await this.#pinNew();
  }

  repositories(): readonly RunRepository[] {
    return this.#session.adoptions.adopted.flatMap((id) => this.#pinned.get(id)?.described ?? []);
  }

  async cite(
    repositoryId: string,
    path: string,
    spans: readonly (Span | WholeLines)[],
  ): Promise<CitedFile> {
    return await this.#engineOf(repositoryId).spans({ path, spans }, this.#options);
  }

  async probe(repositoryId: string, path: string): Promise<SourceProbe> {
    return await this.#engineOf(repositoryId).probe(path, this.#options);
  }

  async locate(
    repositoryId: string,
    wanted: LocateWanted,
  ): Promise<readonly { readonly path: string; readonly span: Span }[]> {
    return (await this.#engineOf(repositoryId).locate(wanted, this.#options)).places;
  }

  async changedSince(): Promise<readonly string[]> {
    const changed: string[] = [];
    for (const { repository, described: { alias }, fingerprint, timesDirty } of this.#pins()) {
      const { engine } = repository;
      const { changed: paths, truncated } = await engine.delta(this.#options);
      changed.push(...paths.map((path) => `${alias}:${path}`));
      const status = await engine.status(this.#options);
      // Somebody else refreshed the index meanwhile: which files made it differ is no longer known.
      const isAnother = truncated || status.fingerprint !== fingerprint;
      // A file that is back as it was is one that a step may have met as it was not.
      const wasAnother = paths.length === 0 && repository.timesDirty !== timesDirty;
      if (isAnother || wasAnother) changed.push(`${alias}:*`);
    }
    return changed.sort();
  }

  close(): Promise<void> {
    this.#parts.workspace.release(this.#session.adoptions);
    return Promise.resolve();
  }

  #pins(): Pinned[] {
    return [...this.#pinned.values()];
  }

  #engineOf(repositoryId: string): Repository["engine"] {
    const pinned = this.#pinned.get(repositoryId);
    if (pinned === undefined) {
      throw new Error(`Cannot find repository "${repositoryId}" of the run`);
    }
    return pinned.repository.engine;
  }

  /** Remembers the state of the repositories that a step adopted. */
  async #pinNew(): Promise<void> {
    const { workspace } = this.#parts;
    const { adoptions } = this.#session;
    for (const id of adoptions.adopted) {
      const repository = workspace.find(id);
      const alias = workspace.alias(adoptions, id);
      if (this.#pinned.has(id) || repository === undefined || alias === undefined) continue;
      const { timesDirty } = repository;
      const status = await repository.engine.status(this.#options);
      const described = await describe(repository, { alias, status }, this.#options);
      this.#pinned.set(id, { repository, described, fingerprint: status.fingerprint, timesDirty });
    }
  }
}

async function describe(
  repository: Repository,
  pin: { readonly alias: string; readonly status: SnapshotStatus },
  options: CallOptions,
): Promise<RunRepository> {
  const { id, displayName, root, storage, commit } = repository;
  const header = await headerOf(repository, pin, options);
  const pinned = commit === undefined ? {} : { atCommit: true } as const;
  return { alias: pin.alias, id, displayName, root, storagePath: storage.path, ...pinned, header };
}

async function headerOf(
  repository: Repository,
  { alias, status }: { readonly alias: string; readonly status: SnapshotStatus },
  options: CallOptions,
): Promise<TraceRepository> {
  const scope = { includeHidden: true };
  const slice = { offset: 0, limit: Number.MAX_SAFE_INTEGER };
  const { rows } = await repository.engine.walk({ scope, slice }, options);
  const vcs = await repository.vcs(options);
  return {
    alias,
    name: repository.displayName,
    remote: vcs?.remote ?? null,
    snapshot_token: status.symbolToken ?? "",
    files: status.files ?? 0,
    bytes: rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    paths_digest: sha256Hex(canonicalJson(rows.map(({ path }) => path))),
    // The fingerprint is made of each file's path and digest: it holds no time and no folder.
    manifest_digest: status.fingerprint ?? sha256Hex(""),
    ignore_digest: status.ignoreDigest ?? sha256Hex(""),
    vcs: vcs?.commit === undefined ? null : { commit: vcs.commit, dirty: vcs.dirty },
  };
}
