/**
 * `frigg completions`: a script with which a shell completes commands, flags and tools.
 * @module
 */
import type { Command, CommandCall } from "../command.ts";
import { bashScript } from "../completions/bash.ts";
import { fishScript } from "../completions/fish.ts";
import { completionNodes, type Node } from "../completions/nodes.ts";
import { zshScript } from "../completions/zsh.ts";
import { EXIT, type ExitCode, usageError } from "../exit.ts";
import { withApp } from "../with_app.ts";

type Script = (nodes: readonly Node[]) => string;

const SCRIPTS: ReadonlyMap<string, Script> = new Map([
  ["bash", bashScript],
  ["zsh", zshScript],
  ["fish", fishScript],
]);
const SHELLS = [...SCRIPTS.keys()];

export const completions: Command = {
  name: "completions",
  summary: "Print a script that completes frigg's words in a shell",
  words: [{ name: "SHELL", text: SHELLS.join(", "), choices: SHELLS }],
  examples: [
    'eval "$(frigg completions bash)"                        in ~/.bashrc',
    'frigg completions zsh > "${fpath[1]}/_frigg"            for zsh',
    "frigg completions fish > ~/.config/fish/completions/frigg.fish",
  ],
  run,
};

async function run(given: CommandCall): Promise<ExitCode> {
  const [shell = "", ...more] = given.words;
  const script = SCRIPTS.get(shell);
  if (script === undefined || more.length > 0) {
    throw usageError(
      `Cannot complete words for "${given.words.join(" ")}"`,
      `Name one of ${SHELLS.join(", ")}`,
    );
  }
  const tools = await withApp(
    given,
    ({ app }) => Promise.resolve(app.surface.tools.map(({ name }) => name)),
  );
  given.console.print(script(completionNodes(given.table, tools)).trimEnd());
  return EXIT.ok;
}
