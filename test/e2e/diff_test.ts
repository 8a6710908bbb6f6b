import assert from "node:assert/strict";
import { isJsonObject } from "../../src/contract/json.ts";
import { type Checkout, checkout, type Ended, frigg } from "./frigg.ts";

function playbook(repo: Checkout, ...args: string[]): Promise<Ended> {
  return frigg(["playbook", ...args], { cwd: repo.root });
}

Deno.test("playbook diff compares two traces without running anything", async (t) => {
  using repo = checkout({
    "a.txt": "one\n",
    "playbooks/.ignore": "*\n",
    "playbooks/p.playbook.yaml":
      "playbook_id: p\nsteps: [{step_id: read, tool_name: read_file, params: {path: a.txt}}]\n",
    "junk.json": "{",
    "other.json": JSON.stringify({ trace_schema: "frigg.trace.v7", steps: [] }),
  });
  await playbook(repo, "run", "p", "--out", "a.json");
  repo.write("a.txt", "two\n");
  await playbook(repo, "run", "p", "--out", "b.json");
  await Deno.remove(`${repo.root}/a.txt`);

  await t.step("text", async () => {
    const { code, stdout } = await playbook(repo, "diff", "a.json", "b.json");
    assert.equal(code, 1);
    assert.equal(
      stdout,
      "--- a.json\n+++ b.json\n! read (read_file): output differs\n" +
        "  ~ /content  [source_changed] the source changed: repo-001:a.txt\n" +
        "    @@ -1,1 +1,1 @@\n    -one\n    +two\n",
    );
  });
  await t.step("JSON", async () => {
    const { code, stdout } = await playbook(repo, "diff", "a.json", "b.json", "--json");
    const value: unknown = JSON.parse(stdout);
    assert(isJsonObject(value) && isJsonObject(value["diff"]));
    assert.deepEqual([code, value["matches"]], [1, false]);
    assert.deepEqual(value["diff"]["verdict_counts"], { output_differs: 1 });
  });
  await t.step("the same", async () => {
    const text = await playbook(repo, "diff", "a.json", "a.json");
    assert.deepEqual([text.code, text.stdout], [0, "same\n"]);
    const json = await playbook(repo, "diff", "a.json", "a.json", "--json");
    assert.deepEqual(JSON.parse(json.stdout), { matches: true, diff: null });
  });
  repo.write("edited.json", repo.read("a.json").replaceAll("one", "six"));
  const cases = [
    { args: ["a.json", "nowhere.json"], says: /Cannot find trace "nowhere\.json"/ },
    { args: ["a.json", "p"], says: /Cannot find trace "p"/ },
    { args: ["a.json", "junk.json"], says: /junk\.json: expected a trace as JSON/ },
    { args: ["other.json", "a.json"], says: /trace_schema.*found "frigg\.trace\.v7"/ },
    { args: ["a.json", "edited.json"], says: /it was edited/ },
    { args: ["a.json"], says: /missing required argument/ },
  ];
  for (const { args, says } of cases) {
    await t.step(args.join(" "), async () => {
      const { code, stdout, stderr } = await playbook(repo, "diff", ...args);
      assert.deepEqual([code, stdout], [2, ""]);
      assert.match(stderr, says);
    });
  }
  await t.step("a replay judges no trace of an unknown schema", async () => {
    repo.write("playbooks/p.trace.json", repo.read("other.json"));
    const { code, stdout } = await playbook(repo, "replay");
    assert.equal(code, 2);
    assert.match(stdout, /^invalid {2}p\n.*p\.trace\.json.*found "frigg\.trace\.v7"/s);
  });
});
