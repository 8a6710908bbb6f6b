import assert from "node:assert/strict";
import * as fs from "node:fs";
import { Sandbox } from "../platform/git/git_fixture.ts";
import { programCommand, programEnvironment } from "../support/program.ts";
import { type Ended, frigg, runToEnd } from "./frigg.ts";

const PLAYBOOK = `playbook_schema: frigg.playbook.v1
playbook_id: timeout
steps:
  - step_id: find
    tool_name: search_text
    params: {query: SESSION_TIMEOUT_MS, path_regex: '^src/'}
  - step_id: proof
    tool_name: read_match
    params:
      result_handle: "\${steps.find.result_handle}"
      match_id: "\${steps.find.matches[0].match_id}"
`;

const COMMITS = 15;
/** Number of the commit that changes the timeout, from 0. */
const BREAKING = 10;

function source(minutes: number, lines: number): string {
  const before = Array.from({ length: lines }, (_, n) => `// line ${n}\n`).join("");
  return `${before}export const SESSION_TIMEOUT_MS = ${minutes} * 60_000;\n`;
}

/** Every commit changes something; one of them what the playbook proves. The playbook lies beside the repository. */
function history(sandbox: Sandbox): readonly string[] {
  sandbox.write("notes/timeout.playbook.yaml", PLAYBOOK);
  sandbox.git("", "init", "-q", "r");
  return Array.from({ length: COMMITS }, (_, n) => {
    sandbox.write(`r/docs/note-${n}.md`, `Note ${n}\n`);
    sandbox.write("r/src/session.ts", source(n < BREAKING ? 15 : 480, 3));
    return sandbox.commit("r", `commit ${n}`, 60 * n);
  });
}

function replay(sandbox: Sandbox, args: readonly string[]): Promise<Ended> {
  const file = sandbox.at("notes/timeout.playbook.yaml");
  return frigg(["playbook", "replay", file, ...args], { cwd: sandbox.at("r") });
}

/** Accepts the trace of the first commit. */
async function acceptFirst(sandbox: Sandbox, first: string): Promise<void> {
  const out = sandbox.at("notes/timeout.trace.json");
  const file = sandbox.at("notes/timeout.playbook.yaml");
  const ended = await frigg(["playbook", "run", file, "--at", first, "--out", out], {
    cwd: sandbox.at("r"),
  });
  assert.equal(ended.code, 0, ended.stderr);
}

async function bisect(sandbox: Sandbox, args: readonly string[]): Promise<Ended> {
  const cwd = sandbox.at("r");
  const program = programCommand(["playbook", "replay", ...args, "--git-bisect"]);
  const settings = ["-c", "core.autocrlf=false", "-c", "gc.auto=0"];
  return await runToEnd({
    command: "git",
    args: [...settings, "bisect", "run", program.command, ...program.args],
  }, {
    cwd,
    env: {
      ...programEnvironment(),
      PATH: Deno.env.get("PATH") ?? "",
      HOME: sandbox.folder,
      GIT_CONFIG_NOSYSTEM: "1",
      LC_ALL: "C",
    },
  });
}

Deno.test("git bisect run finds the commit that a playbook no longer holds for", async (t) => {
  using sandbox = new Sandbox();
  const commits = history(sandbox);
  const [first = ""] = commits;
  const breaking = commits[BREAKING] ?? "";
  await acceptFirst(sandbox, first);

  await t.step("--at says the same of every commit without a checkout", async () => {
    for (const [n, commit] of [[BREAKING - 1, "HEAD~5"], [BREAKING, breaking]] as const) {
      const { code, stdout } = await replay(sandbox, ["--at", commit, "--json"]);
      assert.equal(code, n < BREAKING ? 0 : 1, stdout);
    }
    assert.equal(fs.existsSync(sandbox.at("r/.frigg")), false);
    assert.equal(fs.existsSync(sandbox.at("notes/timeout.trace.new.json")), false);
  });

  await t.step("the bisect ends at it and leaves no trace beside the playbook", async () => {
    sandbox.git("r", "bisect", "start", "HEAD", first);
    const { code, stdout, stderr } = await bisect(sandbox, [
      sandbox.at("notes/timeout.playbook.yaml"),
    ]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, new RegExp(`^${breaking} is the first bad commit$`, "m"));
    assert.equal(fs.existsSync(sandbox.at("notes/timeout.trace.new.json")), false);
    sandbox.git("r", "bisect", "reset");
  });

  await t.step("a playbook that is not there stops it instead of blaming a commit", async () => {
    sandbox.git("r", "bisect", "start", "HEAD", first);
    const { code, stdout } = await bisect(sandbox, [sandbox.at("notes/none.playbook.yaml")]);
    assert.notEqual(code, 0);
    assert.doesNotMatch(stdout, /first bad commit/);
    sandbox.git("r", "bisect", "reset");
  });
});

Deno.test("--at and --git-bisect keep pending traces to the present", async (t) => {
  using sandbox = new Sandbox();
  sandbox.write("notes/timeout.playbook.yaml", PLAYBOOK);
  sandbox.git("", "init", "-q", "r");
  sandbox.write("r/src/session.ts", source(15, 0));
  const commit = sandbox.commit("r", "one");
  const cases = [
    { args: ["--at", commit, "--update", "always"], code: 2, says: /--update always with --at/ },
    { args: ["--git-bisect", "--update", "always"], code: 128, says: /always with --git-bisect/ },
    { args: ["--at", "no-such"], code: 2, says: /Cannot resolve revision "no-such"/ },
    { args: ["--at", "no-such", "--git-bisect"], code: 128, says: /Cannot resolve revision/ },
    { args: ["--git-bisect"], code: 125, says: /1 unaccepted/ },
  ];
  for (const { args, code, says } of cases) {
    await t.step(args.join(" ").replace(commit, "COMMIT"), async () => {
      const ended = await replay(sandbox, args);
      assert.deepEqual([ended.code, fs.existsSync(sandbox.at("notes/timeout.trace.new.json"))], [
        code,
        false,
      ]);
      assert.match(ended.stdout + ended.stderr, says);
    });
  }
});
