/**
 * `workspace`: adopt a repository where necessary, and report what can be trusted now.
 *
 * Evidence: control_plane. The only tool that changes the session.
 * @module
 */
import { z } from "zod";
import { renameValue } from "../contract/compat.ts";
import { type Freshness, FreshnessSchema } from "../contract/freshness.ts";
import { type JsonObject, toJsonObject } from "../contract/json.ts";
import { WORKSPACE_GRACE_MS } from "../contract/limits.ts";
import type { SnapshotStatus } from "../engine/protocol.ts";
import { ADVICE } from "../workspace/freshness.ts";
import type { Repository } from "../workspace/workspace.ts";
import { defineTool, type Tool, type ToolCall } from "./define.ts";
import { RepositorySummary, summarize } from "./repository_summary.ts";

const Input = z.strictObject({
  path: z.string().min(1).optional().describe(
    "Folder to adopt, absolute or relative to the server's; exclusive with repository_id",
  ),
  repository_id: z.string().min(1).optional().describe(
    "Known repository (id or alias); exclusive with path",
  ),
  set_default: z.boolean().default(true).describe("Look paths up there first"),
  resolve_mode: z.enum(["git_root", "direct"]).default("git_root").describe(
    "git_root (also git, repo_root, repo) climbs to the git root; direct (also dir, directory) does not",
  ),
}).superRefine(({ path, repository_id: id }, context) => {
  if (path === undefined || id === undefined) return;
  context.addIssue({ code: "custom", path: ["repository_id"], message: "it excludes path" });
});

const RESOLVE_MODES = {
  git: "git_root",
  repo_root: "git_root",
  repo: "git_root",
  dir: "direct",
  directory: "direct",
};

const Output = z.looseObject({
  // Never null: a call that can adopt nothing is refused, and some hosts refuse nullable types.
  repository: RepositorySummary.describe("The current repository"),
  session_default: z.boolean().describe("Whether it is where paths are looked up first"),
  repositories: z.array(RepositorySummary).optional().describe("The other adopted ones"),
  freshness: FreshnessSchema,
  recommended_action: z.string().optional().describe("What to do now"),
  gate_hint: z.string().optional().describe("The same in words"),
  working_tree_dirty: z.boolean().optional().describe("Whether git sees uncommitted changes"),
  watch_active: z.boolean().optional().describe("Whether changes are watched"),
  lexical_ready: z.boolean().optional().describe("Whether indexed search works"),
  changed_paths_since_snapshot: z.array(z.string()).optional().describe("As in freshness"),
  fresh_enough_for: z.array(z.string()).optional().describe("Tools whose answers are fully fresh"),
  routing_stats: z.looseObject({}).optional().describe("Counters, where enabled"),
});

type Input = z.infer<typeof Input>;
type Output = z.infer<typeof Output>;

/** The tool; `routingStats` gives the process's counters if they are enabled. */
export function workspaceTool(routingStats: () => JsonObject | undefined): Tool {
  return defineTool({
    name: "workspace",
    title: "Workspace",
    description: "Adopt a repository for this session if needed, and report index and freshness",
    profile: "core",
    evidence: "control_plane",
    idempotent: false,
    input: Input,
    output: Output,
    modernize: (args) => renameValue(args, "resolve_mode", RESOLVE_MODES),
    run: (input, call) => run(input, call, routingStats),
    cites: () => [],
    rows: () => [],
  });
}

async function run(
  input: Input,
  call: ToolCall,
  routingStats: () => JsonObject | undefined,
): Promise<Output> {
  const { session: { adoptions } } = call;
  const before = [...adoptions.adopted];
  const repository = await currentRepository(input, call);
  const status = await settle(call, repository, before.includes(repository.id));
  const freshness = await freshnessOf(call, repository);
  const stats = routingStats();
  return {
    repository: summarize(call, repository, status, freshness),
    session_default: adoptions.defaultId === repository.id,
    ...await otherRepositories(call, repository),
    freshness: toWire(freshness),
    ...ADVICE[freshness.post_edit.strategy],
    ...await treeState(call, repository),
    watch_active: isWatched(freshness),
    lexical_ready: freshness.snapshot.state === "ready",
    ...changedPaths(freshness),
    ...freshEnough(freshness),
    ...(stats === undefined ? {} : { routing_stats: { ...stats } }),
  };
}

/**
 * The state of the index. A repository that is new to the session gets one: a client waits for it no longer than the
 * grace period, a playbook run until it is the tree as it is now.
 */
async function settle(
  { session, signal }: ToolCall,
  repository: Repository,
  wasAdopted: boolean,
): Promise<SnapshotStatus> {
  const { engine, firstIndexRunning } = repository;
  if (wasAdopted && !firstIndexRunning) return await engine.status({ signal });
  return session.kind === "client"
    ? await repository.prepare({ signal }, WORKSPACE_GRACE_MS)
    : (await engine.refresh({ signal })).status;
}

async function currentRepository(input: Input, call: ToolCall): Promise<Repository> {
  const { workspace, session: { adoptions }, signal } = call;
  const { path, repository_id: repositoryId, set_default: makeDefault } = input;
  if (path !== undefined || repositoryId !== undefined) {
    return await workspace.adopt(adoptions, {
      ...(path === undefined ? {} : { path }),
      ...(repositoryId === undefined ? {} : { repositoryId }),
      resolveMode: input.resolve_mode,
      makeDefault,
    }, { signal });
  }
  const [first] = await workspace.scope(adoptions, adoptions.defaultId, { signal });
  if (first === undefined) throw new Error("Cannot find a repository: the scope is empty");
  return first;
}

async function otherRepositories(
  call: ToolCall,
  current: Repository,
): Promise<{ repositories?: RepositorySummary[] }> {
  const { workspace, session: { adoptions }, signal } = call;
  const all = await workspace.scope(adoptions, undefined, { signal });
  const others = all.filter(({ id }) => id !== current.id);
  if (others.length === 0) return {};
  const repositories: RepositorySummary[] = [];
  for (const other of others) {
    const status: SnapshotStatus = await other.engine.status({ signal });
    const freshness = await freshnessOf(call, other);
    repositories.push(summarize(call, other, status, freshness));
  }
  return { repositories };
}

/** A playbook run says nothing of the watch: another process would say something else. */
async function freshnessOf(
  { session, surface, signal }: ToolCall,
  repository: Repository,
): Promise<Freshness> {
  const unwatched = session.kind === "playbook";
  return await repository.freshness(surface, { signal }, { unwatched });
}

/** Git's view of the tree. A playbook run leaves it out: it is pinned to a snapshot, not to git's state. */
async function treeState(
  { session, signal }: ToolCall,
  repository: Repository,
): Promise<{ working_tree_dirty?: boolean }> {
  if (session.kind === "playbook") return {};
  const vcs = await repository.vcs({ signal });
  return vcs === undefined ? {} : { working_tree_dirty: vcs.dirty };
}

function isWatched({ continuous: { state } }: Freshness): boolean {
  return state !== "mode_off" && state !== "no_lease" && state !== "blocked";
}

function changedPaths(
  { changed_paths_since_snapshot: paths }: Freshness,
): { changed_paths_since_snapshot?: string[] } {
  return paths === undefined ? {} : { changed_paths_since_snapshot: [...paths] };
}

function freshEnough({ tool_capabilities: rows }: Freshness): { fresh_enough_for?: string[] } {
  const names = rows.filter(({ availability }) => availability === "fully_fresh")
    .map(({ tool_name }) => tool_name).sort();
  return names.length === 0 ? {} : { fresh_enough_for: names };
}

function toWire(freshness: Freshness): z.infer<typeof FreshnessSchema> {
  return FreshnessSchema.parse(toJsonObject(freshness));
}
