import assert from "node:assert/strict";
import { checkout, frigg } from "./frigg.ts";

Deno.test("wrong use ends with exit code 2, bad surroundings with 3, and stdout stays empty", async (t) => {
  using repo = checkout({ "a.txt": "needle\n" });
  const root = ["--workspace-root", repo.root];
  const cases: readonly {
    readonly args: readonly string[];
    readonly code: number;
    readonly says: RegExp;
    readonly env?: Record<string, string>;
  }[] = [
    { args: ["--max-tokns", "5"], code: 2, says: /"--max-tokns".*\n.*--max-files/ },
    { args: ["idnex"], code: 2, says: /"idnex".*\n.*index/ },
    { args: ["serach", "two", "words"], code: 2, says: /"serach".*\n.*search/ },
    { args: ["playbook", "replay", ...root], code: 2, says: /no folder ".*playbooks"/ },
    { args: ["playbook", "lint", ...root], code: 2, says: /no folder ".*playbooks"/ },
    { args: ["playbook", "pending", "--remove", ...root], code: 2, says: /Give --stale too/ },
    { args: ["playbook", "rplay"], code: 2, says: /"rplay".*\n.*replay/ },
    { args: ["playbook"], code: 2, says: /Usage: frigg playbook/ },
    { args: ["index", "extra"], code: 2, says: /too many arguments/ },
    { args: ["search"], code: 2, says: /missing required argument/ },
    { args: ["--workspace-root"], code: 2, says: /argument missing/ },
    { args: ["--workspace-root", ""], code: 2, says: /empty --workspace-root/ },
    { args: ["--max-files", "many", ...root], code: 2, says: /"many" for --max-files/ },
    { args: ["--max-files", "0", ...root], code: 2, says: /"0" for --max-files/ },
    { args: root, env: { FRIGG_MAX_FILES: "1e3" }, code: 2, says: /"1e3" for FRIGG_MAX_FILES/ },
    { args: ["call", "search_text", "{", ...root], code: 2, says: /as JSON/ },
    { args: ["playbook", "replay", "nothing", ...root], code: 2, says: /"nothing"/ },
    { args: ["playbook", "replay", "--update", "x", ...root], code: 2, says: /"x" for --update/ },
    { args: ["playbook", "accept", "nothing", ...root], code: 2, says: /replay nothing. first/ },
    { args: ["cite", "nothing", ...root], code: 2, says: /nothing\.trace\.json/ },
    { args: ["--workspace-root", "/no/such/dir"], code: 3, says: /"\/no\/such\/dir"/ },
    { args: ["index", "--workspace-root", `${repo.root}/a.txt`], code: 3, says: /not a folder/ },
    { args: ["index", "--state-dir", "/dev/null/x", ...root], code: 3, says: /--state-dir/ },
    { args: [...root, "--help"], code: 0, says: /Usage: frigg/ },
  ];
  for (const { args, code, says, env } of cases) {
    await t.step(args.join(" ").replace(repo.root, "ROOT"), async () => {
      const ended = await frigg(args, env === undefined ? {} : { env });
      assert.equal(ended.code, code, ended.stderr);
      assert.match(ended.stderr, says);
      if (!args.includes("index")) assert.equal(ended.stdout, "");
    });
  }
});

Deno.test("help of every command stands on stdout with an example", async (t) => {
  const commands = [
    "index",
    "status",
    "search",
    "call",
    "playbook",
    "playbook run",
    "playbook replay",
    "playbook accept",
    "playbook reject",
    "playbook pending",
    "playbook lint",
    "playbook list",
    "playbook init",
    "playbook schema",
    "cite",
    "version",
  ];
  const all = await frigg(["--help"]);
  assert.equal(all.code, 0);
  for (const name of commands) {
    const [first = ""] = name.split(" ");
    assert.match(all.stdout, new RegExp(`^  ${first}\\b`, "m"));
  }
  for (const name of commands) {
    await t.step(name, async () => {
      const { code, stdout, stderr } = await frigg([...name.split(" "), "--help"]);
      assert.deepEqual({ code, stderr }, { code: 0, stderr: "" });
      assert.match(stdout, new RegExp(`^Usage: frigg ${name}`));
      assert.match(stdout, /Examples:\n {2}frigg /);
    });
  }
});

Deno.test("help for two words is help for that command", async () => {
  const { stdout } = await frigg(["help", "playbook", "run"]);
  assert.match(stdout, /^Usage: frigg playbook run/);
});
