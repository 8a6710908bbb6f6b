import assert from "node:assert/strict";
import { meaningOf } from "../../src/workspace/watch_notice.ts";

const INSIDE = { root: "/r", stateFolder: "/r/.frigg" };
const ELSEWHERE = { root: "/r", stateFolder: "/s/r-1" };

Deno.test("meaningOf() tells changes of the tree from everything else", async (t) => {
  const cases = [
    { name: "file", path: "/r/a/b.ts", want: ["changed"] },
    { name: "removed file", path: "/r/a/b.ts", how: "removed", want: ["changed"] },
    { name: "ignore file", path: "/r/a/.gitignore", want: ["ignores_edited"] },
    { name: "ignore file of other tools", path: "/r/.ignore", want: ["ignores_edited"] },
    { name: "exclude", path: "/r/.git/info/exclude", want: ["ignores_edited"] },
    { name: "head of git", path: "/r/.git/HEAD", want: [] },
    { name: "git of a submodule", path: "/r/sub/.git/index", want: [] },
    { name: "ignore file in git's folder", path: "/r/.git/.gitignore", want: [] },
    { name: "name that only begins like it", path: "/r/.github/x.yml", want: ["changed"] },
    { name: "state folder of a repository below", path: "/r/sub/.frigg/CURRENT", want: [] },
    { name: "our build", path: "/r/.frigg/CURRENT", how: "renamed", want: ["state_touched"] },
    { name: "old section", path: "/r/.frigg/1/x", how: "removed", want: ["state_touched"] },
    { name: "state folder", path: "/r/.frigg", how: "removed", want: ["state_gone"] },
    { name: "CURRENT", path: "/r/.frigg/CURRENT", how: "removed", want: ["state_gone"] },
    { name: ".frigg without use", path: "/r/.frigg", how: "removed", in: ELSEWHERE, want: [] },
    { name: "root", path: "/r", how: "removed", want: ["watcher_failed"] },
    { name: "moved root", path: "/r", how: "renamed", want: ["watcher_failed"] },
    { name: "times of the root", path: "/r", want: ["changed"] },
  ] as const;
  for (const { name, path, want, ...rest } of cases) {
    await t.step(name, () => {
      const how = "how" in rest ? rest.how : "changed";
      const watched = "in" in rest ? rest.in : INSIDE;
      assert.deepEqual(meaningOf(watched, { kind: "paths", paths: [path], how }).events, want);
    });
  }
  await t.step("overflow", () => {
    assert.deepEqual(meaningOf(INSIDE, { kind: "overflow" }), {
      events: ["overflow"],
      changed: [],
    });
  });
});
