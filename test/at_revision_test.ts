import assert from "node:assert/strict";
import * as fs from "node:fs";
import { type App, createApp } from "../src/app.ts";
import type { Json, JsonObject } from "../src/contract/json.ts";
import { MAX_FILE_BYTES, MAX_FILES } from "../src/contract/limits.ts";
import type { Trace } from "../src/contract/playbook.ts";
import type { CallOptions } from "../src/contract/tool.ts";
import type { PlaybookHost } from "../src/playbook/host.ts";
import { type LoadedPlaybook, parsePlaybookValue } from "../src/playbook/load.ts";
import { replayPlaybook } from "../src/playbook/replay.ts";
import { runPlaybook } from "../src/playbook/run.ts";
import { Adopted } from "../src/session/adopted.ts";
import { Sandbox } from "./platform/git/git_fixture.ts";
import { object } from "./support/json.ts";
import { trickyHistory } from "./support/tricky_history.ts";

const OPTIONS: CallOptions = { signal: new AbortController().signal };

function step(step_id: string, tool_name: string, params: JsonObject = {}): JsonObject {
  return { step_id, tool_name, params };
}

/** Every tool that reads, on paths that some of the commits have. */
const STEPS: readonly JsonObject[] = [
  step("where", "workspace"),
  step("files", "list_files", { include_hidden: true }),
  step("text", "search_text", { query: "parse", context_lines: 1, include_hidden: true }),
  step("regex", "search_text", { query: "p.rse|übung", pattern_type: "regex", glob: "**/*.ts" }),
  step("absent", "search_text", { query: "nowhere to be found", count_only: true }),
  step("symbols", "search_symbol", { query: "parse", path_class: "any" }),
  step("odd_symbol", "search_symbol", { query: "übung", path_class: "any" }),
  step("ranked", "search_hybrid", { query: "how is text parsed" }),
  step("batch", "search_batch", {
    probes: [{ id: "t", kind: "text", query: "area" }, { id: "s", kind: "symbol", query: "Area" }],
  }),
  step("outline", "document_symbols", { path: "src/use.ts" }),
  step("structural", "search_structural", {
    query: "(function_declaration name: (identifier) @name)",
    language: "typescript",
  }),
  step("syntax", "inspect_syntax_tree", { path: "src/use.ts", line: 5, column: 12 }),
  step("explore", "explore", { path: "README.md", operation: "probe", query: "text" }),
  step("proof", "read_match", {
    result_handle: "${steps.text.result_handle}",
    match_id: "${steps.text.matches[0].match_id}",
  }),
  step("references", "find_references", { symbol: "parse" }),
  step("definition", "go_to_definition", { symbol: "Reader" }),
  step("implementations", "find_implementations", { symbol: "Shape" }),
  step("declarations", "find_declarations", { symbol: "parse" }),
  step("incoming", "incoming_calls", { symbol: "parse" }),
  step("outgoing", "outgoing_calls", { symbol: "read" }),
  step("bundle", "impact_bundle", { symbol: "parse" }),
  ...[
    "README.md",
    "empty.txt",
    "no_end.txt",
    "pixel.png",
    "mixed.txt",
    "latin1.txt",
    "to_file",
    "to_folder/use.ts",
    "src/up",
    "outside",
    "nowhere",
    "loop",
    "lib/inner.ts",
    "kept.log",
    "generated/out.ts",
    "straße/übung.ts",
    "a b/c[1].txt",
    "target/out.txt",
    "../other/inner.ts",
  ].map((path, n) => step(`read_${n}`, "read_file", { path })),
];

interface Place {
  readonly root: string;
  readonly at?: string;
  readonly stateDir?: string;
}

async function withApp<T>(
  { root, ...more }: Place,
  use: (app: App) => Promise<T>,
): Promise<T> {
  const app = createApp({
    roots: [root],
    cwd: root,
    home: undefined,
    limits: { maxFileBytes: MAX_FILE_BYTES, maxFiles: MAX_FILES },
    log: (line) => assert.fail(line),
    ...more,
  });
  try {
    return await use(app);
  } finally {
    await app.close();
  }
}

function load(steps: readonly Json[], { surface }: PlaybookHost): LoadedPlaybook {
  const value = { playbook_id: "every-tool", steps: [...steps] };
  return parsePlaybookValue(value, { surface, allowWorkspace: false });
}

async function traceOf(place: Place, steps: readonly Json[] = STEPS): Promise<Trace> {
  return await withApp(place, async (app) => {
    const host = app.playbookHost();
    return await runPlaybook(load(steps, host), {}, host, OPTIONS);
  });
}

/** Ids of the steps that had an answer. */
function answered({ steps }: Trace): string[] {
  return steps.filter(({ outcome }) => outcome.status === "ok").map(({ step_id }) => step_id);
}

/** Everything below a folder with its size, git's own files left out. */
function treeOf(folder: string, below = ""): string[] {
  return fs.readdirSync(`${folder}/${below}`, { withFileTypes: true }).flatMap((entry) => {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (path === ".git") return [];
    if (entry.isDirectory()) return treeOf(folder, path);
    return [`${path} ${fs.lstatSync(`${folder}/${path}`).size}`];
  }).sort();
}

Deno.test("every tool gives at a revision what it gives in a checkout of it", async (t) => {
  using sandbox = new Sandbox();
  const history = trickyHistory(sandbox);
  const root = sandbox.at("r");
  const before = treeOf(root);
  const seen = new Set<string>();
  for (const [n, commit] of history.entries()) {
    const checkout = sandbox.at(`checkout-${n}`, "r");
    sandbox.git("r", "worktree", "add", "-q", "--detach", checkout, commit);
    const there = await traceOf({ root: checkout });
    const here = await traceOf({ root, at: commit });
    await t.step(`revision ${n}`, () => {
      assert.deepEqual(here.steps, there.steps);
      assert.equal(here.digest, there.digest);
    });
    await t.step(`the header of revision ${n} names the commit`, () => {
      const [repository] = here.header.repositories;
      assert.deepEqual(repository?.vcs, { commit, dirty: false });
      // A source that is tracked and ignored counts as dirty in a checkout, where it may be anything.
      const [checkedOut] = there.header.repositories;
      assert.deepEqual({ ...checkedOut, vcs: null }, { ...repository, vcs: null });
    });
    for (const id of answered(here)) seen.add(id);
  }
  await t.step("every step but those that lead nowhere had an answer somewhere", () => {
    const never = STEPS.map((one) => one["step_id"]).filter((id) => !seen.has(String(id)));
    const refused = ["outside", "nowhere", "lib/inner.ts", "../other/inner.ts"];
    const read = STEPS.filter((one) => never.includes(String(one["step_id"])))
      .map((one) => object(one, "params")["path"]);
    assert.deepEqual(read, ["pixel.png", ...refused].filter((path) => read.includes(path)));
    assert(refused.every((path) => read.includes(path)));
  });
  await t.step("no tool was left out", async () => {
    const tools = await withApp(
      { root, at: "HEAD" },
      (app) => Promise.resolve(app.surface.tools.filter(({ playbook }) => playbook)),
    );
    const used = new Set(STEPS.map((one) => one["tool_name"]));
    assert.deepEqual(tools.map(({ name }) => name).filter((name) => !used.has(name)), []);
  });
  await t.step("nothing was written to the work tree", () => {
    assert.deepEqual(treeOf(root), before);
  });
});

Deno.test("a revision is found where git keeps it elsewhere", async (t) => {
  using sandbox = new Sandbox();
  const history = trickyHistory(sandbox);
  const [first = "", second = ""] = history;
  const steps = [step("files", "list_files", {}), step("text", "search_text", { query: "parse" })];
  const want = (await traceOf({ root: sandbox.at("r"), at: second }, steps)).digest;
  sandbox.git("r", "tag", "-a", "-m", "second", "v2", second);
  sandbox.git("r", "branch", "side", second);
  sandbox.git("r", "gc", "--quiet", "--prune=now");
  sandbox.git("", "clone", "-q", "--shared", "r", "borrowed");
  sandbox.git("r", "worktree", "add", "-q", "--detach", "../linked", first);
  const places = [
    { name: "a packed annotated tag", root: "r", at: "v2" },
    { name: "a packed branch and a step back", root: "r", at: "side~0" },
    { name: "steps from HEAD", root: "r", at: `HEAD~${history.length - 2}` },
    { name: "a short id", root: "r", at: second.slice(0, 9) },
    { name: "a clone that borrows objects", root: "borrowed", at: "origin/side" },
    { name: "a linked worktree", root: "linked", at: "side" },
  ];
  for (const { name, root, at } of places) {
    await t.step(name, async () => {
      assert.equal((await traceOf({ root: sandbox.at(root), at }, steps)).digest, want);
    });
  }
});

Deno.test("a folder below the git root is looked at with the rules that lie above it", async () => {
  using sandbox = new Sandbox();
  sandbox.git("", "init", "-q", "r");
  sandbox.write("r/app/a.txt", "needle\n");
  sandbox.write("r/app/b.log", "needle\n");
  sandbox.write("r/.gitignore", "*.log\n");
  sandbox.git("r", "add", "-f", "app/b.log");
  const commit = sandbox.commit("r", "one");
  sandbox.write("r/.gitignore", "");
  sandbox.write("r/.git/info/exclude", "a.*\n");
  const paths = async (): Promise<Json | undefined> => {
    const trace = await traceOf({ root: sandbox.at("r/app"), at: commit }, [
      step("files", "list_files", {}),
    ]);
    const [outcome] = trace.steps.map((one) => one.outcome);
    assert(outcome?.status === "ok");
    return object({ response: outcome.response_json }, "response")["files"];
  };
  assert.deepEqual(await paths(), []);
  sandbox.write("r/.git/info/exclude", "");
  assert.equal(JSON.stringify(await paths()).includes("b.log"), false);
  assert.equal(JSON.stringify(await paths()).includes("a.txt"), true);
});

Deno.test("what a checkout converted differs in line ends, and is said to", async () => {
  using sandbox = new Sandbox();
  sandbox.git("", "init", "-q", "r");
  sandbox.write("r/.gitattributes", "*.txt text eol=crlf\n");
  sandbox.write("r/notes.txt", "needle one\nneedle two\n");
  const commit = sandbox.commit("r", "one");
  const root = sandbox.at("checkout");
  sandbox.git("r", "worktree", "add", "-q", "--detach", root, commit);
  const steps = [
    step("read", "read_file", { path: "notes.txt" }),
    step("find", "search_text", { query: "needle" }),
  ];
  const expected = await traceOf({ root }, steps);
  assert.deepEqual(expected.header.repositories[0]?.vcs, { commit, dirty: false });
  const replay = await withApp({ root, at: commit }, async (app) => {
    const host = app.playbookHost();
    return await replayPlaybook(
      { playbook: load(steps, host), expected, inputs: {} },
      host,
      OPTIONS,
    );
  });
  const told = replay.diff?.steps.flatMap(({ step_id, changes }) =>
    changes.map(({ op, pointer, cause }) => `${step_id} ${op} ${pointer} ${cause}`)
  );
  assert.deepEqual(told, ["read replace /content eol_changed"]);
});

Deno.test("a revision that cannot be looked at is refused by its reason", async (t) => {
  using sandbox = new Sandbox();
  trickyHistory(sandbox);
  sandbox.git("", "clone", "-q", "--depth", "2", `file://${sandbox.at("r")}`, "cut");
  sandbox.write("plain/a.txt", "");
  sandbox.git("", "clone", "-q", `file://${sandbox.at("r")}`, "torn");
  // A link to itself cannot be read, whoever tries.
  fs.mkdirSync(sandbox.at("torn/.git/objects/info"), { recursive: true });
  fs.symlinkSync("alternates", sandbox.at("torn/.git/objects/info/alternates"));
  const beyond = sandbox.git("r", "rev-parse", "HEAD~3").trim();
  const cases = [
    {
      root: "r",
      at: "no-such-branch",
      code: "invalid_params",
      message: /nothing here has this name/,
    },
    { root: "r", at: "HEAD:README.md", code: "invalid_params", message: /Cannot resolve revision/ },
    { root: "r", at: "HEAD~99", code: "invalid_params", message: /history does not go back/ },
    { root: "r", at: "", code: "invalid_params", message: /Cannot resolve revision ""/ },
    { root: "cut", at: beyond, code: "invalid_params", message: /the clone is shallow/ },
    { root: "cut", at: "HEAD~2", code: "unavailable", message: /the clone is shallow/ },
    { root: "torn", at: "HEAD", code: "unavailable", message: /Cannot read .*alternates/ },
    { root: "plain", at: "HEAD", code: "unavailable", message: /not in a git work tree/ },
    { root: "r/lib", at: "HEAD~4", code: "invalid_params", message: /Cannot resolve revision/ },
    { root: "r/straße", at: "HEAD~4", code: "resource_not_found", message: /Cannot find folder/ },
  ];
  for (const { root, at, code, message } of cases) {
    await t.step(`${at || "nothing"} in ${root}`, async () => {
      await assert.rejects(traceOf({ root: sandbox.at(root), at }), { code, message });
    });
  }
});

Deno.test("an index of the work tree saves reading equal files, and stays as it is", async (t) => {
  using sandbox = new Sandbox();
  trickyHistory(sandbox);
  const root = sandbox.at("r");
  fs.rmSync(sandbox.at("r/.frigg"), { recursive: true });
  const stateDir = sandbox.at("state");
  const refreshed = (place: Place): Promise<readonly [number, number]> =>
    withApp(place, async (app) => {
      const request = { path: root, resolveMode: "direct", makeDefault: false } as const;
      const { engine } = await app.workspace.adopt(new Adopted(), request, OPTIONS);
      const { reparsed, reused } = await engine.refresh(OPTIONS);
      return [reparsed, reused];
    });
  await t.step("without one every file is read, and no state folder is made", async () => {
    assert.deepEqual(await refreshed({ root, at: "HEAD", stateDir }), [15, 0]);
    assert.equal(fs.existsSync(stateDir), false);
  });
  await t.step("with one only what differs is", async () => {
    await refreshed({ root, stateDir });
    const before = treeOf(stateDir);
    assert.deepEqual(await refreshed({ root, at: "HEAD", stateDir }), [0, 15]);
    const [reparsed] = await refreshed({ root, at: "HEAD~4", stateDir });
    assert.equal(reparsed, 3);
    assert.deepEqual(treeOf(stateDir), before);
  });
  await t.step("and the answers are the same", async () => {
    const apart = await traceOf({ root, at: "HEAD~4" });
    assert.equal((await traceOf({ root, at: "HEAD~4", stateDir })).digest, apart.digest);
  });
});
