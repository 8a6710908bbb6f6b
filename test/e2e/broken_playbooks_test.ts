import assert from "node:assert/strict";
import { checkout, frigg } from "./frigg.ts";

const HEAD = "playbook_schema: frigg.playbook.v1\nplaybook_id: broken\n";
const FIND = "steps:\n  - step_id: find\n    tool_name: search_text\n    params: { query: x }\n";

/** Each with the place of its first problem and a word of the message. */
const CASES = [
  { name: "not YAML", text: `${HEAD}steps: [\n`, at: "3:9", says: "]" },
  { name: "an unknown key", text: `${HEAD}titel: x\n${FIND}`, at: "3:1", says: '"title"' },
  {
    name: "another id than the file's",
    text: `playbook_id: other\n${FIND}`,
    at: "1:14",
    says: '"broken"',
  },
  { name: "no steps", text: `${HEAD}steps: []\n`, at: "3:8", says: "at least 1" },
  { name: "a duplicate step", text: `${HEAD}${FIND}${FIND.slice(7)}`, at: "7:14", says: "find" },
  {
    name: "an unknown tool",
    text: `${HEAD}${FIND.replace("search_text", "serch_text")}`,
    at: "5:16",
    says: '"search_text"',
  },
  {
    name: "a param the tool does not have",
    text: `${HEAD}${FIND.replace("query: x", "query: x, limmit: 3")}`,
    at: "6:25",
    says: "limmit",
  },
  {
    name: "a number where text is wanted",
    text: `${HEAD}${FIND.replace("query: x", "query: 012")}`,
    at: "6:22",
    says: "012",
  },
  {
    name: "a reference to a later step",
    text: `${HEAD}${FIND.replace("query: x", 'query: "${steps.later.path}"')}` +
      "  - {step_id: later, tool_name: list_files}\n",
    at: "6:22",
    says: "later",
  },
  {
    name: "a malformed reference",
    text: `${HEAD}${FIND.replace("query: x", 'query: "${step.find}"')}`,
    at: "6:22",
    says: "${",
  },
  {
    name: "a claim about an unknown step",
    text: `${HEAD}${FIND}claims:\n  - { text: It is so., cites: [fnd] }\n`,
    at: "8:32",
    says: '"find"',
  },
  {
    name: "an expectation that is none",
    text: `${HEAD}${FIND}    expect: { totl: 1 }\n`,
    at: "7:15",
    says: '"total"',
  },
  {
    name: "an alias bomb",
    text: `${HEAD}a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n` +
      "c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n" + FIND,
    at: "",
    says: "",
  },
];

Deno.test("a broken playbook exits with 2 and is told at its file, line and column", async (t) => {
  for (const { name, text, at, says } of CASES) {
    await t.step(name, async () => {
      using repo = checkout({ "playbooks/broken.playbook.yaml": text });
      const lint = await frigg(["playbook", "lint"], { cwd: repo.root });
      assert.equal(lint.code, 2);
      const [first = ""] = lint.stdout.split("\n");
      assert.match(first, /^playbooks\/broken\.playbook\.yaml:\d+:\d+: ./);
      assert(first.startsWith(`playbooks/broken.playbook.yaml:${at}`), first);
      assert(lint.stdout.includes(says), lint.stdout);
    });
  }
});

Deno.test("bytes that are not UTF-8 are a problem of that file alone", async () => {
  using repo = checkout({ "playbooks/sound.playbook.yaml": `playbook_id: sound\n${FIND}` });
  const broken = `${repo.root}/playbooks/broken.playbook.yaml`;
  await Deno.writeFile(broken, new Uint8Array([0x61, 0x3a, 0xff]));
  const { code, stdout, stderr } = await frigg(["playbook", "lint"], { cwd: repo.root });
  assert.equal(code, 2);
  assert.equal(stdout, "playbooks/broken.playbook.yaml:1:1: expected UTF-8 text\n");
  assert.equal(stderr, "2 playbooks: 1 error\n");
});

Deno.test("replay and run refuse a broken playbook with exit code 2, and the sound ones are still judged", async () => {
  const [, unknownKey] = CASES;
  using repo = checkout({
    "a.txt": "x\n",
    "playbooks/.ignore": "*\n",
    "playbooks/broken.playbook.yaml": unknownKey?.text ?? "",
    "playbooks/sound.playbook.yaml": `playbook_id: sound\n${FIND}`,
  });
  const replay = await frigg(["playbook", "replay"], { cwd: repo.root });
  assert.equal(replay.code, 2);
  assert.match(replay.stdout, /invalid {2}broken\n {2}playbooks\/broken\.playbook\.yaml:3:1: /);
  assert.match(replay.stdout, /unaccepted {2}sound/);
  const run = await frigg(["playbook", "run", "broken"], { cwd: repo.root });
  assert.deepEqual([run.code, run.stdout], [2, ""]);
  assert.match(run.stderr, /^playbooks\/broken\.playbook\.yaml:3:1: /);
});

Deno.test("an accepted trace that cannot be read is exit code 2", async () => {
  using repo = checkout({
    "a.txt": "x\n",
    "playbooks/sound.playbook.yaml": `playbook_id: sound\n${FIND}`,
    "playbooks/sound.trace.json": "{",
  });
  const { code, stdout } = await frigg(["playbook", "replay"], { cwd: repo.root });
  assert.equal(code, 2);
  assert.match(stdout, /playbooks\/sound\.trace\.json/);
});
