/** What the shell is told, and what accepting leaves alone (cases.md §8; 8.3 is in test/e2e). */
import assert from "node:assert/strict";
import { type JsonObject, toJsonObject } from "../../src/contract/json.ts";
import { type Checkout, checkout, type Ended, frigg } from "../e2e/frigg.ts";
import { list } from "../support/json.ts";

const TRACE = "playbooks/p.trace.json";
const YAML = "playbooks/p.playbook.yaml";
const PLAYBOOK = `playbook_id: p
steps:
  # why the number does not matter
  - tool_name: search_text   # the tool first: an order that is the author's
    step_id: count
    params: {query: alpha, glob: a.txt}
    expect: {total: {min: 1}}
  - step_id: lines
    tool_name: read_file
    params: {path: b.txt}
`;

/** A work tree whose second step differs from the accepted trace. */
async function drifted(): Promise<Checkout> {
  const files = { "a.txt": "alpha\n", "b.txt": "beta\n", "playbooks/.ignore": "*\n" };
  const repo = checkout({ ...files, [YAML]: PLAYBOOK });
  await playbook(repo, "replay");
  assert.equal((await playbook(repo, "accept", "p")).code, 0);
  repo.write("b.txt", "gamma\n");
  return repo;
}

function playbook({ root }: Checkout, ...args: string[]): Promise<Ended> {
  return frigg(["playbook", ...args], { cwd: root });
}

function steps(repo: Checkout): JsonObject[] {
  return list(toJsonObject(JSON.parse(repo.read(TRACE))), "steps");
}

Deno.test("the exit code says what the output says, in every form (cases.md 8.1)", async (t) => {
  using repo = await drifted();
  const nowhere = ["--workspace-root", `${repo.root}/nowhere`];
  const cases = [
    { name: "text", args: [], code: 1, says: /^drift {2}p .*\n {2}= count .*\n {2}! lines /s },
    { name: "JSON", args: ["--json"], code: 1, says: /"verdict":"drift"/ },
    { name: "quiet", args: ["--quiet"], code: 1, says: /^drift {2}p / },
    { name: "report", args: ["--report", "junit=r.xml"], code: 1, says: /^drift {2}p / },
    { name: "jobs", args: ["--jobs", "4"], code: 1, says: /^drift {2}p / },
    { name: "bail", args: ["--bail"], code: 1, says: /^drift {2}p / },
    { name: "no such playbook", args: ["nowhere"], code: 2, says: /^$/ },
    { name: "no such workspace", args: nowhere, code: 3, says: /^$/ },
  ];
  for (const { name, args, code, says } of cases) {
    await t.step(name, async () => {
      const ended = await playbook(repo, "replay", ...args);
      assert.match(ended.stdout, says);
      assert.equal(ended.code, code);
    });
  }
  repo.write(TRACE, "{");
  for (const args of [[], ["--json"]]) {
    await t.step(["a trace that is no trace", ...args].join(" "), async () => {
      const { code, stdout } = await playbook(repo, "replay", ...args);
      assert.match(stdout, /playbooks\/p\.trace\.json: expected a trace as JSON/);
      assert.equal(code, 2);
    });
  }
});

Deno.test("accepting everything leaves the step that holds, and its matcher (cases.md 8.2)", async () => {
  using repo = await drifted();
  const [count, lines] = steps(repo);
  await playbook(repo, "replay");
  assert.equal((await playbook(repo, "accept", "p")).code, 0);
  const [countNow, linesNow] = steps(repo);
  assert.equal(JSON.stringify(countNow), JSON.stringify(count));
  assert.notDeepEqual(linesNow, lines);
  assert.equal(repo.read(YAML), PLAYBOOK);
  assert.equal((await playbook(repo, "replay")).code, 0);
});

Deno.test("a file that became too short for a step is drift, not a mistake of the playbook", async () => {
  const step = "  - {step_id: deep, tool_name: read_file, params: {path: b.txt, start_line: 3}}\n";
  const files = { "b.txt": "one\ntwo\nthree, which is far down in this file\n" };
  using repo = checkout({
    ...files,
    "playbooks/.ignore": "*\n",
    [YAML]: `playbook_id: p\nsteps:\n${step}`,
  });
  await playbook(repo, "replay");
  assert.equal((await playbook(repo, "accept", "p")).code, 0);
  repo.write("b.txt", "one\n");
  const { code, stdout } = await playbook(repo, "replay");
  assert.equal(code, 1);
  assert.match(
    stdout,
    /! deep \(read_file\): outcome differs\n.*\[source_changed\].*repo-001:b\.txt/,
  );
  // A run has nothing to compare with, so there it stays what it is.
  const run = await playbook(repo, "run", "p");
  assert.deepEqual([run.code, run.stdout], [2, ""]);
  assert.match(run.stderr, /Cannot run step "deep"/);
});
