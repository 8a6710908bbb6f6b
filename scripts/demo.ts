/**
 * A tour of the binary: `deno task demo`.
 *
 * On a copy of the fixtures it indexes, searches, replays the playbooks, prints citations, changes one line,
 * and replays again. Fails if the binary does not answer as the tour says.
 * @module
 */

import { cp } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { capture } from "./command.ts";

/** One command of the tour, with the exit code that it must end with and texts that it must print. */
interface Stop {
  readonly title: string;
  readonly args: readonly string[];
  readonly code: number;
  readonly shows: readonly string[];
}

const PROJECT = fileURLToPath(new URL("..", import.meta.url));
const BINARY = `${PROJECT}dist/frigg`;
const ROOT = ["--workspace-root", "fixtures/shop"];
const EDITED = {
  path: "fixtures/shop/src/session.ts",
  from: "15 * 60 * 1000",
  to: "8 * 3600 * 1000",
};
const SAME = 0;
const DRIFT = 1;

async function main(): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "frigg-demo-" });
  try {
    await copyFixtures(folder);
    await tour(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The stops up to the edit, and those after it. */
const BEFORE: readonly Stop[] = [
  {
    title: "Index a small shop, written in four languages",
    args: ["index", ...ROOT],
    code: SAME,
    shows: ["Indexed shop: 9 files"],
  },
  {
    title: "Search it: every line is read from the file as it is now",
    args: ["search", "--word", "SESSION_LIMIT_MS", ...ROOT],
    code: SAME,
    shows: ["src/session.ts:2:14:", "src/session.ts:32:"],
  },
  {
    title: "Replay the playbooks: what was accepted still holds",
    args: ["playbook", "replay", "playbooks"],
    code: SAME,
    shows: [
      "same  session-timeout",
      "same  shop-boundaries",
      "same  shop-languages",
      "same  shop-questions",
      "same  store-impact",
    ],
  },
  {
    title: "Citations of an accepted trace: path, lines and digest",
    args: ["cite", "playbooks/session-timeout.trace.json", "--format", "markdown"],
    code: SAME,
    shows: ["src/session.ts:36-40; sha256 35bb57c46291", "nothing found for"],
  },
];
const AFTER: readonly Stop[] = [
  {
    title: "Replay again: drift, with the file that changed and the cause (exit code 1)",
    args: ["playbook", "replay", "playbooks"],
    code: DRIFT,
    shows: [
      "drift  session-timeout",
      "[source_changed] the source changed: repo-001:src/session.ts",
      "+export const SESSION_LIMIT_MS = 8 * 3600 * 1000;",
      "same  shop-languages",
    ],
  },
  {
    title: "Suppose the change is right: accept it",
    args: ["playbook", "accept", "playbooks/session-timeout.playbook.yaml"],
    code: SAME,
    shows: ["Accepted session-timeout"],
  },
  {
    title: "From now on that is what must hold",
    args: ["playbook", "replay", "playbooks"],
    code: SAME,
    shows: ["same  session-timeout"],
  },
];

async function tour(folder: string): Promise<void> {
  for (const stop of BEFORE) await show(folder, stop);
  await edit(folder);
  for (const stop of AFTER) await show(folder, stop);
  await say(
    "\nEverything was as it should be. dist/frigg is the program: copy it to a folder of PATH.\n",
  );
}

/** The tour changes files, and a checkout's own rules must not hide the copy: hence a place outside. */
async function copyFixtures(folder: string): Promise<void> {
  for (const name of ["fixtures", "playbooks"]) {
    await cp(`${PROJECT}${name}`, `${folder}/${name}`, { recursive: true });
  }
  // A playbook's workspace must lie in the git root that holds the playbook.
  await Deno.mkdir(`${folder}/.git/objects`, { recursive: true });
  await Deno.mkdir(`${folder}/.git/refs`);
  await Deno.writeTextFile(`${folder}/.git/HEAD`, "ref: refs/heads/main\n");
}

async function edit(folder: string): Promise<void> {
  const { path, from, to } = EDITED;
  const text = await Deno.readTextFile(`${folder}/${path}`);
  if (!text.includes(from)) throw new Error(`Cannot find "${from}" in ${path}`);
  await Deno.writeTextFile(`${folder}/${path}`, text.replace(from, to));
  await say(`\n# Somebody changes ${path}: "${from}" becomes "${to}"\n`);
}

async function show(folder: string, { title, args, code, shows }: Stop): Promise<void> {
  const line = `frigg ${args.join(" ")}`;
  await say(`\n# ${title}\n$ ${line}\n`);
  // In CI a replay leaves no pending trace; the tour shows what happens at a desk.
  const ended = await capture({ program: BINARY, args, cwd: folder, env: { CI: "false" } });
  await say(ended.stdout + ended.stderr);
  if (ended.code !== code) throw new Error(`"${line}" exited with ${ended.code}, not with ${code}`);
  for (const text of shows) {
    if (!ended.stdout.includes(text)) throw new Error(`"${line}" did not print "${text}"`);
  }
}

async function say(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}

if (import.meta.main) await main();
