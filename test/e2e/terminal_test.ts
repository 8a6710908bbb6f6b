import assert from "node:assert/strict";
import { checkout } from "./frigg.ts";
import { onTerminal, SCRIPT } from "./terminal.ts";

// Libraries read other environment variables on a terminal, which the binary may not: only this shows it.
Deno.test({
  name: "on a terminal",
  ignore: SCRIPT === undefined,
  fn: async (t) => {
    using repo = checkout({ "a.ts": "export const needle = 1;\n" });
    const root = ["--workspace-root", repo.root];
    const cases = [
      { args: [], code: 0, says: /Usage: frigg/ },
      { args: ["--help"], code: 0, says: /Usage: frigg/ },
      { args: ["--nope"], code: 2, says: /"--nope"/ },
      // deno-lint-ignore no-control-regex -- colours begin with the escape character
      { args: ["search", "needle", ...root], code: 0, says: /\x1b\[31mneedle/ },
      { args: ["search", "needle", "--no-color", ...root], code: 0, says: /const needle = 1;/ },
      // deno-lint-ignore no-control-regex -- the bar has to be gone before the result stands there
      { args: ["index", ...root], code: 0, says: /\x1b\[2K.*Indexed/ },
    ];
    for (const { args, code, says } of cases) {
      await t.step(args.join(" ").replace(repo.root, "ROOT"), async () => {
        const ended = await onTerminal(args);
        assert.equal(ended.code, code, ended.stdout);
        assert.match(ended.stdout, says);
        assert.doesNotMatch(ended.stdout, /NotCapable|Uncaught/);
      });
    }
    await t.step("NO_COLOR", async () => {
      const { stdout } = await onTerminal(["search", "needle", ...root], {
        env: { NO_COLOR: "1" },
      });
      assert(!stdout.includes("\x1b[31m"), stdout);
    });
  },
});
