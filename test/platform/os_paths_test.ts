import assert from "node:assert/strict";
import {
  childPath,
  isInside,
  joinPath,
  relativeTo,
  resolveFrom,
} from "../../src/platform/os_paths.ts";

const POSIX = Deno.build.os !== "windows";

Deno.test("isInside() compares whole components", { ignore: !POSIX }, async (t) => {
  const rows = [
    { root: "/a/b", target: "/a/b", want: true },
    { root: "/a/b", target: "/a/b/c", want: true },
    { root: "/a/b", target: "/a/bc", want: false },
    { root: "/a/b", target: "/a", want: false },
    { root: "/", target: "/a", want: true },
  ];
  for (const { root, target, want } of rows) {
    await t.step(`${target} in ${root}`, () => assert.equal(isInside(root, target), want));
  }
});

Deno.test("resolveFrom() and relativeTo()", { ignore: !POSIX }, () => {
  assert.equal(resolveFrom("/a", "b/./c/../d"), "/a/b/d");
  assert.equal(resolveFrom("/a", "/x"), "/x");
  assert.equal(relativeTo("/a", "/a/b/c"), "b/c");
  assert.equal(relativeTo("/a", "/a"), "");
});

Deno.test("childPath() is joinPath() of a tidy path and a name", () => {
  for (const folder of ["/", "/a", "/a/b"]) {
    for (const name of ["", ".", "..", ".git", "c", "c.ts", "c..d", "é", "c\\d"]) {
      assert.equal(childPath(folder, name), joinPath(folder, name), `${folder} ${name}`);
    }
  }
});
