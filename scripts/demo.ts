/**
 * A tour of the binary: `deno task demo`.
 *
 * On a copy of the fixtures it indexes, searches, replays the playbooks, changes one line and replays
 * them again, and prints citations. Fails if the binary does not answer as the tour says.
 * @module
 */

import { cp } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** One command of the tour, with the exit code that it must end with. */
interface Stop {
  readonly title: string;
  readonly args: readonly string[];
  readonly code: number;
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

if (import.meta.main) await main();

async function main(): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "frigg-demo-" });
  try {
    await copyFixtures(folder);
    await tour(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function tour(folder: string): Promise<void> {
  const replay = ["playbook", "replay", "playbooks"];
  await show(folder, { title: "Index a small shop", args: ["index", ...ROOT], code: SAME });
  await show(folder, { title: "Search it", args: ["search", "timeout", ...ROOT], code: SAME });
  await show(folder, {
    title: "Replay what was accepted: nothing differs",
    args: replay,
    code: SAME,
  });
  await edit(folder);
  await show(folder, {
    title: "Replay after the change: drift, with its cause",
    args: replay,
    code: DRIFT,
  });
  const cite = ["cite", await firstTrace(folder), "--format", "markdown"];
  await show(folder, { title: "Citations of an accepted trace", args: cite, code: SAME });
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

async function firstTrace(folder: string): Promise<string> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(`${folder}/playbooks`)) {
    if (name.endsWith(".trace.json")) names.push(name);
  }
  const [first] = names.toSorted();
  if (first === undefined) throw new Error("Cannot cite: playbooks/ holds no accepted trace");
  return `playbooks/${first}`;
}

async function show(folder: string, { title, args, code }: Stop): Promise<void> {
  await say(`\n# ${title}\n$ frigg ${args.join(" ")}\n`);
  const child = new Deno.Command(BINARY, { args: [...args], cwd: folder, stdin: "null" }).spawn();
  const status = await child.status;
  if (status.code !== code) {
    throw new Error(`"frigg ${args.join(" ")}" exited with ${status.code}, not with ${code}`);
  }
}

async function say(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}
