/**
 * The program over HTTP: its tools behind the protocol, and what `/healthz` and `/status` tell.
 * @module
 */
import type { App, RunningRepository, RuntimeProfile } from "../app.ts";
import type { JsonObject } from "../contract/json.ts";
import { createHttpHandler, type HttpHandler, type HttpLimits } from "./http.ts";
import { type AccessRules, isLoopback } from "./http_access.ts";
import { buildServer, listedTools } from "./server.ts";

export interface HttpOptions {
  readonly access: AccessRules;
  /** Takes one line about a request that was refused. */
  readonly log: (line: string) => void;
  readonly limits?: HttpLimits;
}

const SCHEMA_VERSION = 1;

/** Answers for the program until it is closed. */
export function httpHandler(app: App, options: HttpOptions): HttpHandler {
  const { version, surface, guidance } = app;
  const profile: RuntimeProfile = isLoopback(options.access.hostname)
    ? "http_loopback_service"
    : "http_remote_service";
  const shared = app.openShared();
  const tools = listedTools(surface);
  const parts = { version, instructions: app.instructions(profile), tools, guidance };
  const header = { schema_version: SCHEMA_VERSION, frigg_version: version };
  const handler = createHttpHandler({
    ...options,
    openSession: () => {
      const { dispatch, close } = app.openSession();
      return { server: buildServer({ ...parts, dispatch }), close };
    },
    openShared: () => buildServer({ ...parts, dispatch: shared.dispatch }),
    health: { ...header, status: "ok" },
    status: async () => ({ ...header, ...await statusOf(app, profile) }),
  });
  return {
    handle: (request) => handler.handle(request),
    close: async () => {
      await handler.close();
      shared.close();
    },
  };
}

async function statusOf(app: App, profile: RuntimeProfile): Promise<JsonObject> {
  const repositories = await app.repositories();
  return {
    repositories: repositories.map(({ summary }) => summary),
    runtime: {
      profile,
      watch_active: repositories.some(({ watch }) => watch.active),
      watch_status: watchStatus(repositories, app.watches),
      tool_surface_profile: "extended",
      tools_exposed: app.surface.tools.map(({ name }) => name),
      active_tasks: repositories.flatMap(taskOf),
    },
  };
}

/** The watch of the first repository that is watched, else of the first. */
function watchStatus(repositories: readonly RunningRepository[], isOn: boolean): JsonObject {
  const watched = repositories.find(({ watch }) => watch.active) ?? repositories[0];
  if (watched === undefined) return { reason: isOn ? "no_lease" : "mode_off", lease_count: 0 };
  const { state, leaseCount, queueDepth, pendingPaths, pendingSinceMs, trouble } = watched.watch;
  return {
    reason: state,
    lease_count: leaseCount,
    repository_id: watched.repositoryId,
    refresh_queue_depth: queueDepth,
    ...(pendingPaths === undefined ? {} : { pending_dirty_path_count: pendingPaths }),
    ...(pendingSinceMs === undefined
      ? {}
      : { oldest_pending_age_ms: Math.max(0, Date.now() - pendingSinceMs) }),
    ...(trouble === undefined ? {} : { detail: trouble }),
  };
}

function taskOf({ repositoryId, build }: RunningRepository): JsonObject[] {
  if (build === undefined) return [];
  const kind = build.isFirst ? "workspace_index" : "changed_index";
  return [{
    task_id: `${kind}-${repositoryId}`,
    kind,
    status: "running",
    repository_id: repositoryId,
    phase: build.isFirst ? "first_index" : "refresh",
    created_at_ms: build.sinceMs,
  }];
}
