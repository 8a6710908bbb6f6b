import assert from "node:assert/strict";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { list } from "../support/json.ts";
import { checkout, type Ended, frigg, PROJECT, shopCheckout, type Start } from "./frigg.ts";

/** Runs a playbook command in a checkout. */
function playbook(root: string, args: readonly string[], start: Start = {}): Promise<Ended> {
  return frigg(["playbook", ...args], { cwd: root, ...start });
}

function parse(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  assert(isJsonObject(value));
  return value;
}

/** Two steps over one file; the first has a matcher that holds whatever the file says. */
const TWO_STEPS = `playbook_schema: frigg.playbook.v1
playbook_id: two
# a comment that nobody may touch
steps:
  - step_id: count
    tool_name: search_text
    params: {query: needle}
    expect: {total: {min: 1}}
  - step_id: lines
    tool_name: read_file
    params: {path: a.txt}
`;
/** Files of a work tree whose own playbooks and traces are not searched. */
const NEEDLE = { "a.txt": "needle\n", "playbooks/.ignore": "*\n" };
const THREE_STEPS = `${TWO_STEPS}  - step_id: last
    tool_name: list_files
`;

Deno.test("the playbooks that ship are clean and replay the same, in place and in a copy", async () => {
  const lint = await playbook(PROJECT, ["lint", "playbooks"]);
  assert.deepEqual([lint.code, lint.stdout], [0, ""]);
  using copy = shopCheckout();
  for (const root of [PROJECT, copy.root]) {
    const { code, stdout } = await playbook(root, ["replay"], { env: { CI: "true" } });
    const same = [...stdout.matchAll(/^(\w+) +(\S+)/gm)].map(([, verdict, id]) =>
      `${verdict} ${id}`
    );
    assert.deepEqual(same, [
      "same session-timeout",
      "same shop-boundaries",
      "same shop-languages",
      "same shop-questions",
      "same store-impact",
    ]);
    assert.equal(code, 0);
  }
});

Deno.test("a replay that differs exits with 1 as text and as JSON, names file and cause, and leaves a pending trace", async () => {
  using copy = shopCheckout();
  const source = "fixtures/shop/src/session.ts";
  copy.write(source, copy.read(source).replace("15 * 60 * 1000", "8 * 3600 * 1000"));
  const ci = await playbook(copy.root, ["replay", "session-timeout"], { env: { CI: "true" } });
  assert.equal(ci.code, 1);
  assert.match(ci.stdout, /\[source_changed\].*repo-001:src\/session\.ts/);
  const pending = "playbooks/session-timeout.trace.new.json";
  assert.equal(copy.exists(pending), false);
  const json = await playbook(copy.root, ["replay", "session-timeout", "--json"]);
  assert.equal(json.code, 1);
  const replay = parse(json.stdout);
  assert.deepEqual([replay["verdict"], replay["matches"]], ["drift", false]);
  assert.equal(copy.exists(pending), true);
  copy.write(source, copy.read(source).replace("8 * 3600 * 1000", "15 * 60 * 1000"));
  assert.equal((await playbook(copy.root, ["replay", "session-timeout"])).code, 0);
  assert.equal(copy.exists(pending), false);
});

Deno.test("accepting one step leaves the playbook and the other steps byte for byte (cases.md 8.2)", async () => {
  using repo = checkout({ ...NEEDLE, "playbooks/two.playbook.yaml": TWO_STEPS });
  const unaccepted = await playbook(repo.root, ["replay"]);
  assert.equal(unaccepted.code, 1);
  assert.match(unaccepted.stdout, /^unaccepted {2}two/);
  assert.equal((await playbook(repo.root, ["accept", "two"])).code, 0);
  assert.equal((await playbook(repo.root, ["replay"])).code, 0);
  const before = parse(repo.read("playbooks/two.trace.json"));
  repo.write("a.txt", "needle\nneedle\n");
  assert.equal((await playbook(repo.root, ["replay"])).code, 1);
  const accepted = await playbook(repo.root, ["accept", "two", "--step", "lines"]);
  assert.equal(accepted.code, 0, accepted.stderr);
  const after = parse(repo.read("playbooks/two.trace.json"));
  assert(Array.isArray(before["steps"]) && Array.isArray(after["steps"]));
  assert.deepEqual(after["steps"][0], before["steps"][0]);
  assert.notDeepEqual(after["steps"][1], before["steps"][1]);
  assert.equal(repo.read("playbooks/two.playbook.yaml"), TWO_STEPS);
  const still = await playbook(repo.root, ["replay"]);
  assert.match(still.stdout, /! count .*\n[^]*= lines /);
  assert.equal(still.code, 1);
});

Deno.test("a recorded step that left the playbook is extra until it is accepted (cases.md 8.3)", async () => {
  using repo = checkout({ ...NEEDLE, "playbooks/two.playbook.yaml": THREE_STEPS });
  await playbook(repo.root, ["replay"]);
  await playbook(repo.root, ["accept", "two"]);
  repo.write("playbooks/two.playbook.yaml", TWO_STEPS);
  const drift = await playbook(repo.root, ["replay"]);
  assert.match(drift.stdout, /! last \(list_files\): recorded, but no longer in the playbook/);
  assert.equal(drift.code, 1);
  assert.equal((await playbook(repo.root, ["accept", "two"])).code, 0);
  assert.equal(parse(repo.read("playbooks/two.trace.json"))["step_count"], 2);
  assert.equal((await playbook(repo.root, ["replay"])).code, 0);
});

Deno.test("a playbook that finds its own trace is told how to stop that", async () => {
  using repo = checkout({ "a.txt": "needle\n", "playbooks/two.playbook.yaml": TWO_STEPS });
  await playbook(repo.root, ["replay"]);
  await playbook(repo.root, ["accept", "two"]);
  const { code, stdout } = await playbook(repo.root, ["replay"]);
  assert.equal(code, 1);
  assert.match(stdout, /It finds traces: .*playbooks\/\.ignore/);
});

Deno.test("a failed expectation is told at once, and no trace is said to mend it", async () => {
  const hopeful = TWO_STEPS.replace(
    "steps:\n",
    "steps:\n  - { step_id: hope, tool_name: list_files, expect: { total: 99 } }\n",
  );
  using repo = checkout({ ...NEEDLE, "playbooks/two.playbook.yaml": hopeful });
  const { code, stdout } = await playbook(repo.root, ["replay"]);
  assert.equal(code, 1);
  assert.match(stdout, /! hope: expected total 99, found \d/);
  assert.match(stdout, /Accepting does not help/);
});

Deno.test("a pending trace of an older playbook is stale: it cannot be accepted, only removed", async () => {
  using repo = checkout({ ...NEEDLE, "playbooks/two.playbook.yaml": TWO_STEPS });
  await playbook(repo.root, ["replay"]);
  repo.write("playbooks/two.playbook.yaml", THREE_STEPS);
  const accepted = await playbook(repo.root, ["accept", "two"]);
  assert.deepEqual([accepted.code, accepted.stdout], [2, ""]);
  const pending = await playbook(repo.root, ["pending", "--stale"]);
  assert.equal(
    pending.stdout,
    "playbooks/two.trace.new.json  stale: its playbook changed since\n",
  );
  assert.equal((await playbook(repo.root, ["pending", "--stale", "--remove"])).code, 0);
  assert.equal(repo.exists("playbooks/two.trace.new.json"), false);
  assert.equal((await playbook(repo.root, ["reject", "two"])).code, 2);
});

Deno.test("run writes a trace, judges expectations and takes inputs", async () => {
  const text = `playbook_id: inputs
inputs: {word: needle}
steps:
  - {step_id: find, tool_name: search_text, params: {query: "\${inputs.word}"}, expect: {total: 1}}
`;
  using repo = checkout({ ...NEEDLE, "playbooks/inputs.playbook.yaml": text });
  const written = await playbook(repo.root, ["run", "inputs", "--out", "t.json"]);
  assert.deepEqual([written.code, written.stdout], [0, ""]);
  assert.equal(parse(repo.read("t.json"))["playbook_id"], "inputs");
  const failed = await playbook(repo.root, ["run", "inputs", "--input", "word=thread"]);
  assert.equal(failed.code, 1);
  assert.match(failed.stderr, /find: expected total 1, found 0 at \/completeness\/total/);
  assert.equal(parse(failed.stdout)["step_count"], 1);
  const unknown = await playbook(repo.root, ["run", "inputs", "--input", "wrd=x"]);
  assert.deepEqual([unknown.code, unknown.stdout], [2, ""]);
  assert.match(unknown.stderr, /"wrd".*"word"/);
});

Deno.test("a playbook runs in its own workspace, and never outside its git work tree", async (t) => {
  using other = checkout({ "secret.txt": "needle\n" });
  const text = (path: string): string =>
    `playbook_id: far\nworkspace: {path: "${path}"}\nsteps: [{step_id: find, tool_name: list_files}]\n`;
  using repo = checkout({ "sub/a.txt": "needle\n", "playbooks/far.playbook.yaml": text("../sub") });
  await t.step("a folder of the work tree", async () => {
    const { code, stdout } = await playbook(repo.root, ["run", "far"]);
    assert.equal(code, 0);
    const [step] = list(parse(stdout), "steps");
    assert.match(JSON.stringify(step), /"path":"a\.txt"/);
  });
  repo.write("playbooks/far.playbook.yaml", text(other.root));
  await t.step("a folder elsewhere", async () => {
    const { code, stdout, stderr } = await playbook(repo.root, ["run", "far"]);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, /^playbooks\/far\.playbook\.yaml:2:19: .*git work tree/);
  });
  await t.step("a folder elsewhere that the person names", async () => {
    const named = ["run", "far", "--workspace-root", other.root, "--playbooks", "playbooks"];
    assert.equal((await playbook(repo.root, named)).code, 0);
  });
});

Deno.test("outside git a playbook may use the folder that the command works in", async (t) => {
  using copy = shopCheckout();
  await Deno.remove(`${copy.root}/.git`, { recursive: true });
  await t.step("from inside", async () => {
    assert.equal((await playbook(copy.root, ["replay"])).code, 0);
  });
  await t.step("from elsewhere", async () => {
    const { code, stdout } = await playbook("/", ["replay", `${copy.root}/playbooks`]);
    assert.equal(code, 2);
    assert.match(stdout, /session-timeout\.playbook\.yaml:8:9: /);
  });
});

Deno.test("init writes a playbook that lint accepts and that is not overwritten", async () => {
  using repo = checkout({ "a.txt": "main\n" });
  const made = await playbook(repo.root, ["init", "first"]);
  assert.deepEqual([made.code, made.stdout], [0, "playbooks/first.playbook.yaml\n"]);
  assert.match(repo.read("playbooks/.ignore"), /^\*\.trace\.json$/m);
  assert.equal((await playbook(repo.root, ["lint"])).code, 0);
  assert.equal((await playbook(repo.root, ["init", "first"])).code, 2);
  assert.equal((await playbook(repo.root, ["init", "First!"])).code, 2);
  const listed = await playbook(repo.root, ["list"]);
  assert.match(listed.stdout, /^first {2}new {2}/);
});

Deno.test("citations carry path, lines and digest; an edited trace cites nothing", async () => {
  using copy = shopCheckout();
  const cite = await frigg(["cite", "session-timeout", "--format", "markdown"], { cwd: copy.root });
  assert.equal(cite.code, 0);
  assert.match(cite.stdout, /\[\^cit-001\]: src\/session\.ts:36-40; sha256 [0-9a-f]{12}/);
  const json = await frigg(["cite", "playbooks/session-timeout.trace.json"], { cwd: copy.root });
  assert.equal(parse(json.stdout)["playbook_id"], "session-timeout");
  const trace = "playbooks/session-timeout.trace.json";
  copy.write(trace, copy.read(trace).replaceAll("enforceTimeout", "enforceTimeOut"));
  const edited = await frigg(["cite", trace], { cwd: copy.root });
  assert.deepEqual([edited.code, edited.stdout], [2, ""]);
});
