import assert from "node:assert/strict";
import { examplesOf, friggLines, shellWords, steady, withOutputs } from "./documents.ts";

const DOCUMENT = [
  "# Title",
  "<!-- file: a.yaml -->",
  "```yaml",
  "a: 1",
  "```",
  "<!-- sh: touch b -->",
  "```text",
  "$ frigg status",
  "old",
  "```",
  "```text",
  "no command",
  "```",
  "```sh",
  "frigg index   # builds",
  "```",
  "",
].join("\n");

Deno.test("examplesOf() finds what can be run, in order", () => {
  const examples = examplesOf(DOCUMENT);
  assert.deepEqual(examples, [
    { kind: "file", path: "a.yaml", text: "a: 1\n" },
    { kind: "hidden", command: "touch b" },
    {
      kind: "shown",
      command: "frigg status",
      output: { text: "old\n", start: DOCUMENT.indexOf("old"), line: 9 },
    },
    { kind: "commands", text: "frigg index   # builds\n", line: 15 },
  ]);
});

Deno.test("withOutputs() replaces outputs alone", () => {
  const [example] = examplesOf(DOCUMENT).filter(({ kind }) => kind === "shown");
  assert(example?.kind === "shown");
  assert.equal(
    withOutputs(DOCUMENT, new Map([[example.output, "new\nlines\n"]])),
    DOCUMENT.replace("old\n", "new\nlines\n"),
  );
});

Deno.test("steady() tells equal words from different ones", () => {
  const [a, b] = ["shop-0123456789ab", "shop-ffffffffffff"];
  assert.equal(steady(`${a} ${b} ${a}`), "<shop#1> <shop#2> <shop#1>");
  assert.equal(steady("shop-keeper"), "shop-keeper");
});

Deno.test("friggLines() and shellWords() read what a shell would run", () => {
  const shell = "frigg index && frigg search 'a b' > out.txt  # both\nls\necho x | frigg call -\n";
  assert.deepEqual(friggLines(shell), ["frigg index", "frigg search 'a b'", "frigg call -"]);
  assert.deepEqual(shellWords(`frigg call x '{"a": 1}' "c d"`), [
    "frigg",
    "call",
    "x",
    '{"a": 1}',
    "c d",
  ]);
});
