/** How many playbooks a replay judges, in what order, and what it leaves behind. */
import assert from "node:assert/strict";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { type Checkout, checkout, type Ended, frigg, type Start } from "./frigg.ts";

function replay({ root }: Checkout, args: readonly string[], start: Start = {}): Promise<Ended> {
  return frigg(["playbook", "replay", ...args], { cwd: root, ...start });
}

const IDS = ["one", "two", "three", "four"];

/** Each playbook reads a file of its own. */
function playbookOf(id: string): string {
  return `playbook_id: ${id}\nsteps:\n  - {step_id: read, tool_name: read_file, params: {path: ${id}.txt}}\n` +
    "  - {step_id: find, tool_name: search_text, params: {query: word}}\n";
}

/** A work tree with four accepted playbooks. */
async function accepted(): Promise<Checkout> {
  const repo = checkout({ "playbooks/.ignore": "*\n" });
  for (const id of IDS) {
    repo.write(`${id}.txt`, `word ${id}\n`);
    repo.write(`playbooks/${id}.playbook.yaml`, playbookOf(id));
  }
  await replay(repo, []);
  for (const id of IDS) {
    assert.equal((await frigg(["playbook", "accept", id], { cwd: repo.root })).code, 0);
  }
  return repo;
}

function lines(text: string): JsonObject[] {
  return text.trimEnd().split("\n").map((line) => {
    const value: unknown = JSON.parse(line);
    assert(isJsonObject(value));
    return value;
  });
}

const heads = (text: string): string[] =>
  text.split("\n").filter((line) => /^\w/.test(line)).map((line) =>
    line.split(/ {2}/).slice(0, 2).join(" ")
  );

Deno.test("replay: which playbooks, in which order, and what is written", async (t) => {
  using repo = await accepted();

  await t.step("--only names them, and knows near names", async () => {
    const some = await replay(repo, ["--only", "two", "--only", "one"]);
    assert.deepEqual([some.code, heads(some.stdout)], [0, ["same one", "same two"]]);
    const unknown = await replay(repo, ["--only", "fuor"]);
    assert.deepEqual([unknown.code, unknown.stdout], [2, ""]);
    assert.match(unknown.stderr, /Did you mean four\?/);
  });

  await t.step("the shards are all of them, each once", async () => {
    const parts: Ended[] = [];
    for (const part of ["1/3", "2/3", "3/3"]) parts.push(await replay(repo, ["--shard", part]));
    const all = parts.flatMap(({ stdout }) => heads(stdout));
    assert.deepEqual(all.sort(), ["same four", "same one", "same three", "same two"]);
  });

  repo.write("other/one.playbook.yaml", playbookOf("one"));
  await t.step("what cannot be meant is refused before anything runs", async () => {
    const wrong = [
      { args: ["--shard", "0/2"], says: /"0\/2" for --shard/ },
      { args: ["--shard", "3/2"], says: /"3\/2" for --shard/ },
      { args: ["--shard", "2"], says: /"2" for --shard/ },
      { args: ["--jobs", "0"], says: /"0" for --jobs/ },
      { args: ["--jobs", "two"], says: /"two" for --jobs/ },
      { args: ["--out-dir", "playbooks"], says: /the accepted trace of "four" is there/ },
      { args: ["--out-dir", "./x/../playbooks/"], says: /the accepted trace of "four" is there/ },
      {
        args: ["one", "--out-dir", "other"],
        says: /the accepted trace of "one" is there/,
      },
      { args: ["--out-dir", " "], says: /empty --out-dir/ },
      { args: ["--update", "sometimes"], says: /"sometimes" for --update/ },
    ];
    for (const { args, says } of wrong) {
      const { code, stdout, stderr } = await replay(repo, args);
      assert.deepEqual([args, code, stdout], [args, 2, ""]);
      assert.match(stderr, says);
    }
  });

  await Deno.remove(`${repo.root}/other`, { recursive: true });
  repo.write("three.txt", "another word three\n");
  repo.write("one.txt", "word\nword one\n");

  await t.step("the output is the same bytes for every number of jobs", async () => {
    const plain = await replay(repo, ["--update", "never", "--jobs", "1"]);
    assert.equal(plain.code, 1);
    assert.deepEqual(heads(plain.stdout), ["drift four", "drift one", "drift three", "drift two"]);
    const json = await replay(repo, ["--update", "never", "--json"]);
    for (const jobs of ["2", "4", "8"]) {
      const more = await replay(repo, ["--update", "never", "--jobs", jobs]);
      assert.deepEqual([more.code, more.stdout], [1, plain.stdout]);
      const moreJson = await replay(repo, ["--update", "never", "--json", "--jobs", jobs]);
      assert.equal(moreJson.stdout, json.stdout);
    }
  });

  await t.step("--bail stops after the first that differs, and says what it left out", async () => {
    repo.write("playbooks/aaa.playbook.yaml", playbookOf("one").replace("one", "aaa"));
    for (const jobs of ["1", "4"]) {
      const only = ["--only", "one", "--only", "three", "--only", "two"];
      const args = [...only, "--bail", "--jobs", jobs, "--update", "never"];
      const bailed = await replay(repo, [...args, "--report", "junit=junit.xml"]);
      assert.equal(bailed.code, 1);
      assert.deepEqual(heads(bailed.stdout), ["drift one", "left out three", "left out two"]);
      assert.match(bailed.stdout, /^left out {2}two {2}--bail stopped after one$/m);
      assert.match(bailed.stderr, /3 playbooks: 1 drift, 2 left out/);
      const junit = repo.read("junit.xml");
      assert.match(junit, /skipped="2"/);
      assert.match(junit, /<skipped message="--bail stopped after one"\/>/);
      const json = await replay(repo, [...args, "--json"]);
      assert.deepEqual(
        lines(json.stdout).map((
          { playbook_id: id, verdict, left_out: left },
        ) => [id, verdict, left]),
        [
          ["one", "drift", undefined],
          ["three", undefined, "--bail stopped after one"],
          ["two", undefined, "--bail stopped after one"],
        ],
      );
    }
    await Deno.remove(`${repo.root}/junit.xml`);
    await Deno.remove(`${repo.root}/playbooks/aaa.playbook.yaml`);
  });

  await t.step(
    "--out-dir holds every replayed trace, also where CI writes none that is pending",
    async () => {
      const out = await replay(repo, ["--out-dir", "deep/traces"], { env: { CI: "true" } });
      assert.equal(out.code, 1);
      assert.equal(repo.exists("playbooks/one.trace.new.json"), false);
      const entries = await Array.fromAsync(Deno.readDir(`${repo.root}/deep/traces`));
      const names = entries.map(({ name }) => name).sort();
      assert.deepEqual(names, IDS.map((id) => `${id}.trace.json`).sort());
      assert.match(
        out.stdout,
        new RegExp(digestOf(repo.read("deep/traces/one.trace.json")).slice(0, 16)),
      );
      await Deno.remove(`${repo.root}/deep`, { recursive: true });
    },
  );

  await t.step("--out-dir writes into the folder, not through a link in it", async () => {
    repo.write("linked/victim.json", "as it was\n");
    repo.write("linked/out/x.txt", "");
    await Deno.symlink("../victim.json", `${repo.root}/linked/out/one.trace.json`);
    await replay(repo, ["--only", "one", "--out-dir", "linked/out", "--update", "never"]);
    assert.equal(repo.read("linked/victim.json"), "as it was\n");
    assert.match(repo.read("linked/out/one.trace.json"), /"playbook_id": "one"/);
    await Deno.remove(`${repo.root}/linked`, { recursive: true });
  });

  await t.step(
    "pending traces appear once all have run, and go when they match again",
    async () => {
      assert.equal((await replay(repo, ["--jobs", "3"])).code, 1);
      assert.equal(repo.exists("playbooks/one.trace.new.json"), true);
      repo.write("three.txt", "word three\n");
      repo.write("one.txt", "word one\n");
      const inCi = await replay(repo, [], { env: { CI: "true" } });
      assert.equal(inCi.code, 0);
      assert.equal(repo.exists("playbooks/one.trace.new.json"), true);
      assert.equal((await replay(repo, [])).code, 0);
      assert.equal(repo.exists("playbooks/one.trace.new.json"), false);
    },
  );
});

function digestOf(text: string): string {
  const value: unknown = JSON.parse(text);
  assert(isJsonObject(value));
  return String(value["digest"]);
}

Deno.test("a replay that is the same says which files changed below it", async () => {
  const find = "{step_id: find, tool_name: search_text, params: {query: word}}";
  using repo = checkout({
    "a.txt": "a word\nand more\n",
    "b.txt": "no match\n",
    "playbooks/.ignore": "*\n",
    "playbooks/p.playbook.yaml": `playbook_id: p\nsteps: [${find}]\n`,
  });
  await replay(repo, []);
  assert.equal((await frigg(["playbook", "accept", "p"], { cwd: repo.root })).code, 0);
  assert.match((await replay(repo, [])).stdout, /^same {2}p {2}1 step, digest [0-9a-f]{16}\n$/);
  repo.write("b.txt", "no match either\n");
  assert.match((await replay(repo, [])).stdout, /^same {2}p {2}1 step, digest [0-9a-f]{16}\n$/);
  repo.write("a.txt", "a word\nand less\n");
  const { code, stdout } = await replay(repo, ["--report", "markdown=r.md"]);
  assert.equal(code, 0);
  assert.match(
    stdout,
    /; the accepted trace has digest .*: repo-001:a\.txt changed, no compared answer did\n$/,
  );
  assert.match(repo.read("r.md"), /\| p \| same \| 1 \| the accepted trace has digest/);
});

Deno.test("run --twice gives the trace of one run, and no file of the second", async () => {
  using repo = await accepted();
  const once = await frigg(["playbook", "run", "one"], { cwd: repo.root });
  const twice = await frigg(["playbook", "run", "one", "--twice"], { cwd: repo.root });
  assert.deepEqual([twice.code, twice.stdout], [0, once.stdout]);
  assert.match(twice.stderr, /Ran twice/);
});
