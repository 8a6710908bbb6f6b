/**
 * The permissions and engine flags frigg runs with, the same in the binary, from source and in tests.
 *
 * Never here: run, ffi, sys. The binary starts no program, and nothing in it asks for the machine's name.
 * @module
 */

/** Gives patterns that backtrack without end a linear engine; without them a regex can hang a worker. */
const LINEAR_REGEX = [
  "--enable-experimental-regexp-engine",
  "--enable-experimental-regexp-engine-on-excessive-backtracks",
];

/**
 * Lets the heap grow by half of what lives in it, not by its multiple: a server with 50 busy sessions is resident with
 * 240 MB instead of 470, for half a millisecond of collecting a call. Indexing takes as long as without.
 */
const SMALL_HEAP = ["--max-semi-space-size=8", "--heap-growing-percent=50"];

/** What the code needs of the engine to be right. */
export const V8_FLAGS = `--v8-flags=${LINEAR_REGEX.join(",")}`;

/** Lets a Worker be created with fewer permissions than its creator. */
export const WORKER_FLAG = "--unstable-worker-options";

/** Every environment name that frigg or a library in it reads; any other read is refused. */
export const ENV_NAMES: readonly string[] = [
  // The yaml package asks for these two on each parse.
  "LOG_TOKENS",
  "LOG_STREAM",
  // Where a person's home and settings are.
  "HOME",
  "USERPROFILE",
  "XDG_CONFIG_HOME",
  "APPDATA",
  // What the output may look like.
  "CI",
  "TERM",
  "COLUMNS",
  "NO_COLOR",
  "FORCE_COLOR",
  // Where MCP hosts keep their settings.
  "CODEX_HOME",
  "COPILOT_HOME",
  "OPENCODE_CONFIG",
  // frigg's own settings.
  "FRIGG_MCP_TOOL_SURFACE_PROFILE",
  "FRIGG_STATE_DIR",
  "FRIGG_MAX_FILE_BYTES",
  "FRIGG_MAX_FILES",
  "FRIGG_WATCH_MODE",
  "FRIGG_WATCH_DEBOUNCE_MS",
  "FRIGG_WATCH_RETRY_MS",
  "FRIGG_ROUTING_STATS",
  "FRIGG_CONTEXT_EFFICIENCY_LOG",
  "FRIGG_MCP_HTTP_AUTH_TOKEN",
  "FRIGG_SEMANTIC_RUNTIME_ENABLED",
  "FRIGG_SEMANTIC_RUNTIME_PROVIDER",
  "FRIGG_SEMANTIC_RUNTIME_MODEL",
  "FRIGG_SEMANTIC_RUNTIME_STRICT_MODE",
  "FRIGG_SEMANTIC_MODEL_CACHE",
  "FRIGG_OPENAI_COMPAT_API_KEY",
  "OPENAI_API_KEY",
  "GEMINI_API_KEY",
];

/** Flags of `deno run` and `deno compile` for frigg. */
export const FRIGG_FLAGS: readonly string[] = [
  "--no-prompt",
  WORKER_FLAG,
  `--v8-flags=${[...LINEAR_REGEX, ...SMALL_HEAP].join(",")}`,
  "--allow-read",
  "--allow-write",
  "--allow-net",
  `--allow-env=${ENV_NAMES.join(",")}`,
];
