/** Commands that write files say with --json what they wrote. */
import assert from "node:assert/strict";
import { toJsonObject } from "../../src/contract/json.ts";
import { pick } from "../support/json.ts";
import { checkout, frigg } from "./frigg.ts";

const PLAYBOOK = `playbook_id: p
steps:
  - {step_id: a, tool_name: read_file, params: {path: a.txt}}
  - {step_id: b, tool_name: read_file, params: {path: b.txt}}
`;

Deno.test("what was written is told as JSON", async (t) => {
  using repo = checkout({
    "a.txt": "a\n",
    "b.txt": "b\n",
    "playbooks/.ignore": "*\n",
    "playbooks/p.playbook.yaml": PLAYBOOK,
  });
  const json = async (...args: string[]): Promise<ReturnType<typeof toJsonObject>> => {
    const { stdout } = await frigg([...args, "--json"], { cwd: repo.root });
    return toJsonObject(JSON.parse(stdout));
  };
  await t.step("playbook init", async () => {
    assert.deepEqual(await json("playbook", "init", "q"), {
      written: "playbooks/q.playbook.yaml",
    });
  });
  await t.step("playbook accept", async () => {
    await json("playbook", "replay", "p");
    assert.deepEqual(await json("playbook", "accept", "p"), {
      playbook_id: "p",
      accepted: "playbooks/p.trace.json",
      steps: [],
      left_as_recorded: [],
      still_open: [],
    });
  });
  await t.step("playbook accept with nothing to accept", async () => {
    const { code, stdout, stderr } = await frigg(["playbook", "accept", "p"], { cwd: repo.root });
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, /Nothing waits to be accepted; `frigg playbook replay p` tells whether/);
  });
  await t.step("playbook accept --step", async () => {
    repo.write("a.txt", "another\n");
    repo.write("b.txt", "another\n");
    await json("playbook", "replay", "p");
    const said = await json("playbook", "accept", "p", "--step", "a");
    assert.deepEqual(pick(said, "steps", "still_open"), [["a"], ["b"]]);
  });
  await t.step("playbook reject", async () => {
    assert.deepEqual(await json("playbook", "reject", "p"), {
      removed: "playbooks/p.trace.new.json",
    });
  });
  await t.step("report", async () => {
    assert.deepEqual(pick(await json("report", "playbooks/p.trace.json"), "report_schema"), [
      "frigg.report.v1",
    ]);
  });
});
