/**
 * The composition root: chooses clock, random source, workspace and tools, and joins them.
 *
 * Every door of the program (MCP, command line, playbook) gets its sessions here.
 * @module
 */
import denoJson from "../deno.json" with { type: "json" };
import { canonicalJson } from "./contract/canonical_json.ts";
import { type JsonObject, toJson, toJsonObject } from "./contract/json.ts";
import { TRACE_SCHEMA } from "./contract/playbook.ts";
import { withContextLog } from "./context_log.ts";
import type { Dispatch, Surface } from "./contract/tool.ts";
import { createGuidance, type Guidance } from "./guidance/guidance.ts";
import { instructions } from "./guidance/instructions.ts";
import { languageByName, LANGUAGES, supportedLanguageNames } from "./languages/registry.ts";
import { randomHex, sha256Hex } from "./platform/digest.ts";
import { pathFilter } from "./path_filter.ts";
import type { PlaybookHost } from "./playbook/host.ts";
import { openRun } from "./run_host.ts";
import { answerSharing, type Sharing } from "./session/anchors.ts";
import { PLAYBOOK_SCOPE_ID, Session } from "./session/session.ts";
import { SharedScopes } from "./session/shared_scopes.ts";
import { SCHEMA_VERSION } from "./snapshot/codec.ts";
import type { ToolSet } from "./tools/define.ts";
import { createDispatch } from "./tools/dispatch.ts";
import { buildTools } from "./tools/registry.ts";
import { summarize } from "./tools/repository_summary.ts";
import { RoutingStats } from "./tools/routing_stats.ts";
import { openWorkspace, type WorkspaceOptions } from "./workspace/open_workspace.ts";
import type { Repository, WatchView, Workspace } from "./workspace/workspace.ts";

/** Version of the program. */
export const VERSION: string = denoJson.version;

/** How the process serves, as the instructions name it (contract.md §2.1). */
export type RuntimeProfile =
  | "stdio_ephemeral"
  | "stdio_attached"
  | "http_loopback_service"
  | "http_remote_service";

export interface AppOptions extends Omit<WorkspaceOptions, "version"> {
  /** Whether the tools' use is counted (FRIGG_ROUTING_STATS). */
  readonly routingStats?: boolean;
  /** Whether each call leaves a line in `context.jsonl` (FRIGG_CONTEXT_EFFICIENCY_LOG). */
  readonly contextLog?: boolean;
  readonly semantic?: SemanticOptions;
}

/** How ranked search treats vectors (FRIGG_SEMANTIC_RUNTIME_ENABLED and _STRICT_MODE). */
export interface SemanticOptions {
  /** What a request that does not say asks for. */
  readonly enabled: boolean;
  /** Whether a request for vectors is refused if there are none. */
  readonly strict: boolean;
}

/** One client's door to the tools. */
export interface SessionDoor {
  readonly dispatch: Dispatch;
  /** Forgets what the session adopted. */
  close(): void;
}

/** A repository of the process, seen from outside every session. */
export interface RunningRepository {
  readonly summary: JsonObject;
  readonly repositoryId: string;
  /** The build that is running, if there is one; `sinceMs` in epoch milliseconds. */
  readonly build?: { readonly isFirst: boolean; readonly sinceMs: number };
  readonly watch: WatchView;
}

export interface App {
  readonly version: string;
  readonly surface: Surface;
  readonly workspace: Workspace;
  /** Whether repositories that sessions adopted are watched. */
  readonly watches: boolean;
  /** What a client can read about the program. */
  readonly guidance: Guidance;
  /** What a client is told at its first contact. */
  instructions(runtimeProfile: RuntimeProfile): string;
  openSession(): SessionDoor;
  /**
   * The door of clients without a session: every call has a scope of its own, while what it produced and the
   * adopted repositories are remembered for all.
   */
  openShared(): SessionDoor;
  /** Every repository that was opened, as `workspace` shows it, in the order of opening. */
  repositories(): Promise<readonly RunningRepository[]>;
  /** Runs playbooks on these repositories in this order; without any, on the default root. */
  playbookHost(adopted?: readonly string[]): PlaybookHost;
  /** Which paths the path filters of a tool's arguments select. */
  pathFilter(params: JsonObject): (path: string) => boolean;
  /** Ends every worker. */
  close(): Promise<void>;
}

/** Builds the program. Nothing is opened before the first call of a tool. */
export function createApp(options: AppOptions): App {
  // An index rests on the queries and grammars that made it as much as on the version.
  const version = `${VERSION}+${engineDigest().slice(0, ENGINE_DIGEST_CHARS)}`;
  const workspace = openWorkspace({ ...options, version });
  const stats = new RoutingStats(options.routingStats ?? false);
  const playbookHost = (adopted: readonly string[] = []): PlaybookHost =>
    hostOf({ options, workspace, tools, adopted });
  const tools: ToolSet = buildTools({
    playbookHost,
    routingStats: () => stats.shown(),
    languages: {
      idOf: (name) => languageByName(name)?.id,
      supported: supportedLanguageNames(),
    },
    semantic: options.semantic ?? NO_VECTORS,
  });
  const share = answerSharing();
  const guidance = createGuidance({
    surface: tools,
    languages: LANGUAGES,
    routingStats: () => stats.toJson(),
  });
  return {
    version: VERSION,
    surface: tools,
    workspace,
    watches: options.watch !== undefined,
    guidance,
    instructions: (runtimeProfile) =>
      instructions({
        runtimeProfile,
        toolProfile: "extended",
        resources: guidance.resources.map(({ uri }) => uri),
        prompts: guidance.prompts.map(({ name }) => name),
      }),
    openSession: () => openSession({ options, workspace, tools, stats }, share),
    openShared: () => openShared({ options, workspace, tools, stats }),
    repositories: () => Promise.all(workspace.opened.map((one) => summaryOf(one, tools))),
    playbookHost,
    pathFilter,
    close: () => workspace.close(),
  };
}

interface Parts {
  readonly options: AppOptions;
  readonly workspace: Workspace;
  readonly tools: ToolSet;
}

const NO_VECTORS: SemanticOptions = { enabled: false, strict: false };
const SCOPE_ID_BYTES = 16;
/** Enough to tell builds apart in an error message. */
const ENGINE_DIGEST_CHARS = 12;

interface DoorParts extends Parts {
  readonly stats: RoutingStats;
}

function openSession(parts: DoorParts, share: Sharing): SessionDoor {
  const session = new Session(randomHex(SCOPE_ID_BYTES), "client", undefined, share);
  return {
    dispatch: dispatchOf(parts, session),
    close: () => parts.workspace.release(session.adoptions),
  };
}

function openShared(parts: DoorParts): SessionDoor {
  const scopes = new SharedScopes(Date.now);
  return {
    dispatch: (...call) => dispatchOf(parts, scopes.session(randomHex(SCOPE_ID_BYTES)))(...call),
    close: () => parts.workspace.release(scopes.adoptions),
  };
}

function dispatchOf(
  { options: { log, contextLog = false }, workspace, tools, stats }: DoorParts,
  session: Session,
): Dispatch {
  const count: RoutingStats["count"] = (tool, outcome) => stats.count(tool, outcome);
  const parts = { tools, workspace, session, clock: Date.now, log };
  const dispatch = createDispatch({ ...parts, count });
  return contextLog ? withContextLog(dispatch, parts) : dispatch;
}

async function summaryOf(repository: Repository, tools: ToolSet): Promise<RunningRepository> {
  const call = { signal: new AbortController().signal };
  const status = await repository.engine.status(call);
  const freshness = await repository.freshness(tools, call);
  // A session of nobody: it adopted nothing.
  const session = new Session(PLAYBOOK_SCOPE_ID);
  return {
    summary: toJsonObject(summarize({ session }, repository, status, freshness)),
    repositoryId: repository.id,
    watch: repository.watch,
    ...runningBuild(repository),
  };
}

function runningBuild(
  { engine: { buildingSinceMs }, firstIndexRunning }: Repository,
): Pick<RunningRepository, "build"> {
  if (buildingSinceMs === undefined) return {};
  return { build: { isFirst: firstIndexRunning, sinceMs: buildingSinceMs } };
}

function hostOf(
  { options, workspace, tools, adopted }: Parts & { readonly adopted: readonly string[] },
): PlaybookHost {
  const { log, limits } = options;
  // Every time in a run is the same time.
  const clock = (): number => 0;
  const dispatchFor = (session: Session): Dispatch =>
    createDispatch({ tools, workspace, session, clock, log });
  const { enabled, strict } = options.semantic ?? NO_VECTORS;
  const settings: JsonObject = {
    max_file_bytes: limits.maxFileBytes,
    max_files: limits.maxFiles,
    ...(enabled ? { semantic_enabled: true } : {}),
    ...(strict ? { semantic_strict: true } : {}),
  };
  return {
    surface: tools,
    friggVersion: VERSION,
    engineDigest: engineDigest(),
    settings,
    open: (call) => openRun({ workspace, dispatchFor, adopted }, call),
  };
}

/** Equal from source and from the binary, and different whenever the same tree may give other answers. */
function engineDigest(): string {
  return sha256Hex(canonicalJson({
    version: VERSION,
    snapshot_schema: SCHEMA_VERSION,
    trace_schema: TRACE_SCHEMA,
    languages: toJson(LANGUAGES),
  }));
}
