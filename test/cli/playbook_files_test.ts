import assert from "node:assert/strict";
import { CommandError } from "../../src/cli/exit.ts";
import {
  findPlaybook,
  findPlaybooks,
  pendingFiles,
  somePlaybooks,
} from "../../src/cli/playbook_files.ts";
import { tempRepo } from "../support/repo.ts";

const FILES = {
  "playbooks/b.playbook.yaml": "",
  "playbooks/a.playbook.yaml": "",
  "playbooks/a.trace.new.json": "",
  "playbooks/notes.yaml": "",
  "playbooks/.hidden/h.playbook.yaml": "",
  "more/deep/c.playbook.yaml": "",
  "more/a.playbook.yaml": "",
};

Deno.test("findPlaybooks()", async (t) => {
  using repo = tempRepo(FILES);
  const lookup = { cwd: repo.root, playbooks: `${repo.root}/playbooks` };
  const cases = [
    { words: [], want: ["playbooks/a.playbook.yaml", "playbooks/b.playbook.yaml"] },
    { words: ["b"], want: ["playbooks/b.playbook.yaml"] },
    { words: ["more/deep"], want: ["more/deep/c.playbook.yaml"] },
    { words: ["playbooks/b*.yaml"], want: ["playbooks/b.playbook.yaml"] },
    { words: ["**/c.*"], want: ["more/deep/c.playbook.yaml"] },
    { words: ["b", "playbooks/b.playbook.yaml"], want: ["playbooks/b.playbook.yaml"] },
    { words: [`${repo.root}/playbooks`], want: Object.keys(FILES).slice(0, 2).sort() },
  ];
  for (const { words, want } of cases) {
    await t.step(words.join(" "), () => {
      assert.deepEqual(findPlaybooks(words, lookup).map(({ shown }) => shown), want);
    });
  }
});

Deno.test("findPlaybooks() refuses what names nothing, no playbook, or two with one id", async (t) => {
  using repo = tempRepo(FILES);
  const lookup = { cwd: repo.root, playbooks: `${repo.root}/playbooks` };
  const cases = [
    { words: ["z"], says: /Cannot find playbook "z"/ },
    { words: ["x/y.playbook.yaml"], says: /Cannot find playbook/ },
    { words: ["z*"], says: /matches "z\*"/ },
    { words: ["playbooks/notes.yaml"], says: /a playbook is a \*\.playbook\.yaml/ },
    { words: ["a", "more"], says: /the id "a" is also that of/ },
  ];
  for (const { words, says } of cases) {
    await t.step(words.join(" "), () => {
      assert.throws(
        () => findPlaybooks(words, lookup),
        (error) => error instanceof CommandError && error.code === 2 && says.test(error.message),
      );
    });
  }
});

Deno.test("somePlaybooks() refuses to judge none", () => {
  using repo = tempRepo({ "a.ts": "" });
  const lookup = { cwd: repo.root, playbooks: `${repo.root}/playbooks` };
  assert.deepEqual(findPlaybooks([], lookup), []);
  assert.throws(
    () => somePlaybooks([], lookup),
    (error) =>
      error instanceof CommandError && error.code === 2 && /"playbooks"/.test(error.message),
  );
});

Deno.test("the files of a playbook lie beside it", () => {
  using repo = tempRepo(FILES);
  const lookup = { cwd: `${repo.root}/more`, playbooks: `${repo.root}/playbooks` };
  assert.deepEqual(findPlaybook("b", lookup), {
    id: "b",
    playbook: `${repo.root}/playbooks/b.playbook.yaml`,
    accepted: `${repo.root}/playbooks/b.trace.json`,
    pending: `${repo.root}/playbooks/b.trace.new.json`,
    shown: `${repo.root}/playbooks/b.playbook.yaml`,
  });
  assert.equal(findPlaybook("new-one", lookup).id, "new-one");
  assert.deepEqual(pendingFiles(lookup).map(({ id }) => id), ["a"]);
});
