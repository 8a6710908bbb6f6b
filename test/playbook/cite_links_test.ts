import assert from "node:assert/strict";
import { permalink, swhid } from "../../src/playbook/cite_links.ts";

const BLOB = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";
const COMMIT = "c".repeat(40);
const LINES = { start_line: 9, end_line: 15 };

Deno.test("swhid() names content, path and lines", () => {
  assert.equal(swhid(BLOB, "src/a.ts", LINES), `swh:1:cnt:${BLOB};path=/src/a.ts;lines=9-15`);
  assert.equal(
    swhid(BLOB, "a;b%c é.ts", { start_line: 3, end_line: 3 }),
    `swh:1:cnt:${BLOB};path=/a%3Bb%25c é.ts;lines=3-3`,
  );
});

const LINKS = [
  {
    remote: "https://github.com/o/r",
    path: "a b/c#.ts",
    want: `https://github.com/o/r/blob/${COMMIT}/a%20b/c%23.ts#L9-L15`,
  },
  {
    remote: "https://github.com/o/r.git",
    path: "README.md",
    want: `https://github.com/o/r/blob/${COMMIT}/README.md?plain=1#L9-L15`,
  },
  {
    remote: "git@github.com:o/r.git",
    path: "a.ts",
    want: `https://github.com/o/r/blob/${COMMIT}/a.ts#L9-L15`,
  },
  {
    remote: "github.com:o/r.git",
    path: "a.ts",
    want: `https://github.com/o/r/blob/${COMMIT}/a.ts#L9-L15`,
  },
  {
    remote: "ssh://git@GitHub.com:22/o/r",
    path: "a.ts",
    want: `https://github.com/o/r/blob/${COMMIT}/a.ts#L9-L15`,
  },
  {
    remote: "https://gitlab.com/g/s/r.git",
    path: "a.ts",
    want: `https://gitlab.com/g/s/r/-/blob/${COMMIT}/a.ts#L9-15`,
  },
  {
    remote: "https://bitbucket.org/o/r",
    path: "a.ts",
    want: `https://bitbucket.org/o/r/src/${COMMIT}/a.ts#lines-9:15`,
  },
  { remote: "https://git.example.com/o/r", path: "a.ts", want: undefined },
  { remote: "https://github.com.evil.example/o/r", path: "a.ts", want: undefined },
  { remote: "https://constructor/o/r", path: "a.ts", want: undefined },
  { remote: "/srv/git/r.git", path: "a.ts", want: undefined },
  { remote: undefined, path: "a.ts", want: undefined },
];

Deno.test("permalink() knows three forges", async (t) => {
  for (const { remote, path, want } of LINKS) {
    await t.step(remote ?? "no remote", () => {
      const vcs = { commit: COMMIT, dirty: false, ...(remote === undefined ? {} : { remote }) };
      assert.equal(permalink(vcs, path, LINES), want);
    });
  }
});

Deno.test("permalink() gives none for a dirty tree", () => {
  const vcs = { commit: COMMIT, dirty: true, remote: "https://github.com/o/r" };
  assert.equal(permalink(vcs, "a.ts", LINES), undefined);
});
