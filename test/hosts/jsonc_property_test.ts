import assert from "node:assert/strict";
import fc from "fast-check";
import { parseJsonc } from "../../src/hosts/jsonc.ts";
import { insertJsonc, removeJsonc, replaceJsonc } from "../../src/hosts/jsonc_edit.ts";
import { SETTINGS } from "./settings_arbitrary.ts";

const KEYS = ["mcpServers", "frigg"];
const ENTRY = { command: "/opt/frigg", args: ["--workspace-root", "/r"], env: {} };
const OTHER = { ...ENTRY, args: ["--workspace-root", "/other"] };

Deno.test("whatever the file looks like, an entry comes and goes without a trace", () => {
  fc.assert(
    fc.property(SETTINGS, (before) => {
      const added = insertJsonc(before, KEYS, ENTRY);
      assert.deepEqual(entryIn(added), ENTRY);
      assert(isSubsequence(before, added), "a byte that was there is gone");
      assert.equal(removeJsonc(added, KEYS), before);
      const changed = replaceJsonc(added, KEYS, OTHER);
      assert.deepEqual(entryIn(changed), OTHER);
      assert.equal(removeJsonc(changed, KEYS), before);
    }),
    { numRuns: 3_000 },
  );
});

function entryIn(text: string): unknown {
  const value: Record<string, Record<string, unknown>> = JSON.parse(
    JSON.stringify(parseJsonc(text)?.value),
  );
  return value["mcpServers"]?.["frigg"];
}

/** Whether all characters of `part` stand in `whole` in their order. */
function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const character of whole) if (part[at] === character) at++;
  return at === part.length;
}
