import assert from "node:assert/strict";
import { createApp } from "../../src/app.ts";
import { parseArguments } from "../../src/cli/parse.ts";
import { PLAYBOOK_TOPIC, TOPIC_PLAYBOOK } from "../../src/cli/playbook_topic.ts";
import { commandTable } from "../../src/cli/table.ts";
import { parsePlaybook } from "../../src/playbook/load.ts";

Deno.test("help of playbooks has the topic, every command and an example of each", () => {
  const table = commandTable(80);
  const parsed = parseArguments(["help", "playbook"], table);
  assert(parsed.kind === "help");
  assert(parsed.text.includes(PLAYBOOK_TOPIC));
  const commands = table.commands.filter(({ name }) => name.startsWith("playbook "));
  assert(commands.length > 10);
  for (const { name, summary, examples: [example = ""] } of commands) {
    const [, word = ""] = name.split(" ");
    assert.match(parsed.text, new RegExp(`^  ${word}\\b`, "m"));
    assert(parsed.text.includes(summary.slice(0, 20)), name);
    assert(example.startsWith(`frigg ${name}`) && parsed.text.includes(example), name);
  }
});

Deno.test("what the topic names exists, and fits a terminal", () => {
  const names = commandTable(80).commands.map(({ name }) => name);
  const named = [...PLAYBOOK_TOPIC.matchAll(/^ +frigg (playbook [a-z]+)/gm)].map(([, name]) =>
    name
  );
  assert(named.length > 4);
  for (const name of named) assert(names.includes(name ?? ""), name);
  for (const line of PLAYBOOK_TOPIC.split("\n")) assert(line.length <= 80, line);
});

Deno.test("the playbook of the topic is one that loads", async () => {
  const limits = { maxFileBytes: 1, maxFiles: 1 };
  const app = createApp({ roots: [], cwd: "/", home: undefined, limits, log: () => {} });
  const { surface } = app;
  const { playbook, warnings } = parsePlaybook(
    TOPIC_PLAYBOOK,
    "session-timeout.playbook.yaml",
    { surface, allowWorkspace: true },
  );
  assert.deepEqual([playbook.steps.length, warnings], [2, []]);
  await app.close();
});
