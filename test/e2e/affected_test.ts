import assert from "node:assert/strict";
import * as fs from "node:fs";
import { Sandbox } from "../platform/git/git_fixture.ts";
import { type Ended, frigg } from "./frigg.ts";

function playbookOf(id: string, tool: string, params: string): string {
  return `playbook_schema: frigg.playbook.v1
playbook_id: ${id}
steps:
  - step_id: only
    tool_name: ${tool}
    params: ${params}
`;
}

const PLAYBOOKS = {
  read: ["read_file", "{path: src/a.ts}"],
  typed: ["search_text", "{query: needle, glob: '*.ts'}"],
  whole: ["search_text", "{query: needle}"],
  outline: ["document_symbols", "{path: src/b.ts}"],
  link: ["read_file", "{path: link.md}"],
} as const;

/** A repository whose playbooks are all accepted at its one commit. */
async function accepted(sandbox: Sandbox): Promise<void> {
  sandbox.git("", "init", "-q", "r");
  sandbox.write("r/src/a.ts", "export const needle = 1;\n");
  sandbox.write("r/src/b.ts", "export function other(): void {}\n");
  sandbox.write("r/README.md", "needle\n");
  sandbox.write("r/playbooks/.ignore", "*\n");
  fs.symlinkSync("README.md", sandbox.at("r/link.md"));
  for (const [id, [tool, params]] of Object.entries(PLAYBOOKS)) {
    sandbox.write(`r/playbooks/${id}.playbook.yaml`, playbookOf(id, tool, params));
  }
  await run(sandbox, []);
  for (const id of Object.keys(PLAYBOOKS)) {
    const trace = sandbox.at(`r/playbooks/${id}.trace`);
    fs.renameSync(`${trace}.new.json`, `${trace}.json`);
  }
  sandbox.commit("r", "one");
}

function run(sandbox: Sandbox, args: readonly string[]): Promise<Ended> {
  return frigg(["playbook", "replay", ...args], { cwd: sandbox.at("r") });
}

/** The first words of each line that is about a playbook: `same read`. */
function heads(stdout: string): string[] {
  return stdout.split("\n").flatMap((line) =>
    /^(same|drift|left out|invalid) {2}(\w+)/.exec(line)?.slice(1, 3).join(" ") ?? []
  );
}

Deno.test("--affected-by replays what rests on a change, and says what it leaves out", async (t) => {
  using sandbox = new Sandbox();
  await accepted(sandbox);
  const cases = [
    {
      name: "nothing changed",
      change: () => {},
      want: [
        "left out link",
        "left out outline",
        "left out read",
        "left out typed",
        "left out whole",
      ],
    },
    {
      name: "a document came",
      change: () => sandbox.write("r/docs/new.md", "needle\n"),
      want: ["same link", "left out outline", "left out read", "left out typed", "drift whole"],
    },
    {
      name: "a source changed",
      change: () => sandbox.write("r/src/a.ts", "export const needle = 2;\n"),
      want: ["same link", "left out outline", "drift read", "drift typed", "drift whole"],
    },
    {
      name: "a playbook changed",
      change: () =>
        sandbox.write(
          "r/playbooks/outline.playbook.yaml",
          playbookOf("outline", "read_file", "{path: none}"),
        ),
      want: ["same link", "drift outline", "drift read", "drift typed", "drift whole"],
    },
  ];
  for (const { name, change, want } of cases) {
    await t.step(name, async () => {
      change();
      const { code, stdout, stderr } = await run(sandbox, [
        "--affected-by",
        "HEAD",
        "--update",
        "never",
      ]);
      assert.deepEqual(heads(stdout), want, stdout + stderr);
      assert.equal(code, want.some((line) => line.startsWith("drift")) ? 1 : 0);
      assert.match(stderr, /5 playbooks/);
    });
  }
  await t.step("why is told for each", async () => {
    const args = ["--affected-by", "HEAD", "--update", "never", "--verbose"];
    const { stderr } = await run(sandbox, args);
    assert.match(stderr, /^typed only: src\/a\.ts changed$/m);
    assert.match(stderr, /^whole only: src\/a\.ts changed$/m);
    assert.match(stderr, /^outline only: the playbook changed since its trace was accepted$/m);
    sandbox.git("r", "stash", "-q", "-u");
    const { stdout } = await run(sandbox, ["--affected-by", "HEAD~0", "--json", "--only", "read"]);
    assert.match(stdout, /"left_out":"nothing that it rests on changed since HEAD~0"/);
  });
  await t.step("a trace that came after the revision is held against the files", async () => {
    sandbox.write("r/src/a.ts", "export const needle = 3;\n");
    await run(sandbox, ["--only", "read"]);
    const trace = sandbox.at("r/playbooks/read.trace");
    fs.renameSync(`${trace}.new.json`, `${trace}.json`);
    sandbox.write("r/src/a.ts", "export const needle = 1;\n");
    const args = ["--affected-by", "HEAD", "--update", "never", "--verbose", "--only", "read"];
    const { code, stdout, stderr } = await run(sandbox, args);
    assert.deepEqual(heads(stdout), ["drift read"], stdout + stderr);
    assert.match(stderr, /^read only: its accepted trace is not that of the revision$/m);
    assert.equal(code, 1);
    sandbox.git("r", "checkout", "-q", ".");
  });
  await t.step("a revision that names nothing, and one beside --at", async () => {
    const unknown = await run(sandbox, ["--affected-by", "nowhere", "--only", "read"]);
    assert.equal(unknown.code, 2);
    assert.match(unknown.stdout, /Cannot resolve revision "nowhere"/);
    assert.equal((await run(sandbox, ["--affected-by", "HEAD", "--at", "HEAD"])).code, 2);
  });
});
