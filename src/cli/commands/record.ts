/**
 * `frigg record`: an MCP server that writes what its client calls as a playbook with its trace.
 *
 * Stdout belongs to the protocol, as without recording.
 * @module
 */
import type { App } from "../../app.ts";
import { serveStdio } from "../../mcp/stdio.ts";
import { canonicalSpelling, findFolder } from "../../platform/folders.ts";
import { folderOf, isInside, relativeTo } from "../../platform/os_paths.ts";
import { environment, givenEnvironment, standardStreams } from "../../platform/process.ts";
import { kindOfPath } from "../../platform/user_files.ts";
import { Recorder } from "../../playbook/record.ts";
import { gitRootOf } from "../../workspace/roots.ts";
import type { Command, CommandCall } from "../command.ts";
import { EXIT, type ExitCode, usageError } from "../exit.ts";
import type { Flags } from "../flags.ts";
import { hidePlaybooks } from "../hide_playbooks.ts";
import { readHttpBind, TOKEN_VARIABLE } from "../http_bind.ts";
import { writeAllNamed } from "../named_files.ts";
import { parseArguments } from "../parse.ts";
import { newPlaybook, type PlaybookFiles } from "../playbook_files.ts";
import { lookupOf, PLAYBOOKS_OPTION } from "../playbook_session.ts";
import { namedRoots, rootsIfAny } from "../roots.ts";
import { GLOBAL_OPTIONS, profileWarning, readSettings } from "../settings.ts";
import { openApp } from "../with_app.ts";
import { serve, serveOverHttp } from "./serve.ts";

export const record: Command = {
  name: "record",
  summary: "Serve MCP and write what the client calls as a playbook with its trace",
  words: [
    { name: "OUT", text: "the playbook to write, or its id" },
    { name: "[SERVE...]", text: "after --: flags of the server, such as --port 0" },
  ],
  options: [
    { flags: "--http", text: "serve over HTTP instead of standard input and output" },
    { flags: "--minimal", text: "keep only reads, and steps whose rows were read or cited later" },
    { flags: "--force", text: "write over a playbook that is there" },
    PLAYBOOKS_OPTION,
  ],
  examples: [
    "frigg record playbooks/audit.playbook.yaml",
    "frigg record audit --minimal -- --workspace-root ~/shop",
    "frigg record audit --http -- --port 8080",
  ],
  run,
};

async function run(given: CommandCall): Promise<ExitCode> {
  const { call, isHttp } = withServerFlags(given);
  const files = outputOf(call);
  const bind = isHttp ? readHttpBind(call.flags, givenEnvironment(TOKEN_VARIABLE)) : undefined;
  const warning = profileWarning(environment);
  if (warning !== undefined) call.console.warn(warning);
  const roots = rootsIfAny(call.settings);
  if (roots.some((root) => isInside(root, files.playbook))) {
    hidePlaybooks(folderOf(files.playbook), lookupOf(call).cwd);
  }
  const app = openApp(call, namedRoots(call.settings), isHttp ? "http" : "stdio");
  try {
    const recorder = recorderOf(app, files, roots, call);
    const recording = recordedBy(recorder, app);
    call.console.note(`frigg records to ${files.shown}`);
    const log = (line: string): void => call.console.warn(line);
    if (bind === undefined) await serveStdio(recording, standardStreams(), log);
    else await serveOverHttp(recording, bind, call);
    await recorder.close();
    return EXIT.ok;
  } finally {
    await app.close();
  }
}

/** The call with the flags after `--`, which mean the same as those before it. */
function withServerFlags(given: CommandCall): { call: CommandCall; isHttp: boolean } {
  const [out = "", ...more] = given.words;
  const isServe = more[0] === serve.name;
  const flags = given.flags.with(serverFlags(isServe ? more.slice(1) : more));
  const isHttp = isServe || ["http", "allow-remote-http"].some((name) => flags.has(name)) ||
    ["port", "host"].some((name) => flags.value(name) !== undefined);
  const settings = readSettings(flags, environment);
  return { call: { ...given, words: [out], flags, settings }, isHttp };
}

/** @throws {CommandError} usage, for what the server would not understand */
function serverFlags(words: readonly string[]): Flags {
  const parsed = parseArguments([serve.name, ...words], {
    commands: [serve],
    groups: {},
    globalOptions: GLOBAL_OPTIONS,
    summary: "",
    examples: [],
    width: 80,
  });
  if (parsed.kind === "run" && parsed.words.length === 0) return parsed.flags;
  throw usageError(
    `Cannot use "${words.join(" ")}" after --: give flags of the server there`,
    "See `frigg serve --help`",
  );
}

/** @throws {CommandError} usage, for a name that is none, a folder that is not there, or files that are */
function outputOf(call: CommandCall): PlaybookFiles {
  const named = newPlaybook(call.words[0] ?? "", lookupOf(call));
  const folder = findFolder(folderOf(named.playbook));
  if (folder.kind !== "folder") {
    throw usageError(`Cannot record to "${named.shown}": its folder is not there`, "Make it first");
  }
  const files = {
    ...named,
    playbook: canonicalSpelling(named.playbook),
    accepted: canonicalSpelling(named.accepted),
  };
  const isThere = [files.playbook, files.accepted].some((path) => kindOfPath(path) !== "absent");
  if (!isThere || call.flags.has("force")) return files;
  throw usageError(
    `Cannot record to "${named.shown}": it or its trace is there already`,
    "Choose another name, or write over it with --force",
  );
}

function recorderOf(
  app: App,
  files: PlaybookFiles,
  roots: readonly string[],
  { flags, console }: CommandCall,
): Recorder {
  const { id, shown, playbook, accepted } = files;
  const workspacePath = workspaceOf(files, roots);
  return new Recorder({
    playbookId: id,
    file: shown,
    path: playbook,
    ...(workspacePath === undefined ? {} : { workspacePath }),
    host: app.playbookHost(),
    minimal: flags.has("minimal"),
    // The trace first: a reader must never find a playbook whose steps nobody has seen.
    write: (texts) =>
      writeAllNamed([
        { path: accepted, text: texts.trace },
        { path: playbook, text: texts.playbook },
      ], shown),
    log: (line) => console.warn(line),
  });
}

/** What the playbook has to say about its root: nothing where a replay beside it takes that root anyway. */
function workspaceOf({ playbook }: PlaybookFiles, roots: readonly string[]): string | undefined {
  const [root, ...others] = roots;
  const folder = folderOf(playbook);
  const project = gitRootOf(folder)?.root ?? folder;
  if (root === undefined || others.length > 0 || root === project || !isInside(project, root)) {
    return undefined;
  }
  return relativeTo(folder, root) || ".";
}

/** The program with every door recorded. */
function recordedBy(recorder: Recorder, app: App): App {
  const recorded = ({ dispatch, close }: ReturnType<App["openSession"]>) => ({
    dispatch: recorder.over(dispatch),
    close,
  });
  return {
    ...app,
    openSession: () => recorded(app.openSession()),
    openShared: () => recorded(app.openShared()),
  };
}
