import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import project from "../../deno.json" with { type: "json" };
import { ENV_NAMES, FRIGG_FLAGS } from "../../scripts/runtime_flags.ts";

const MAIN = fileURLToPath(new URL("../../main.ts", import.meta.url));

const ON_TERMINAL = [
  { name: "help", args: "--help", code: 0 },
  { name: "a wrong flag", args: "--no-such-flag", code: 2 },
];

Deno.test("ENV_NAMES names nothing twice", () => {
  assert.deepEqual([...new Set(ENV_NAMES)], ENV_NAMES);
});

Deno.test("FRIGG_FLAGS grants neither programs, nor native code, nor the machine's data", () => {
  const granted = FRIGG_FLAGS.filter((flag) => flag.startsWith("--allow-") || flag === "-A")
    .map((flag) => flag.replace(/=.*/, ""));
  assert.deepEqual(granted, ["--allow-read", "--allow-write", "--allow-net", "--allow-env"]);
});

Deno.test("the task `frigg` runs with the binary's flags", () => {
  const flags = project.tasks.frigg.command.split(" ").filter((word) => word.startsWith("-"));
  assert.deepEqual(flags, ["--quiet", ...FRIGG_FLAGS]);
});

// Libraries ask for more names of the environment when they write to a terminal, and each name that
// is not granted ends the program. `script` gives a terminal; other systems spell its options differently.
const ignore = Deno.build.os !== "linux";

Deno.test("frigg needs no further permission on a terminal", { ignore }, async (t) => {
  // With these set, libraries do not ask any further.
  const { NO_COLOR: _no, FORCE_COLOR: _force, CI: _ci, ...rest } = Deno.env.toObject();
  const environment = { ...rest, TERM: "xterm-256color" };
  for (const { name, args, code } of ON_TERMINAL) {
    await t.step(name, async () => {
      const run = ["run", "--quiet", "--no-check", ...FRIGG_FLAGS, MAIN, args];
      const line = [Deno.execPath(), ...run].map((word) => `'${word}'`).join(" ");
      const { code: got, stdout } = await new Deno.Command("script", {
        args: ["--quiet", "--return", "--command", line, "/dev/null"],
        clearEnv: true,
        env: environment,
        stdin: "null",
      }).output();
      const output = new TextDecoder().decode(stdout);
      assert.doesNotMatch(output, /NotCapable|Requires \w+ access/);
      assert.equal(got, code, output);
    });
  }
});
