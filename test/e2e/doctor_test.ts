/** What `frigg doctor` finds: each fault is planted alone, and everything it says has to be that fault. */
import assert from "node:assert/strict";
import { SCHEMA_VERSION } from "../../src/snapshot/codec.ts";
import { type Checkout, checkout, type Ended, frigg, IS_BINARY, runToEnd } from "./frigg.ts";
import { setSchema } from "./index_version.ts";

interface Place {
  readonly repo: Checkout;
  readonly home: Checkout;
}

interface Fault {
  readonly name: string;
  plant(place: Place): Promise<unknown> | unknown;
  readonly finds: string;
  readonly exit: number;
  /** Arguments in place of none. */
  readonly args?: (place: Place) => string[];
  /** Without HOME. */
  readonly homeless?: true;
}

/** An entry of Cursor's file, which lies outside the tree so that the index stays as it is. */
function entry({ home }: Place, command: string, args: readonly string[]): void {
  home.write(".cursor/mcp.json", JSON.stringify({ mcpServers: { frigg: { command, args } } }));
}

/** A program beside the repository that is not this one. */
function program({ home }: Place, name: string, mode: number): string {
  home.write(name, "#!/bin/sh\n");
  Deno.chmodSync(`${home.root}/${name}`, mode);
  return `${home.root}/${name}`;
}

/** Rewrites the arguments that registering wrote. */
async function rewrite(place: Place, change: (text: string) => string): Promise<void> {
  await frigg(["register", "cursor", "--scope", "user"], at(place));
  place.home.write(".cursor/mcp.json", change(place.home.read(".cursor/mcp.json")));
}

const FAULTS: readonly Fault[] = [
  {
    name: "no index",
    plant: ({ repo }) => Deno.remove(`${repo.root}/.frigg`, { recursive: true }),
    finds: "index_absent",
    exit: 1,
  },
  {
    name: "an index older than the tree",
    plant: ({ repo }) => repo.write("b.txt", "new"),
    finds: "index_stale",
    exit: 1,
  },
  {
    name: "a damaged index",
    plant: ({ repo }) => repo.write(".frigg/CURRENT", "nonsense"),
    finds: "index_damaged",
    exit: 3,
  },
  {
    name: "an index of another version",
    plant: ({ repo }) => setSchema(repo, SCHEMA_VERSION + 1),
    finds: "index_of_other_version",
    exit: 3,
  },
  {
    name: "a state folder that is a file",
    plant: async ({ repo }) => {
      await Deno.remove(`${repo.root}/.frigg`, { recursive: true });
      repo.write(".frigg", "mine");
    },
    finds: "state_folder_unusable",
    exit: 3,
  },
  {
    name: "a root that is not there",
    plant: () => {},
    args: () => ["--workspace-root", "/no/such/dir"],
    finds: "root_unusable",
    exit: 3,
  },
  {
    name: "a root that is the home folder",
    plant: ({ home }) => frigg(["index", "--workspace-root", home.root]),
    args: ({ home }) => ["--workspace-root", home.root],
    finds: "root_too_wide",
    exit: 1,
  },
  {
    name: "a commit that is gone",
    plant: ({ repo }) => repo.write(".git/HEAD", `${"1".repeat(40)}\n`),
    finds: "git_unreadable",
    exit: 1,
  },
  { name: "no home folder", plant: () => {}, homeless: true, finds: "home_unknown", exit: 1 },
  {
    name: "broken settings",
    plant: ({ home }) => home.write(".config/zed/settings.json", '{ "a": '),
    finds: "settings_broken",
    exit: 3,
  },
  {
    name: "settings that are a folder",
    plant: ({ home }) => home.write(".codex/config.toml/x", ""),
    finds: "settings_unreadable",
    exit: 3,
  },
  {
    name: "an entry without command",
    plant: ({ home }) => home.write(".cursor/mcp.json", '{"mcpServers":{"frigg":{"url":"x"}}}'),
    finds: "entry_unusable",
    exit: 1,
  },
  {
    name: "a command without folder",
    plant: (place) => entry(place, "frigg", []),
    finds: "command_relative",
    exit: 1,
  },
  {
    name: "a command that is gone",
    plant: (place) => entry(place, "/no/such/frigg", []),
    finds: "command_absent",
    exit: 1,
  },
  {
    name: "a command that may not be executed",
    plant: (place) => entry(place, program(place, "frigg", 0o644), []),
    finds: "command_not_executable",
    exit: 1,
  },
  {
    name: "a command that is something else",
    plant: (place) => entry(place, program(place, "other", 0o755), []),
    finds: "command_not_frigg",
    exit: 1,
  },
  {
    name: "another copy of frigg",
    plant: (place) =>
      entry(place, program(place, "frigg", 0o755), ["--workspace-root", place.repo.root]),
    finds: "command_other_frigg",
    exit: 1,
  },
  {
    name: "a misspelt argument",
    plant: (place) => rewrite(place, (text) => text.replace("--workspace-root", "--workspace-rot")),
    finds: "arguments_invalid",
    exit: 1,
  },
  {
    name: "arguments of another command",
    plant: (place) =>
      rewrite(place, (text) => text.replace('"--workspace-root"', '"status", "-h"')),
    finds: "arguments_invalid",
    exit: 1,
  },
  {
    name: "a folder that is gone",
    plant: (place) => rewrite(place, (text) => text.replace(place.repo.root, "/no/such/dir")),
    finds: "entry_root_unusable",
    exit: 1,
  },
  {
    name: "the home folder",
    plant: (place) => rewrite(place, (text) => text.replace(place.repo.root, place.home.root)),
    finds: "entry_root_too_wide",
    exit: 1,
  },
  {
    name: "no folder",
    plant: (place) => rewrite(place, (text) => text.replace(/,? ?"--workspace-root", "[^"]*"/, "")),
    finds: "entry_without_root",
    exit: 1,
  },
  {
    name: "an entry where it was once looked for",
    plant: ({ home }) =>
      home.write(".gemini/antigravity/mcp_config.json", '{"mcpServers":{"frigg":{}}}'),
    finds: "entry_in_old_file",
    exit: 1,
  },
];

function at({ repo, home }: Place): { cwd: string; env: Record<string, string> } {
  return { cwd: repo.root, env: { HOME: home.root } };
}

interface Said {
  readonly ok: boolean;
  readonly findings: readonly { code: string; message: string; advice: string }[];
}

function said({ stdout }: Ended): Said {
  return JSON.parse(stdout);
}

async function healthy(): Promise<Place & Disposable> {
  const repo = checkout({ "a.ts": "export const a = 1;\n" });
  const home = checkout();
  const place = { repo, home };
  await frigg(["index"], at(place));
  await frigg(["register", "claude-code", "--scope", "user"], at(place));
  return {
    ...place,
    [Symbol.dispose]: () => {
      repo[Symbol.dispose]();
      home[Symbol.dispose]();
    },
  };
}

Deno.test("doctor finds nothing where nothing is wrong", async () => {
  using place = await healthy();
  const ended = await frigg(["doctor", "--json"], at(place));
  assert.deepEqual([ended.code, said(ended)], [0, { ok: true, findings: [] }]);
  const words = await frigg(["doctor"], at(place));
  assert.deepEqual([words.code, words.stdout], [0, "ok  nothing is wrong\n"]);
});

Deno.test("doctor finds each fault, and nothing else", async (t) => {
  for (const { name, plant, finds, exit, args, homeless } of FAULTS) {
    await t.step(name, async () => {
      using place = await healthy();
      await plant(place);
      const { cwd, env } = at(place);
      const start = { cwd, env: homeless === true ? {} : env };
      const ended = await frigg(["doctor", "--json", ...args?.(place) ?? []], start);
      const { findings } = said(ended);
      const codes = findings.map(({ code }) => code);
      // A root that cannot be worked on has no entry either.
      assert.deepEqual(codes.filter((code) => code !== "not_registered"), [finds], ended.stdout);
      assert.equal(ended.code, exit);
      assert(findings.every(({ message, advice }) => message !== "" && advice !== ""));
    });
  }
});

Deno.test("doctor tells several faults at once, the gravest decides the exit code", async () => {
  using place = await healthy();
  entry(place, "/no/such/frigg", []);
  place.repo.write("b.txt", "new");
  place.home.write(".config/zed/settings.json", "{");
  const { code, stdout } = await frigg(["doctor"], at(place));
  assert.equal(code, 3);
  for (const found of ["index_stale", "command_absent", "settings_broken"]) {
    assert.match(stdout, new RegExp(found));
  }
  assert.match(stdout, /\n2 errors, 1 warning, 0 notes\n$/);
});

Deno.test("without an entry anywhere doctor says how to make one, and that is no fault", async () => {
  using repo = checkout({ "a.txt": "" });
  await frigg(["index"], { cwd: repo.root });
  const { code, stdout } = await frigg(["doctor"], { cwd: repo.root, env: { HOME: "/nowhere" } });
  assert.equal(code, 0);
  assert.match(stdout, /^note {2}not_registered .*\n.*\n.*frigg register HOST/);
});

Deno.test("the self-check passes in / without any environment", async () => {
  const ended = await frigg(["doctor", "--self-check", "--json"], { cwd: "/" });
  assert.deepEqual([ended.code, said(ended), ended.stderr], [0, { ok: true, findings: [] }, ""]);
});

Deno.test({
  name: "the self-check tells what a program without its engine flags cannot do",
  ignore: IS_BINARY,
  fn: async () => {
    const main = new URL("../../main.ts", import.meta.url).pathname;
    const flags = ["--quiet", "--no-prompt", "--unstable-worker-options", "--allow-all"];
    const args = ["run", ...flags, main, "doctor", "--self-check", "--json"];
    const ended = await runToEnd({ command: Deno.execPath(), args }, {});
    assert.equal(ended.code, 1);
    const [first, second] = said(ended).findings;
    assert.match(first?.message ?? "", /^protocol 2025-11-25, tools\/call: it is refused: .*regex/);
    assert.match(
      second?.message ?? "",
      /^protocol 2026-07-28, tools\/call: it is refused: .*regex/,
    );
  },
});
