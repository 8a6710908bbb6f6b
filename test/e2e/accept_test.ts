/** What accepting writes, and what it leaves alone. */
import assert from "node:assert/strict";
import { toJsonObject } from "../../src/contract/json.ts";
import { type Checkout, checkout, type Ended, frigg, type Start } from "./frigg.ts";

const YAML = "playbooks/p.playbook.yaml";
const TRACE = "playbooks/p.trace.json";
const PENDING = "playbooks/p.trace.new.json";
const PLAYBOOK = `playbook_id: p
steps:
  # ranks move, so only what must be there is compared
  - step_id: ranked
    tool_name: search_hybrid
    params: {query: alpha words}
    compare: expectations
    expect: {contains_paths: [a.txt]}
  - step_id: lines   # the whole of it
    tool_name: read_file
    params: {path: b.txt}
  - step_id: count
    tool_name: search_text
    params: {query: gamma}
    expect: {total: {min: 1}}
`;
const FILES = {
  "a.txt": "alpha words\n",
  "b.txt": "beta\n",
  "c.txt": "gamma\n",
  "playbooks/.ignore": "*\n",
  [YAML]: PLAYBOOK,
};

function playbook(repo: Checkout, args: readonly string[], start: Start = {}): Promise<Ended> {
  return frigg(["playbook", ...args], { cwd: repo.root, ...start });
}

/** A work tree whose three steps all give other answers than in the accepted trace. */
async function drifted(): Promise<Checkout> {
  const repo = checkout(FILES);
  await playbook(repo, ["replay"]);
  assert.equal((await playbook(repo, ["accept", "p"])).code, 0);
  repo.write("a.txt", "some alpha words, and more words\n");
  repo.write("b.txt", "beta, but another\n");
  repo.write("c.txt", "gamma\ngamma\n");
  assert.equal((await playbook(repo, ["replay"])).code, 1);
  return repo;
}

/** The text of each step in a trace file, by id, as it stands there. */
function stepTexts(trace: string): Readonly<Record<string, string>> {
  const texts = trace.split('\n    {\n      "evidence"').slice(1);
  assert.equal(texts.length, 3);
  return Object.fromEntries(texts.map((text) => [
    /"step_id": "([^"]*)"/.exec(text)?.[1] ?? "",
    text.slice(0, text.indexOf("\n    }")),
  ]));
}

Deno.test("accepting one step of three leaves the others and the playbook byte for byte", async () => {
  using repo = await drifted();
  const before = stepTexts(repo.read(TRACE));
  const offered = stepTexts(repo.read(PENDING));
  const { code, stderr } = await playbook(repo, ["accept", "p", "--step", "lines"]);
  assert.deepEqual([code, stderr], [0, "Still to decide: count\n"]);
  const after = stepTexts(repo.read(TRACE));
  assert.deepEqual(after, { ...before, lines: offered["lines"] });
  assert.notEqual(after["lines"], before["lines"]);
  assert.equal(repo.read(YAML), PLAYBOOK);
  assert.equal(repo.exists(PENDING), true);
});

Deno.test("accepting the rest ends it, and leaves what holds by its expectations (cases.md 8.2)", async () => {
  using repo = await drifted();
  const before = stepTexts(repo.read(TRACE));
  const offered = stepTexts(repo.read(PENDING));
  assert.notEqual(offered["ranked"], before["ranked"]);
  for (const args of [["--step", "lines"], ["--step", "count"]]) {
    assert.equal((await playbook(repo, ["accept", "p", ...args])).code, 0);
  }
  assert.deepEqual(stepTexts(repo.read(TRACE)), { ...offered, ranked: before["ranked"] });
  assert.equal(repo.exists(PENDING), false);
  assert.equal((await playbook(repo, ["replay"])).code, 0);
});

Deno.test("accepting the whole leaves what holds by its expectations, and says so (cases.md 8.2)", async () => {
  using repo = await drifted();
  const before = stepTexts(repo.read(TRACE));
  const offered = stepTexts(repo.read(PENDING));
  const { code, stderr } = await playbook(repo, ["accept", "p"]);
  assert.deepEqual([code, stderr], [0, "Left as recorded, since expectations hold: ranked\n"]);
  assert.deepEqual(stepTexts(repo.read(TRACE)), { ...offered, ranked: before["ranked"] });
  assert.equal(repo.read(YAML), PLAYBOOK);
  assert.equal(repo.exists(PENDING), false);
  const replay = await playbook(repo, ["replay"]);
  assert.match(replay.stdout, /^same {2}p .*; the accepted trace has digest/);
  // By name it is taken all the same.
  repo.write("c.txt", "gamma\n");
  await playbook(repo, ["replay"]);
  const named = await playbook(repo, ["accept", "p", "--step", "ranked", "--step", "count"]);
  assert.equal(named.code, 0);
  assert.equal(stepTexts(repo.read(TRACE))["ranked"], offered["ranked"]);
});

Deno.test("accept in CI writes nothing unless it is told to", async () => {
  using repo = await drifted();
  const before = repo.read(TRACE);
  for (const args of [[], ["--step", "lines"], ["--from", PENDING]]) {
    const ended = await playbook(repo, ["accept", "p", ...args], { env: { CI: "true" } });
    assert.deepEqual([ended.code, ended.stdout], [2, ""]);
    assert.match(ended.stderr, /CI=true[^]*--update=always/);
  }
  assert.deepEqual([repo.read(TRACE), repo.exists(PENDING)], [before, true]);
  const always = ["accept", "p", "--update=always"];
  assert.equal((await playbook(repo, always, { env: { CI: "true" } })).code, 0);
  assert.notEqual(repo.read(TRACE), before);
});

Deno.test("accept --from takes a trace of CI, checked against the playbook", async (t) => {
  using ci = await drifted();
  const replayed = await playbook(ci, ["replay", "--out-dir", "out"], { env: { CI: "true" } });
  assert.equal(replayed.code, 1);
  const made = ci.read("out/p.trace.json");
  using repo = checkout({ ...FILES, "ci.json": made });

  await t.step("of this playbook", async () => {
    assert.equal((await playbook(repo, ["accept", "p", "--from", "ci.json"])).code, 0);
    assert.equal(repo.read(TRACE), made);
  });
  await t.step("a step of it", async () => {
    await playbook(repo, ["replay"]);
    const ended = await playbook(repo, ["accept", "p", "--from", "ci.json", "--step", "lines"]);
    assert.equal(ended.code, 0);
    // What the replay here gave is still to be decided.
    assert.equal(repo.exists(PENDING), true);
  });
  const trace = toJsonObject(JSON.parse(made));
  const cases = [
    {
      name: "of another playbook",
      text: made.replace('"playbook_id": "p"', '"playbook_id": "q"'),
      says: /it is a trace of "q", not of "p"/,
    },
    { name: "edited", text: made.replaceAll("gamma", "delta"), says: /it was edited/ },
    {
      name: "of an unknown schema",
      text: JSON.stringify({ ...trace, trace_schema: "frigg.v9" }),
      says: /trace_schema.*found "frigg\.v9"/,
    },
    { name: "no trace", text: "[]", says: /expected a trace/ },
  ];
  for (const { name, text, says } of cases) {
    await t.step(name, async () => {
      repo.write("ci.json", text);
      const ended = await playbook(repo, ["accept", "p", "--from", "ci.json"]);
      assert.deepEqual([ended.code, ended.stdout], [2, ""]);
      assert.match(ended.stderr, says);
    });
  }
  await t.step("of an older playbook", async () => {
    repo.write("ci.json", made);
    repo.write(YAML, PLAYBOOK.replace("query: gamma", "query: beta"));
    const ended = await playbook(repo, ["accept", "p", "--from", "ci.json"]);
    assert.deepEqual([ended.code, ended.stdout], [2, ""]);
    assert.match(ended.stderr, /its playbook changed since/);
  });
  await t.step("that is not there", async () => {
    const ended = await playbook(repo, ["accept", "p", "--from", "nowhere.json"]);
    assert.equal(ended.code, 2);
    assert.match(ended.stderr, /Cannot find "nowhere\.json"/);
  });
});

Deno.test("pending --stale lists what nobody can decide any more, and removes it only when told to", async (t) => {
  using repo = await drifted();
  const pending = repo.read(PENDING);
  const stale = async (...args: string[]): Promise<string[]> => {
    const { code, stdout, stderr } = await playbook(repo, ["pending", "--stale", ...args]);
    assert.equal(code, 0);
    return [stdout, stderr];
  };
  await t.step("one that may be accepted is not", async () => {
    const { stdout } = await playbook(repo, ["pending"]);
    assert.equal(stdout, `${PENDING}\n`);
    assert.deepEqual(await stale("--remove"), ["", "Nothing is stale\n"]);
    assert.equal(repo.exists(PENDING), true);
    assert.equal((await playbook(repo, ["pending", "--remove"])).code, 2);
  });
  const accepted = repo.read(TRACE);
  const cases = [
    {
      name: "somebody accepted the same",
      make: () => repo.write(TRACE, pending),
      undo: () => repo.write(TRACE, accepted),
      why: "it is accepted already",
    },
    {
      name: "the playbook changed",
      make: () => repo.write(YAML, `${PLAYBOOK}title: Another\n`),
      undo: () => repo.write(YAML, PLAYBOOK),
      why: "its playbook changed since",
    },
    {
      name: "the playbook is not valid any more",
      make: () => repo.write(YAML, "steps: 7\n"),
      undo: () => repo.write(YAML, PLAYBOOK),
      why: "its playbook is not valid",
    },
    {
      name: "the playbook is gone",
      make: () => Deno.removeSync(`${repo.root}/${YAML}`),
      undo: () => repo.write(YAML, PLAYBOOK),
      why: "its playbook is gone",
    },
  ];
  for (const { name, make, undo, why } of cases) {
    await t.step(name, async () => {
      make();
      assert.deepEqual(await stale(), [`${PENDING}  stale: ${why}\n`, ""]);
      assert.equal(repo.exists(PENDING), true);
      undo();
    });
  }
  await t.step("removed when told to", async () => {
    repo.write(YAML, `${PLAYBOOK}title: Another\n`);
    await stale("--remove");
    assert.equal(repo.exists(PENDING), false);
    assert.deepEqual(await playbook(repo, ["pending"]), {
      code: 0,
      stdout: "",
      stderr: "Nothing is pending\n",
    });
  });
});
