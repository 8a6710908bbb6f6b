import assert from "node:assert/strict";
import { nearNames } from "../../src/cli/suggest.ts";
import { globPattern, isGlob } from "../../src/cli/glob_word.ts";
import { count } from "../../src/cli/words.ts";

Deno.test("nearNames()", async (t) => {
  const flags = ["--workspace-root", "--state-dir", "--max-file-bytes", "--max-files", "--json"];
  const cases = [
    { word: "--max-tokns", want: ["--max-files", "--max-file-bytes"] },
    { word: "--jsn", want: ["--json"] },
    { word: "--worksapce-root", want: ["--workspace-root"] },
    { word: "--zzz", want: [] },
    { word: "", want: [] },
  ];
  for (const { word, want } of cases) {
    await t.step(word, () => assert.deepEqual(nearNames(word, flags), want));
  }
});

Deno.test("count()", async (t) => {
  const cases = [
    { number: 0, noun: "file", want: "0 files" },
    { number: 1, noun: "file", want: "1 file" },
    { number: 1_234_567, noun: "symbol", want: "1,234,567 symbols" },
    { number: 2, noun: "match", want: "2 matches" },
  ];
  for (const { number, noun, want } of cases) {
    await t.step(want, () => assert.equal(count(number, noun), want));
  }
});

Deno.test("globPattern()", async (t) => {
  const cases = [
    { word: "p/*.yaml", folder: "p", yes: ["a.yaml"], no: ["b/a.yaml", "ayaml", "a.yaml.bak"] },
    { word: "p/**/*.yaml", folder: "p", yes: ["a.yaml", "b/c/a.yaml"], no: ["a.yml"] },
    { word: "*/x-?.yaml", folder: "", yes: ["a/x-1.yaml"], no: ["x-1.yaml", "a/x-12.yaml"] },
    { word: "/abs/[a]*.y", folder: "/abs", yes: ["[a]b.y"], no: ["ab.y"] },
    { word: "/*.yaml", folder: "/", yes: ["a.yaml"], no: [] },
  ];
  for (const { word, folder, yes, no } of cases) {
    await t.step(word, () => {
      assert.equal(isGlob(word), true);
      const glob = globPattern(word);
      assert.equal(glob.folder, folder);
      for (const path of yes) assert.match(path, glob.pattern);
      for (const path of no) assert.doesNotMatch(path, glob.pattern);
    });
  }
});
