/**
 * One repository as `workspace` shows it: where it is, how its index is stored, what state it is in.
 * @module
 */
import { z } from "zod";
import type { Freshness } from "../contract/freshness.ts";
import type { SnapshotStatus } from "../engine/protocol.ts";
import type { Repository } from "../workspace/workspace.ts";
import type { ToolCall } from "./define.ts";

const HealthComponent = z.looseObject({
  state: z.enum(["missing", "ready", "stale", "disabled", "error"]).describe("State"),
  reason: z.string().optional().describe("Why"),
  snapshot_id: z.string().optional().describe("Snapshot it belongs to"),
});
type HealthComponent = z.infer<typeof HealthComponent>;

export const RepositorySummary = z.looseObject({
  repository_id: z.string().describe("Id in live answers"),
  display_name: z.string().describe("Name of the root folder"),
  root_path: z.string().describe("Canonical absolute path"),
  session: z.looseObject({
    adopted: z.boolean().describe("Whether this session adopted it"),
    active_session_count: z.int().min(0).describe("Sessions that adopted it"),
  }).describe("Who works on it"),
  watch: z.looseObject({
    active: z.boolean().describe("Whether changes are watched"),
    lease_count: z.int().min(0).describe("Sessions that keep the watch"),
  }).describe("Continuous refresh"),
  storage: z.looseObject({
    db_path: z.string().describe("Where the snapshot is stored, or would be"),
    exists: z.boolean().describe("Whether the folder exists"),
    initialized: z.boolean().describe("Whether it holds a snapshot"),
    index_state: z.enum(["missing_db", "uninitialized", "ready", "error"]).describe("State"),
    error: z.string().optional().describe("What is wrong"),
  }).optional().describe("The stored index"),
  health: z.looseObject({
    lexical: HealthComponent.describe("Text and symbol index"),
    semantic: HealthComponent.describe("Vector index"),
    scip: HealthComponent.describe("Precise artifacts"),
    precise_generators: z.array(z.looseObject({})).describe("Always empty: none is run"),
  }).optional().describe("State by component"),
}).describe("One adopted repository");
export type RepositorySummary = z.infer<typeof RepositorySummary>;

/** The summary of an adopted repository. */
export function summarize(
  { session }: Pick<ToolCall, "session">,
  repository: Repository,
  status: SnapshotStatus,
  freshness: Freshness,
): RepositorySummary {
  // Other sessions of the process are none of a playbook run's business.
  const isRun = session.kind === "playbook";
  const sessions = isRun ? 1 : repository.sessionCount;
  const { active, leaseCount } = repository.watch;
  return {
    repository_id: repository.id,
    display_name: repository.displayName,
    root_path: repository.root,
    session: {
      adopted: session.adoptions.adopted.includes(repository.id),
      active_session_count: sessions,
    },
    watch: { active: !isRun && active, lease_count: isRun ? 0 : leaseCount },
    storage: storageOf(repository, status),
    health: {
      lexical: lexicalHealth(status, freshness),
      semantic: { state: "disabled", reason: "not_configured" },
      scip: { state: "missing", reason: "no_scip_artifacts_discovered" },
      precise_generators: [],
    },
  };
}

function storageOf(
  { storage }: Repository,
  status: SnapshotStatus,
): NonNullable<RepositorySummary["storage"]> {
  const { path, exists, initialized } = storage;
  const error = storage.error ?? status.error?.message;
  return {
    db_path: path,
    exists,
    initialized,
    index_state: error !== undefined
      ? "error"
      : !exists
      ? "missing_db"
      : initialized
      ? "ready"
      : "uninitialized",
    ...(error === undefined ? {} : { error }),
  };
}

function lexicalHealth(status: SnapshotStatus, freshness: Freshness): HealthComponent {
  if (status.state === "error") {
    return { state: "error", reason: status.error?.code ?? "internal" };
  }
  if (status.state !== "ready") return { state: "missing", reason: status.state };
  const id = status.fingerprint === undefined ? {} : { snapshot_id: status.fingerprint };
  return freshness.dirty_scope === "clean"
    ? { state: "ready", ...id }
    : { state: "stale", reason: freshness.dirty_scope, ...id };
}
