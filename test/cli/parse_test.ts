import assert from "node:assert/strict";
import { CommandError } from "../../src/cli/exit.ts";
import { parseArguments, type Parsed } from "../../src/cli/parse.ts";
import { commandTable } from "../../src/cli/table.ts";

function parse(...args: string[]): Parsed {
  return parseArguments(args, commandTable(80));
}

function run(...args: string[]): Extract<Parsed, { kind: "run" }> {
  const parsed = parse(...args);
  assert(parsed.kind === "run");
  return parsed;
}

function refusal(...args: string[]): CommandError {
  try {
    parse(...args);
  } catch (error) {
    assert(error instanceof CommandError);
    return error;
  }
  throw new assert.AssertionError({ message: `${args.join(" ")} was accepted` });
}

Deno.test("parseArguments() finds command, words and flags in any order", () => {
  const { command, words, flags } = run(
    "--workspace-root",
    "a",
    "playbook",
    "replay",
    "x",
    "--json",
    "y",
    "--input",
    "k=v",
    "--workspace-root",
    "b",
    "--input",
    "l=w",
  );
  assert.equal(command.name, "playbook replay");
  assert.deepEqual(words, ["x", "y"]);
  assert.deepEqual(flags.values("workspace-root"), ["a", "b"]);
  assert.deepEqual(flags.values("input"), ["k=v", "l=w"]);
  assert.equal(flags.has("json"), true);
  assert.equal(flags.has("quiet"), false);
  assert.equal(flags.value("update"), undefined);
});

Deno.test("parseArguments() takes what follows -- for words", () => {
  assert.deepEqual(run("search", "--", "--json").words, ["--json"]);
});

Deno.test("parseArguments() tells --no-color from its absence", () => {
  assert.equal(run("status", "--no-color").flags.isOff("color"), true);
  assert.equal(run("status").flags.isOff("color"), false);
});

Deno.test("parseArguments() knows --version as a command", () => {
  assert.equal(run("--version").command.name, "version");
  assert.equal(run("--version", "--json").flags.has("json"), true);
});

Deno.test("parseArguments() serves without a command", () => {
  const parsed = parse("--workspace-root", "a");
  assert(parsed.kind === "serve");
  assert.deepEqual(parsed.flags.values("workspace-root"), ["a"]);
});

Deno.test("parseArguments() gives help of the program, a group or a command", async (t) => {
  const cases = [
    { args: ["--help"], isRoot: true, begins: "Usage: frigg [COMMAND]" },
    { args: ["help"], isRoot: true, begins: "Usage: frigg [COMMAND]" },
    { args: ["playbook", "--help"], isRoot: false, begins: "Usage: frigg playbook COMMAND" },
    { args: ["help", "playbook", "run"], isRoot: false, begins: "Usage: frigg playbook run" },
    { args: ["call", "-h"], isRoot: false, begins: "Usage: frigg call" },
  ];
  for (const { args, isRoot, begins } of cases) {
    await t.step(args.join(" "), () => {
      const parsed = parse(...args);
      assert(parsed.kind === "help");
      assert.equal(parsed.isRoot, isRoot);
      assert(parsed.text.startsWith(begins), parsed.text);
    });
  }
});

Deno.test("every command's help has its words, its flags and an example", async (t) => {
  for (const { name, words = [], options = [], examples } of commandTable(80).commands) {
    await t.step(name, () => {
      const parsed = parse(...name.split(" "), "--help");
      assert(parsed.kind === "help");
      const wanted = [
        ...words.map((word) => word.name.replace(/[[\].]/g, "")),
        ...options.map(({ flags }) => flags.split(" ")[0] ?? ""),
        "--workspace-root",
        ...examples,
      ];
      for (const text of wanted) assert(parsed.text.includes(text), text);
    });
  }
});

Deno.test("parseArguments() refuses wrong use with near names", async (t) => {
  const cases = [
    { args: ["--max-tokns", "5"], message: /"--max-tokns"/, advice: /--max-files or/ },
    { args: ["stauts"], message: /"stauts"/, advice: /status/ },
    { args: ["serach", "x", "y"], message: /"serach"/, advice: /search/ },
    { args: ["stauts", "--help"], message: /"stauts"/, advice: /status/ },
    { args: ["playbook", "acept", "x"], message: /"acept"/, advice: /Did you mean accept/ },
    { args: ["index", "--chnged"], message: /"--chnged"/, advice: /--changed/ },
    { args: ["replay", "x"], message: /"replay"/, advice: /Did you mean playbook replay\? See/ },
    { args: ["zzz"], message: /"zzz"/, advice: /^See `frigg --help`$/ },
    { args: ["playbook"], message: /group of commands/, advice: /replay \[PLAYBOOK\.\.\.\]/ },
    { args: ["cite"], message: /missing required argument 'TRACE'/, advice: /frigg cite --help/ },
    { args: ["version", "x"], message: /too many arguments/, advice: /frigg version --help/ },
    { args: ["--state-dir"], message: /argument missing/, advice: /frigg --help/ },
  ];
  for (const { args, message, advice } of cases) {
    await t.step(args.join(" "), () => {
      const error = refusal(...args);
      assert.equal(error.code, 2);
      assert.match(error.message, message);
      assert.match(error.advice ?? "", advice);
    });
  }
});
