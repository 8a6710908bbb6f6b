import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { bashScript } from "../../../src/cli/completions/bash.ts";
import { fishScript } from "../../../src/cli/completions/fish.ts";
import { completionNodes, type Node } from "../../../src/cli/completions/nodes.ts";
import { zshScript } from "../../../src/cli/completions/zsh.ts";
import { commandTable } from "../../../src/cli/table.ts";

const TOOLS = ["read_file", "search_hybrid", "search_text"];
const NODES = completionNodes(commandTable(80), TOOLS);

/** Command lines with the cursor at their end, and a few words that must and must not be offered. */
const CASES: readonly { line: readonly string[]; offers: string[]; not: string[] }[] = [
  { line: ["in"], offers: ["index"], not: ["status"] },
  { line: ["--wo"], offers: ["--workspace-root"], not: ["--json"] },
  { line: ["playbook", "re"], offers: ["replay", "reject"], not: ["run", "report"] },
  { line: ["playbook", "replay", "--up"], offers: ["--update"], not: ["--out"] },
  { line: ["playbook", "replay", "--update", "a"], offers: ["auto", "always"], not: ["never"] },
  // A flag's value is no command, whatever it says.
  { line: ["--state-dir", "playbook", "ca"], offers: ["call"], not: ["replay"] },
  { line: ["--json", "call", "search_"], offers: ["search_text"], not: ["read_file"] },
  { line: ["cite", "--format", ""], offers: ["markdown", "lsp"], not: ["html", "cite", "--json"] },
  { line: ["report", "--format", ""], offers: ["markdown", "html"], not: ["lsp"] },
  { line: ["register", "c"], offers: ["claude-code", "codex"], not: ["vscode", "--check"] },
  { line: ["completions", ""], offers: ["bash", "zsh", "fish"], not: ["index"] },
];

const SHELLS: readonly {
  name: string;
  script: (nodes: readonly Node[]) => string;
  /** A program that prints what the shell offers, one word a line. */
  ask: (line: readonly string[]) => string;
}[] = [
  {
    name: "bash",
    script: bashScript,
    ask: (line) =>
      `COMP_WORDS=(${words(["frigg", ...line])}); COMP_CWORD=${line.length}; _frigg; ` +
      'printf "%s\\n" "${COMPREPLY[@]}"',
  },
  {
    name: "zsh",
    script: (nodes) => `compdef() { :; }\n${zshScript(nodes)}`,
    // What the shell's own functions would do, less the menu.
    ask: (line) =>
      `offer() { print -l -- "\${(M)@:#\${words[CURRENT]}*}"; }; compadd() { shift; offer "$@"; }; ` +
      `_describe() { offer "\${(@)\${(@P)2}%%:*}"; }; words=(${words(["frigg", ...line])}); ` +
      `CURRENT=${line.length + 1}; _frigg`,
  },
  {
    name: "fish",
    script: fishScript,
    ask: (line) => `complete -C "frigg ${line.join(" ")}" | string replace -r '\\t.*' ''`,
  },
];

function words(line: readonly string[]): string {
  return line.map((word) => `'${word}'`).join(" ");
}

for (const { name, script, ask } of SHELLS) {
  const path = `/usr/bin/${name}`;
  Deno.test({
    name: `${name} offers what can stand there`,
    ignore: !existsSync(path),
    fn: async (t) => {
      for (const { line, offers, not } of CASES) {
        await t.step(line.join(" "), () => {
          const { stdout, stderr } = new Deno.Command(path, {
            args: ["-c", `${script(NODES)}\n${ask(line)}`],
          }).outputSync();
          assert.equal(new TextDecoder().decode(stderr), "");
          const got = new TextDecoder().decode(stdout).split("\n");
          assert.deepEqual(offers.filter((word) => !got.includes(word)), [], got.join(" "));
          assert.deepEqual(not.filter((word) => got.includes(word)), [], got.join(" "));
        });
      }
    },
  });
}

Deno.test("every command and every flag of it has a place", () => {
  const table = commandTable(80);
  for (const command of table.commands) {
    const node = NODES.find(({ path }) => path === command.name);
    assert(node !== undefined, command.name);
    for (const { flags } of [...(command.options ?? []), ...table.globalOptions]) {
      assert(node.flags.some(({ name }) => name === flags.split(" ")[0]), flags);
    }
  }
});
