import assert from "node:assert/strict";
import { pathGlob, pathRegex } from "../../src/search/path_pattern.ts";

const PATHS = [
  "a.ts",
  "src/a.ts",
  "src/x/y.ts",
  "src/x/y.tsx",
  "lib/src/a.ts",
  "a[1]***/f.ts",
  "{a,b}.ts",
  "src/é.ts",
  "src/e\u0301.ts",
];

const GLOBS = [
  { glob: "src/*.ts", want: ["src/a.ts", "src/é.ts", "src/e\u0301.ts"] },
  { glob: "src/**/*.ts", want: ["src/a.ts", "src/x/y.ts", "src/é.ts", "src/e\u0301.ts"] },
  { glob: "src/**", want: ["src/a.ts", "src/x/y.ts", "src/x/y.tsx", "src/é.ts", "src/e\u0301.ts"] },
  { glob: "**/a.ts", want: ["a.ts", "src/a.ts", "lib/src/a.ts"] },
  { glob: "a.ts", want: ["a.ts", "src/a.ts", "lib/src/a.ts"] },
  { glob: "/a.ts", want: ["a.ts"] },
  {
    glob: "?.ts",
    want: [
      "a.ts",
      "src/a.ts",
      "src/x/y.ts",
      "lib/src/a.ts",
      "a[1]***/f.ts",
      "src/é.ts",
      "src/e\u0301.ts",
    ],
  },
  { glob: "y.ts*", want: ["src/x/y.ts", "src/x/y.tsx"] },
  { glob: "a[1]*/*", want: ["a[1]***/f.ts"] },
  { glob: "{a,b}.ts", want: ["{a,b}.ts"] },
  { glob: "src/e\u0301.ts", want: ["src/é.ts", "src/e\u0301.ts"] },
  { glob: "src?a.ts", want: [] },
  { glob: "s**.ts", want: [] },
  { glob: "s**/y.ts", want: ["src/x/y.ts"] },
  { glob: "src", want: [] },
];

Deno.test("pathGlob()", async (t) => {
  for (const { glob, want } of GLOBS) {
    await t.step(glob, () => {
      const pattern = pathGlob(glob, "glob");
      assert.deepEqual(PATHS.filter((path) => pattern.matches(path)), want);
    });
  }
});

const REGEXES = [
  { regex: "^src/[^/]+\\.ts$", want: ["src/a.ts", "src/é.ts", "src/e\u0301.ts"] },
  { regex: "^src/\u00e9\\.ts$", want: ["src/é.ts", "src/e\u0301.ts"] },
  { regex: "e\u0301", want: ["src/é.ts", "src/e\u0301.ts"] },
  { regex: "e\\u0301", want: ["src/e\u0301.ts"] },
  { regex: "/x/", want: ["src/x/y.ts", "src/x/y.tsx"] },
  { regex: "(?i)^A\\.TS$", want: ["a.ts"] },
];

Deno.test("pathRegex()", async (t) => {
  for (const { regex, want } of REGEXES) {
    await t.step(regex, () => {
      const pattern = pathRegex(regex);
      assert.deepEqual(PATHS.filter((path) => pattern.matches(path)), want);
    });
  }
});

Deno.test("pathRegex() refuses as a search does, naming its own field", () => {
  assert.throws(() => pathRegex("(a"), {
    data: { field: "path_regex", regex_error_code: "regex_invalid_pattern" },
  });
});

Deno.test("path patterns end soon on hostile paths", () => {
  const path = `${"a".repeat(250)}/`.repeat(16) + "x";
  assert.equal(pathRegex("(a+)+$").matches(path), false);
  assert.equal(pathGlob("**a**a**a**a**a**a**a**a**b", "glob").matches(path), false);
});

Deno.test("pathGlob() refuses an empty glob", () => {
  assert.throws(() => pathGlob("", "exclude_glob"), { data: { field: "exclude_glob" } });
});
