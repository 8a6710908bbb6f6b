/**
 * `frigg status`: what is indexed, and how far it is from the tree. Looks only; it never indexes.
 * @module
 */
import type { Freshness } from "../../contract/freshness.ts";
import type { SnapshotStatus, TreeDelta } from "../../engine/protocol.ts";
import type { Repository } from "../../workspace/workspace.ts";
import type { Command, CommandCall } from "../command.ts";
import type { Paint } from "../console.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { pretty } from "../print_json.ts";
import { withRepositories } from "../repositories.ts";
import type { OpenApp } from "../with_app.ts";
import { count } from "../words.ts";

/** Changed paths that are spelled out for people. */
const SHOWN_PATHS = 10;

export const status: Command = {
  name: "status",
  summary: "Show what is indexed, and what has changed since",
  examples: ["frigg status", "frigg status --json --workspace-root ~/shop"],
  run,
};

/** What is known of one repository. */
interface Known {
  readonly repository: Repository;
  readonly snapshot: SnapshotStatus;
  /** As the tool `workspace` says it. */
  readonly freshness: Freshness;
  /** Absent without a snapshot to compare with. */
  readonly delta?: TreeDelta;
}

function run(given: CommandCall): Promise<ExitCode> {
  const { console, settings } = given;
  return withRepositories(given, async (repositories, opened) => {
    const known = await Promise.all(repositories.map((repository) => lookAt(repository, opened)));
    const text = settings.json
      ? pretty({ repositories: known.map(knownJson) })
      : known.map((one) => describe(one, console.paint)).join("\n");
    console.print(text);
    return known.some(({ snapshot }) => snapshot.state === "error") ? EXIT.environment : EXIT.ok;
  });
}

async function lookAt(repository: Repository, { app, options }: OpenApp): Promise<Known> {
  const snapshot = await repository.engine.status(options);
  const known = {
    repository,
    snapshot,
    freshness: await repository.freshness(app.surface, options),
  };
  if (snapshot.state !== "ready") return known;
  return { ...known, delta: await repository.engine.delta(options) };
}

function describe({ repository, snapshot, delta }: Known, paint: Paint): string {
  const lines = [
    `${paint.bold(repository.displayName)}  ${repository.root}`,
    `  index     ${stateWords(snapshot, paint)}`,
    ...partialLines(snapshot, paint),
    ...(delta === undefined ? [] : changeLines(delta, paint)),
    `  kept in   ${repository.storage.path}`,
  ];
  const { error } = repository.storage;
  return [...lines, ...(error === undefined ? [] : [`  ${paint.red("not kept")}  ${error}`])].join(
    "\n",
  );
}

function stateWords(
  { state, files = 0, symbols = 0, builtAtMs, error }: SnapshotStatus,
  paint: Paint,
): string {
  if (state === "error") {
    const why = error?.message ?? "it cannot be read";
    return `${paint.red("damaged")}: ${why}; run \`frigg index\` to rebuild it`;
  }
  if (state !== "ready") return `${paint.yellow("none yet")}; run \`frigg index\` to build it`;
  const built = builtAtMs === undefined ? "" : `, built ${new Date(builtAtMs).toISOString()}`;
  return `${paint.green("ready")}: ${count(files, "file")}, ${count(symbols, "symbol")}${built}`;
}

/** That the tree is as indexed must not hide that the index is not all of it. */
function partialLines({ partial = false }: SnapshotStatus, paint: Paint): string[] {
  if (!partial) return [];
  return [
    `  ${paint.yellow("left out")}  files beyond a limit or not readable; searches name them`,
  ];
}

function changeLines({ changed, truncated }: TreeDelta, paint: Paint): string[] {
  if (changed.length === 0) return [`  tree      ${paint.green("as indexed")}`];
  const number = truncated
    ? `more than ${count(changed.length, "path")}`
    : count(changed.length, "path");
  const rest = changed.length - SHOWN_PATHS;
  return [
    `  tree      ${paint.yellow(`${number} changed`)}; run \`frigg index --changed\` to catch up`,
    ...changed.slice(0, SHOWN_PATHS).map((path) => `            ${path}`),
    ...(rest > 0 || truncated ? ["            …"] : []),
  ];
}

function knownJson({ repository, snapshot, freshness }: Known): Record<string, unknown> {
  return {
    repository_id: repository.id,
    root_path: repository.root,
    snapshot_state: snapshot.state,
    snapshot: snapshot.fingerprint,
    files: snapshot.files,
    symbols: snapshot.symbols,
    partial: snapshot.partial,
    built_at_ms: snapshot.builtAtMs,
    error: snapshot.error,
    freshness,
    index_path: repository.storage.path,
    storage_error: repository.storage.error,
  };
}
