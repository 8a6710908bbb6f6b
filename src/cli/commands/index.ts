/**
 * `frigg index`: build the index of each root, or bring it up to date.
 * @module
 */
import type { EngineCall } from "../../engine/repository_engine.ts";
import type { RefreshResult } from "../../engine/protocol.ts";
import { workingFolder } from "../../platform/process.ts";
import type { Repository } from "../../workspace/workspace.ts";
import type { Command, CommandCall } from "../command.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { shownFrom } from "../playbook_files.ts";
import { pretty } from "../print_json.ts";
import { withRepositories } from "../repositories.ts";
import { count } from "../words.ts";

export const index: Command = {
  name: "index",
  summary: "Build the index of the workspace from scratch, or bring it up to date",
  options: [{ flags: "--changed", text: "read only what changed since the last index" }],
  examples: ["frigg index", "frigg index --changed --workspace-root ~/shop"],
  run,
};

interface Built {
  readonly repository: Repository;
  readonly result: RefreshResult;
}

function run(given: CommandCall): Promise<ExitCode> {
  return withRepositories(given, async (repositories, { options }) => {
    const built: Built[] = [];
    for (const repository of repositories) built.push(await build(repository, options, given));
    report(built, given);
    // An index that dies with this process is none.
    return built.some((one) => storageError(one) !== undefined) ? EXIT.environment : EXIT.ok;
  });
}

async function build(
  repository: Repository,
  call: EngineCall,
  { flags }: CommandCall,
): Promise<Built> {
  const result = await repository.engine.refresh(call, { force: !flags.has("changed") });
  return { repository, result };
}

function report(built: readonly Built[], { console, settings }: CommandCall): void {
  if (settings.json) {
    console.print(pretty({ repositories: built.map(builtJson) }));
    return;
  }
  for (const one of built) {
    const { repository, result } = one;
    const { files = 0, symbols = 0 } = result.status;
    console.print(
      `Indexed ${repository.displayName}: ${count(files, "file")}, ${count(symbols, "symbol")} ` +
        `(${result.reparsed} read, ${result.reused} unchanged)`,
    );
    const error = storageError(one);
    if (error === undefined) {
      console.print(`  in ${shownFrom(workingFolder(), repository.storage.path)}`);
    } else console.warn(`Cannot store the index: ${error}. Name another folder with --state-dir`);
  }
}

function storageError({ repository, result }: Built): string | undefined {
  return result.storageError ?? repository.storage.error;
}

function builtJson(one: Built): Record<string, unknown> {
  const { repository, result } = one;
  return {
    repository_id: repository.id,
    root_path: repository.root,
    files: result.status.files,
    symbols: result.status.symbols,
    snapshot: result.status.fingerprint,
    reparsed: result.reparsed,
    reused: result.reused,
    index_path: repository.storage.path,
    storage_error: storageError(one),
  };
}
