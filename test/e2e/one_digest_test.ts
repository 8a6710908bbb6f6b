/** One tree has one digest: wherever it lies, whoever runs the playbook, and however. */
import assert from "node:assert/strict";
import { isJsonObject } from "../../src/contract/json.ts";
import {
  programCommand,
  programEnvironment,
  sourceCommand,
  sourceEnvironment,
} from "../support/program.ts";
import { type Checkout, IS_BINARY, runToEnd, shopCheckout } from "./frigg.ts";

/** Touches what depends on order, on ranks, on refusals and on the repository's names. */
const WIDE = `playbook_id: wide
workspace: { path: .. }
steps:
  - { step_id: where, tool_name: workspace }
  - { step_id: names, tool_name: list_repositories }
  - { step_id: files, tool_name: list_files }
  - { step_id: ranked, tool_name: search_hybrid, params: { query: how do sessions expire } }
  - { step_id: text, tool_name: search_text, params: { query: session } }
  - { step_id: gone, tool_name: read_file, params: { path: nowhere.ts } }
`;

interface Program {
  readonly name: string;
  readonly command: (args: readonly string[]) => { command: string; args: string[] };
  readonly env: Record<string, string>;
}

const SOURCE: Program = { name: "source", command: sourceCommand, env: sourceEnvironment() };
const BINARY: Program = { name: "binary", command: programCommand, env: programEnvironment() };
/** Both where the compiled file is tested; else there is only the source. */
const PROGRAMS = IS_BINARY ? [SOURCE, BINARY] : [SOURCE];

async function git(cwd: string, ...args: string[]): Promise<void> {
  const settings = ["-c", "user.name=A", "-c", "user.email=a@example.org"];
  const { success, stderr } = await new Deno.Command("git", {
    args: [...settings, ...args],
    cwd,
    env: { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
  }).output();
  assert(success, new TextDecoder().decode(stderr));
}

/** A repository with a commit, and a clone of it under a name with a blank. */
async function twoClones(): Promise<{ first: Checkout; second: string }> {
  const first = shopCheckout();
  first.write("playbooks/wide.playbook.yaml", WIDE);
  first.write(".gitignore", ".frigg/\n*.trace.new.json\nclones/\n");
  await git(first.root, "add", "-A");
  await git(first.root, "commit", "-qm", "all of it");
  const second = `${first.root}/clones/another name`;
  await git(first.root, "clone", "-q", first.root, second);
  return { first, second };
}

/** Digest of each playbook, by id. */
async function digests(
  { command, env }: Program,
  root: string,
  ...args: string[]
): Promise<Record<string, string>> {
  const replay = ["playbook", "replay", "--json", "--update", "never", ...args];
  const { stdout, stderr } = await runToEnd(command(replay), { cwd: root, env });
  const found = stdout.trimEnd().split("\n").map((line) => {
    const value: unknown = JSON.parse(line);
    assert(isJsonObject(value) && typeof value["digest"] === "string", `${line}\n${stderr}`);
    return [String(value["playbook_id"]), value["digest"]];
  });
  return Object.fromEntries(found);
}

async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (!isDirectory) found.push(path);
    else if (name !== ".git" && name !== ".frigg") found.push(...await filesBelow(path));
  }
  return found;
}

/** Gives every file another time, each its own. */
async function touchAll(root: string): Promise<void> {
  const paths = await filesBelow(root);
  assert(paths.length > 10);
  for (const [index, path] of paths.entries()) {
    await Deno.utime(path, 1_700_000_000 + index, 1_700_000_000 + 7 * index);
  }
}

Deno.test("a playbook has one digest in every clone, with any number of jobs, after a touch, from source and compiled", async (t) => {
  const { first, second } = await twoClones();
  using _ = first;
  const [program = SOURCE] = PROGRAMS;
  const want = await digests(program, first.root);
  assert(Object.keys(want).length >= 3);
  const variants: { name: string; before?: () => Promise<void>; root: string; args: string[] }[] = [
    { name: "again, from the stored index", root: first.root, args: [] },
    { name: "a clone under another name", root: second, args: [] },
    { name: "4 jobs", root: second, args: ["--jobs", "4"] },
    {
      name: "after a touch of every file",
      before: () => touchAll(second),
      root: second,
      args: ["--jobs", "2"],
    },
    {
      name: "a new index",
      before: async () => {
        await Deno.remove(`${second}/.frigg`, { recursive: true });
        await Deno.remove(`${second}/fixtures/shop/.frigg`, { recursive: true });
      },
      root: second,
      args: ["--jobs", "4"],
    },
    {
      name: "an index elsewhere",
      root: second,
      args: ["--state-dir", `${first.root}/clones/state`],
    },
  ];
  for (const each of PROGRAMS) {
    for (const { name, before, root, args } of variants) {
      await t.step(`${each.name}: ${name}`, async () => {
        await before?.();
        assert.deepEqual(await digests(each, root, ...args), want);
      });
    }
  }
});
