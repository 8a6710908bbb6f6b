import assert from "node:assert/strict";
import { Flags } from "../../src/cli/flags.ts";
import { CommandError } from "../../src/cli/exit.ts";
import { profileWarning, readSettings, watchTimes } from "../../src/cli/settings.ts";

type Variables = Readonly<Record<string, string>>;

const env = (variables: Variables) => (name: string): string | undefined => variables[name];

Deno.test("readSettings() has the defaults of the contract", () => {
  assert.deepEqual(readSettings(new Flags({ color: true }), env({})), {
    workspaceRoots: [],
    maxFileBytes: 2_097_152,
    maxFiles: 200_000,
    watch: { mode: "auto", debounceMs: 2_000, retryMs: 5_000 },
    routingStats: false,
    contextLog: false,
    semantic: { enabled: false, strict: false },
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
    { flags: { watchMode: "always" }, says: "--watch-mode" },
    { flags: { watchMode: "" }, says: "--watch-mode" },
    { env: { FRIGG_WATCH_MODE: "ON" }, says: "FRIGG_WATCH_MODE" },
    { flags: { watchDebounceMs: "0" }, says: "--watch-debounce-ms" },
    { flags: { watchDebounceMs: "2147483648" }, says: "--watch-debounce-ms" },
    { env: { FRIGG_WATCH_RETRY_MS: "5s" }, says: "FRIGG_WATCH_RETRY_MS" },
    { env: { FRIGG_ROUTING_STATS: "maybe" }, says: "FRIGG_ROUTING_STATS" },
    { env: { FRIGG_CONTEXT_EFFICIENCY_LOG: "maybe" }, says: "FRIGG_CONTEXT_EFFICIENCY_LOG" },
    {
      env: { FRIGG_SEMANTIC_RUNTIME_STRICT_MODE: "2" },
      says: "FRIGG_SEMANTIC_RUNTIME_STRICT_MODE",
    },
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

Deno.test("readSettings() takes a switch in any spelling", async (t) => {
  const cases = [
    { value: undefined, on: false },
    { value: "", on: false },
    { value: " 0 ", on: false },
    { value: "False", on: false },
    { value: "1", on: true },
    { value: " ON ", on: true },
    { value: "yes", on: true },
    { value: "true", on: true },
  ];
  for (const { value, on } of cases) {
    await t.step(String(value), () => {
      const variables = value === undefined ? {} : {
        FRIGG_CONTEXT_EFFICIENCY_LOG: value,
        FRIGG_SEMANTIC_RUNTIME_ENABLED: value,
        FRIGG_SEMANTIC_RUNTIME_STRICT_MODE: value,
        FRIGG_ROUTING_STATS: value,
      };
      const { contextLog, semantic, routingStats } = readSettings(new Flags({}), env(variables));
      assert.deepEqual(
        [contextLog, routingStats, semantic],
        [on, on, { enabled: on, strict: on }],
      );
    });
  }
});

Deno.test("watchTimes() depends on the transport only for auto", async (t) => {
  const times = { debounceMs: 7, retryMs: 5_000 };
  const cases: readonly {
    readonly flag?: string;
    readonly variable?: string;
    readonly stdio: boolean;
    readonly http: boolean;
  }[] = [
    { stdio: false, http: true },
    { flag: "auto", stdio: false, http: true },
    { flag: "on", stdio: true, http: true },
    { flag: "off", stdio: false, http: false },
    { variable: "on", stdio: true, http: true },
    { flag: "off", variable: "on", stdio: false, http: false },
  ];
  for (const { flag, variable, stdio, http } of cases) {
    await t.step(`${flag ?? "no flag"}, ${variable ?? "no variable"}`, () => {
      const flags = new Flags(flag === undefined ? {} : { watchMode: flag });
      const variables = variable === undefined ? {} : { FRIGG_WATCH_MODE: variable };
      const settings = readSettings(flags, env({ ...variables, FRIGG_WATCH_DEBOUNCE_MS: "7" }));
      assert.deepEqual(watchTimes(settings, "stdio"), stdio ? times : undefined);
      assert.deepEqual(watchTimes(settings, "http"), http ? times : undefined);
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
