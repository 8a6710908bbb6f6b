import assert from "node:assert/strict";
import type { JsonObject } from "../../src/contract/json.ts";
import { connect } from "../support/client.ts";
import { list, object, pick, text } from "../support/json.ts";
import { tempRepo } from "../support/repo.ts";

const FILES = {
  ".gitignore": "out/\n",
  ".env": "x\n",
  "out/made.ts": "x\n",
  "src/a.ts": "x\n",
  "src/x/y.ts": "x\n",
  "tests/t.py": "x\n",
  "a[1]***/f.md": "x\n",
};

/** What a change between two pages makes of the second. */
const CHANGES: readonly { name: string; path: string; text: string; stale: boolean }[] = [
  { name: "a longer file on the page before", path: "a.txt", text: "xx\n", stale: true },
  { name: "a longer file on the page to come", path: "d.txt", text: "xx\n", stale: true },
  { name: "another file", path: "b2.txt", text: "x\n", stale: true },
  { name: "a file that the request does not select", path: "b.md", text: "xx\n", stale: false },
  { name: "other bytes of the same number", path: "d.txt", text: "y\n", stale: false },
];

Deno.test("list_files continues only the list of paths and sizes that it began", async (t) => {
  for (const { name, path, text: bytes, stale } of CHANGES) {
    await t.step(name, async () => {
      using repo = tempRepo({ "a.txt": "x\n", "b.txt": "x\n", "c.txt": "x\n", "d.txt": "x\n" });
      await using connection = await connect([repo.root]);
      const request = { glob: "*.txt", limit: 2 };
      const first = await connection.call("list_files", request);
      const next = {
        ...request,
        continuation: text(object(first, "completeness"), "continuation"),
      };
      repo.write(path, bytes);
      const settled = await connection.settle("list_files", next);
      if (stale) {
        assert(settled.kind === "refusal");
        assert.equal(settled.data["error_code"], "STALE_CONTINUATION");
      } else {
        assert(settled.kind === "answer");
        assert.deepEqual(list(settled.answer, "files").map((row) => row["path"]), [
          "c.txt",
          "d.txt",
        ]);
      }
    });
  }
});

Deno.test("list_files lists what the ignore rules leave", async (t) => {
  using repo = tempRepo(FILES);
  await using connection = await connect([repo.root]);
  const cases: readonly { args: JsonObject; want: readonly string[] }[] = [
    { args: {}, want: ["a[1]***/f.md", "src/a.ts", "src/x/y.ts", "tests/t.py"] },
    {
      args: { include_hidden: true, path_regex: "^\\." },
      want: [".env", ".gitignore"],
    },
    { args: { glob: "src/*.ts" }, want: ["src/a.ts"] },
    { args: { glob: "src/**/*.ts" }, want: ["src/a.ts", "src/x/y.ts"] },
    { args: { glob: "?.ts" }, want: ["src/a.ts", "src/x/y.ts"] },
    { args: { language: "TypeScript" }, want: ["src/a.ts", "src/x/y.ts"] },
    { args: { path_class: "support" }, want: ["tests/t.py"] },
    { args: { path_class: "any", language: "py" }, want: ["tests/t.py"] },
  ];
  for (const { args, want } of cases) {
    await t.step(JSON.stringify(args), async () => {
      const answer = await connection.call("list_files", args);
      assert.deepEqual(list(answer, "files").map(({ path }) => path), want);
      assert.deepEqual(pick(answer, "total_files", "truncated"), [want.length, false]);
      assert.equal(object(answer, "completeness")["complete"], true);
    });
  }
  await t.step("a new file needs no index", async () => {
    repo.write("src/new.ts", "12345");
    const answer = await connection.call("list_files", { glob: "new.ts" });
    assert.deepEqual(pick(list(answer, "files")[0] ?? {}, "path", "size_bytes"), ["src/new.ts", 5]);
  });
  await t.step("zero rows offer a wider request and say nothing of an index", async () => {
    const answer = await connection.call("list_files", { glob: "lib/*.ts" });
    assert.deepEqual(pick(answer, "error_code", "index"), ["ZERO_HIT_SCOPE_TOO_TIGHT", undefined]);
    assert.deepEqual(list(answer, "next_actions").map((action) => action["arguments"]), [
      { glob: "**/lib/*.ts" },
    ]);
  });
  await t.step("an older cursor behind the end is an empty last page", async () => {
    const answer = await connection.call("list_files", { resume_from: "offset-99" });
    assert.deepEqual(object(answer, "completeness"), {
      unit: "file",
      returned: 0,
      total: 5,
      complete: true,
      truncated: false,
    });
  });
});
