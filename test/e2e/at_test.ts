import assert from "node:assert/strict";
import * as fs from "node:fs";
import { Sandbox } from "../platform/git/git_fixture.ts";
import { type Ended, frigg } from "./frigg.ts";

/** A repository of two commits, with files on disk that neither has. */
function repository(sandbox: Sandbox): void {
  sandbox.git("", "init", "-q", "r");
  sandbox.write("r/a.txt", "needle one\n");
  sandbox.commit("r", "one", 0);
  sandbox.git("r", "tag", "first");
  sandbox.write("r/a.txt", "needle two\n");
  sandbox.write("r/sub/b.txt", "needle below\n");
  sandbox.commit("r", "two", 1);
  sandbox.write("r/a.txt", "needle three\n");
  sandbox.write("r/untracked.txt", "needle\n");
}

Deno.test("commands look at a revision and leave the folder as it is", async (t) => {
  using sandbox = new Sandbox();
  repository(sandbox);
  const run = (args: readonly string[], cwd = "r"): Promise<Ended> =>
    frigg(args, { cwd: sandbox.at(cwd) });

  await t.step("search prints the lines of the commit", async () => {
    const cases = [
      { at: "first", want: "a.txt:1:1: needle one\n" },
      { at: "HEAD", want: "a.txt:1:1: needle two\nsub/b.txt:1:1: needle below\n" },
    ];
    for (const { at, want } of cases) {
      const { code, stdout } = await run(["search", "needle", "--at", at]);
      assert.deepEqual([code, stdout], [0, want]);
    }
  });

  await t.step("call answers from the commit, and says that it is fresh and clean", async () => {
    const read = await run(["call", "read_file", '{"path":"a.txt"}', "--at", "HEAD~1"]);
    assert.match(read.stdout, /needle one/);
    const { stdout } = await run(["call", "workspace", "--at", "HEAD~1"]);
    assert.match(stdout, /"dirty_scope": "clean"/);
    assert.match(stdout, /"working_tree_dirty": false/);
    const gone = await run(["call", "read_file", '{"path":"untracked.txt"}', "--at", "HEAD"]);
    assert.match(gone.stdout, /resource_not_found/);
  });

  await t.step("a folder that the commit lacks is an error of the surroundings", async () => {
    const ended = await run(["search", "needle", "--at", "first"], "r/sub");
    assert.deepEqual([ended.code, ended.stdout], [0, "a.txt:1:1: needle one\n"]);
    const args = ["search", "needle", "--at", "first", "--workspace-root", sandbox.at("r/sub")];
    const { code, stderr } = await run(args);
    assert.equal(code, 3);
    assert.match(stderr, /Cannot find folder "sub" in "first"/);
  });

  await t.step("a revision that names nothing is wrong use", async () => {
    const { code, stdout, stderr } = await run(["search", "needle", "--at", "nowhere"]);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, /Cannot resolve revision "nowhere": nothing here has this name\nGive a/);
  });

  assert.equal(fs.existsSync(sandbox.at("r/.frigg")), false);
});
