import assert from "node:assert/strict";
import { Flags } from "../../src/cli/flags.ts";
import { CommandError } from "../../src/cli/exit.ts";
import { profileWarning, readSettings } from "../../src/cli/settings.ts";

type Variables = Readonly<Record<string, string>>;

const env = (variables: Variables) => (name: string): string | undefined => variables[name];

Deno.test("readSettings() has the defaults of the contract", () => {
  assert.deepEqual(readSettings(new Flags({ color: true }), env({})), {
    workspaceRoots: [],
    maxFileBytes: 2_097_152,
    maxFiles: 200_000,
    json: false,
    quiet: false,
    verbose: false,
    noColor: false,
  });
});

Deno.test("readSettings() prefers a flag to the environment", () => {
  const variables = {
    FRIGG_STATE_DIR: "/env",
    FRIGG_MAX_FILE_BYTES: "10",
    FRIGG_MAX_FILES: "20",
  };
  const flags = new Flags({ stateDir: "/flag", maxFiles: "30" });
  const { stateDir, maxFileBytes, maxFiles } = readSettings(flags, env(variables));
  assert.deepEqual({ stateDir, maxFileBytes, maxFiles }, {
    stateDir: "/flag",
    maxFileBytes: 10,
    maxFiles: 30,
  });
});

Deno.test("readSettings() refuses values that do not parse", async (t) => {
  const cases: readonly {
    readonly flags?: Record<string, unknown>;
    readonly env?: Variables;
    readonly says: string;
  }[] = [
    { flags: { maxFiles: "0" }, says: "--max-files" },
    { flags: { maxFiles: "-1" }, says: "--max-files" },
    { flags: { maxFiles: "1.5" }, says: "--max-files" },
    { flags: { maxFileBytes: "2MB" }, says: "--max-file-bytes" },
    { flags: { maxFileBytes: "99999999999999999999" }, says: "--max-file-bytes" },
    { env: { FRIGG_MAX_FILES: "many" }, says: "FRIGG_MAX_FILES" },
    { env: { FRIGG_MAX_FILE_BYTES: "1e3" }, says: "FRIGG_MAX_FILE_BYTES" },
    { flags: { workspaceRoot: [" "] }, says: "--workspace-root" },
    { flags: { stateDir: "" }, says: "--state-dir" },
  ];
  for (const { flags = {}, env: variables = {}, says } of cases) {
    await t.step(JSON.stringify({ ...flags, ...variables }), () => {
      assert.throws(
        () => readSettings(new Flags(flags), env(variables)),
        (error) =>
          error instanceof CommandError && error.code === 2 && error.message.includes(says),
      );
    });
  }
});

Deno.test("profileWarning() is silent for the profile that always holds", async (t) => {
  const cases = [
    { value: undefined, warns: false },
    { value: "extended", warns: false },
    { value: " EXTENDED ", warns: false },
    { value: "core", warns: true },
    { value: "other", warns: true },
  ];
  for (const { value, warns } of cases) {
    await t.step(String(value), () => {
      const warning = profileWarning(() => value);
      assert.equal(warning !== undefined, warns);
      assert(!(warning ?? "").includes("\n"));
    });
  }
});
