import assert from "node:assert/strict";
import { isJsonObject, toJsonObject } from "../../src/contract/json.ts";
import { list } from "../support/json.ts";
import { type Checkout, checkout, type Ended, frigg } from "./frigg.ts";
import { onTerminal, SCRIPT } from "./terminal.ts";

const NAMES = ["one", "two", "three"];
const PENDING = "playbooks/p.trace.new.json";

function playbook(repo: Checkout, ...args: string[]): Promise<Ended> {
  return frigg(["playbook", ...args], { cwd: repo.root });
}

/** A playbook that reads three files, all of which changed since its trace was accepted. */
async function drifted(): Promise<Checkout> {
  const steps = NAMES.map((name) =>
    `  - {step_id: ${name}, tool_name: read_file, params: {path: ${name}.txt}}\n`
  );
  const repo = checkout({
    "playbooks/.ignore": "*\n",
    "playbooks/p.playbook.yaml": `playbook_id: p\nsteps:\n${steps.join("")}`,
  });
  for (const name of NAMES) repo.write(`${name}.txt`, `old ${name}\n`);
  await playbook(repo, "replay");
  await playbook(repo, "accept", "p");
  for (const name of NAMES) repo.write(`${name}.txt`, `new ${name} \x1b[31m\n`);
  assert.equal((await playbook(repo, "replay")).code, 1);
  return repo;
}

/** `old` or `new` for each step of the accepted trace. */
function accepted(repo: Checkout): string[] {
  const trace = toJsonObject(JSON.parse(repo.read("playbooks/p.trace.json")));
  return list(trace, "steps").map(({ outcome }) => {
    assert(isJsonObject(outcome) && isJsonObject(outcome["response_json"]));
    return String(outcome["response_json"]["content"]).slice(0, 3);
  });
}

function review(repo: Checkout, typed: string, args: readonly string[] = []): Promise<Ended> {
  const stdin = typed.split(" ").map((key) => `${key}\n`).join("");
  return onTerminal(["playbook", "review", ...args], { cwd: repo.root, stdin });
}

Deno.test({
  name: "playbook review walks through the changes and does what is typed",
  ignore: SCRIPT === undefined,
  fn: async (t) => {
    const cases = [
      {
        typed: "a r s",
        want: ["new", "old", "old"],
        pending: true,
        says: /p: accepted one; rejected two; skipped three/,
      },
      {
        typed: "r A",
        want: ["old", "new", "new"],
        pending: false,
        says: /p: accepted two, three; rejected one/,
      },
      {
        typed: "A",
        want: ["new", "new", "new"],
        pending: false,
        says: /p: accepted one, two, three/,
      },
      {
        typed: "R",
        want: ["old", "old", "old"],
        pending: false,
        says: /p: rejected one, two, three/,
      },
      {
        typed: "? a q",
        want: ["new", "old", "old"],
        pending: true,
        says: /q {2}quit[^]*p: accepted one; skipped two, three/,
      },
      {
        typed: "q",
        want: ["old", "old", "old"],
        pending: true,
        says: /p: skipped one, two, three/,
      },
    ];
    for (const { typed, want, pending, says } of cases) {
      await t.step(typed, async () => {
        using repo = await drifted();
        const { code, stdout } = await review(repo, typed);
        assert.equal(code, 0, stdout);
        assert.match(stdout, says);
        assert.deepEqual(accepted(repo), want);
        assert.equal(repo.exists(PENDING), pending);
      });
    }
    await t.step(
      "each change is shown with its place in the list, coloured and harmless",
      async () => {
        using repo = await drifted();
        const { stdout } = await review(repo, "s s s");
        // deno-lint-ignore no-control-regex -- colours begin with the escape character
        assert.match(stdout, /\x1b\[1mp\x1b\[22m, change 1 of 3/);
        // deno-lint-ignore no-control-regex -- as above
        assert.match(stdout, /\x1b\[31m +-old one\x1b\[39m/);
        // deno-lint-ignore no-control-regex -- as above
        assert.match(stdout, /\x1b\[32m +\+new one [^\x1b]*\x1b\[39m/);
        assert.match(stdout, /change 3 of 3/);
        assert.doesNotMatch(stdout, /NotCapable|Uncaught/);
      },
    );
    await t.step("a first trace is taken as a whole", async () => {
      using repo = await drifted();
      await Deno.remove(`${repo.root}/playbooks/p.trace.json`);
      const { code, stdout } = await review(repo, "a", ["p"]);
      assert.equal(code, 0, stdout);
      assert.match(stdout, /No trace is accepted yet[^]*p: accepted all of it/);
      assert.deepEqual(accepted(repo), ["new", "new", "new"]);
    });
    await t.step("a stale trace is passed over", async () => {
      using repo = await drifted();
      repo.write(
        "playbooks/p.playbook.yaml",
        repo.read("playbooks/p.playbook.yaml") + "title: P\n",
      );
      const { code, stdout } = await review(repo, "A");
      assert.equal(code, 0, stdout);
      assert.match(stdout, /p: stale, its playbook changed since/);
      assert.deepEqual(accepted(repo), ["old", "old", "old"]);
    });
    await t.step("an edited trace is passed over", async () => {
      using repo = await drifted();
      repo.write(PENDING, repo.read(PENDING).replaceAll("new one", "new ono"));
      const { code, stdout } = await review(repo, "A");
      assert.equal(code, 0, stdout);
      assert.match(stdout, /p: stale, .*it was edited/);
      assert.deepEqual(accepted(repo), ["old", "old", "old"]);
    });
    await t.step("what is not pending cannot be reviewed", async () => {
      using repo = await drifted();
      assert.equal((await playbook(repo, "reject", "p")).code, 0);
      const { code, stdout } = await review(repo, "a", ["p"]);
      assert.equal(code, 2);
      assert.match(stdout, /frigg playbook replay p/);
    });
    await t.step("nothing is written in CI", async () => {
      using repo = await drifted();
      const { code, stdout } = await onTerminal(["playbook", "review"], {
        cwd: repo.root,
        stdin: "A\n",
        env: { CI: "true" },
      });
      assert.equal(code, 2);
      assert.match(stdout, /--update=always/);
      assert.deepEqual(accepted(repo), ["old", "old", "old"]);
    });
  },
});

Deno.test("playbook review without a terminal says what to do instead", async () => {
  using repo = await drifted();
  const { code, stdout, stderr } = await playbook(repo, "review");
  assert.deepEqual([code, stdout], [2, ""]);
  assert.match(stderr, /without a terminal[^]*frigg playbook accept PLAYBOOK --step STEP/);
  assert.deepEqual(accepted(repo), ["old", "old", "old"]);
});
