import assert from "node:assert/strict";
import { CommandError } from "../../src/cli/exit.ts";
import type { PlaybookFiles } from "../../src/cli/playbook_files.ts";
import { selectPlaybooks } from "../../src/cli/replay_selection.ts";

/** Playbooks in folders, in the order of their paths. */
const PATHS = ["a/session-timeout", "b/audit", "b/login", "c/access", "d/zebra"];
const FOUND = PATHS.map(filesOf);

function filesOf(stem: string): PlaybookFiles {
  const playbook = `/${stem}.playbook.yaml`;
  const [, id = ""] = stem.split("/");
  return { id, playbook, accepted: "", pending: "", shown: playbook };
}

function select(only: readonly string[], part?: number, parts = 1): string[] {
  const shard = part === undefined ? undefined : { part, parts };
  return selectPlaybooks(FOUND, { only, shard }).map(({ id }) => id);
}

Deno.test("selectPlaybooks()", async (t) => {
  const cases = [
    {
      name: "all",
      got: select([]),
      want: ["session-timeout", "audit", "login", "access", "zebra"],
    },
    { name: "named ones", got: select(["zebra", "audit"]), want: ["audit", "zebra"] },
    { name: "the first half", got: select([], 1, 2), want: ["login", "access", "zebra"] },
    { name: "the second half", got: select([], 2, 2), want: ["session-timeout", "audit"] },
    { name: "one part", got: select([], 1, 1), want: select([]) },
    { name: "a part of the named ones", got: select(["zebra", "audit"], 2, 2), want: ["zebra"] },
    { name: "an empty part", got: select(["audit"], 2, 2), want: [] },
  ];
  for (const { name, got, want } of cases) await t.step(name, () => assert.deepEqual(got, want));
});

Deno.test("selectPlaybooks() deals every playbook to one part", async (t) => {
  for (const parts of [1, 2, 3, 5, 8]) {
    await t.step(`${parts} parts`, () => {
      const all = Array.from({ length: parts }, (_, at) => select([], at + 1, parts)).flat();
      assert.deepEqual(all.sort(), ["access", "audit", "login", "session-timeout", "zebra"]);
    });
  }
});

Deno.test("selectPlaybooks() deals by id, wherever the files lie and in whatever order they were found", () => {
  const elsewhere = ["z/access", "y/audit", "x/login", "w/session-timeout", "v/zebra"].map(filesOf);
  const shard = { part: 1, parts: 2 };
  const here = selectPlaybooks(FOUND, { only: [], shard }).map(({ id }) => id);
  const there = selectPlaybooks(elsewhere, { only: [], shard }).map(({ id }) => id);
  assert.deepEqual(here.sort(), there.sort());
});

Deno.test("selectPlaybooks() refuses an id that none has, and names near ones", () => {
  assert.throws(
    () => select(["sesion-timeout"]),
    (error) =>
      error instanceof CommandError && error.code === 2 &&
      error.message === 'Cannot find playbook "sesion-timeout" for --only' &&
      error.advice === "Did you mean session-timeout?",
  );
});
