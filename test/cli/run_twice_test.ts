import assert from "node:assert/strict";
import type { Trace } from "../../src/contract/playbook.ts";
import type { Console } from "../../src/cli/console.ts";
import { agree } from "../../src/cli/run_twice.ts";
import { parsePlaybookValue } from "../../src/playbook/load.ts";
import { runPlaybook } from "../../src/playbook/run.ts";
import { FAKE_SURFACE, FakeHost } from "../playbook/fake_host.ts";

const PLAYBOOK = parsePlaybookValue({
  playbook_id: "demo",
  steps: [
    { step_id: "all", tool_name: "search_text", params: { query: "parse" } },
    { step_id: "read", tool_name: "read_file", params: { path: "a.ts" } },
  ],
}, { surface: FAKE_SURFACE, allowWorkspace: true });

/** A run whose search gives its rows in the order of `paths`. */
function run(...paths: string[]): Promise<Trace> {
  const files = Object.fromEntries(paths.map((path) => [path, "parse\n"]));
  const host = new FakeHost(files, { unsorted: true });
  return runPlaybook(PLAYBOOK, {}, host, { signal: new AbortController().signal });
}

/** A console that remembers what went to stderr. */
function listening(): { console: Console; lines: string[] } {
  const lines: string[] = [];
  const plain = (text: string): string => text;
  const write = (text: string): unknown => lines.push(text);
  return {
    lines,
    console: {
      print: () => assert.fail("nothing belongs on stdout"),
      note: write,
      warn: write,
      detail: write,
      paint: { bold: plain, dim: plain, red: plain, green: plain, yellow: plain, cyan: plain },
      progress: { report: () => {}, stop: () => {} },
    },
  };
}

Deno.test("agree() says which step depends on the order of folders", async () => {
  const { console, lines } = listening();
  assert.equal(agree(await run("a.ts", "b.ts"), await run("b.ts", "a.ts"), console), false);
  assert.match(lines[0] ?? "", /^Two runs give two digests: [0-9a-f]{64} and [0-9a-f]{64}$/);
  assert.match(
    lines[1] ?? "",
    /^ {2}all \(search_text\): differs at \/evidence\/0\/path, .* and 1 more place$/,
  );
  assert.equal(lines.length, 2);
});

Deno.test("agree() of two equal runs", async () => {
  const { console, lines } = listening();
  assert.equal(agree(await run("a.ts", "b.ts"), await run("a.ts", "b.ts"), console), true);
  assert.match(lines.join(), /^Ran twice/);
});
