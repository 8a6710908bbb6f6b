/**
 * Every bound a client can meet, with its unit in its name (contract.md §9).
 * @module
 */

/** Characters of an answer's JSON, repository ids counted as aliases. */
export const RESPONSE_BUDGET_CHARS = 48_000;
export const EXCERPT_MAX_BYTES = 512;
export const MAX_SEARCH_ROWS = 200;
export const LIST_FILES_DEFAULT = 1_000;
export const LIST_FILES_MAX = 5_000;
export const DOCUMENT_SYMBOLS_DEFAULT = 200;
export const DOCUMENT_SYMBOLS_MAX = 1_000;
export const MAX_CONTEXT_LINES = 32;
export const MAX_EXPLORE_MATCHES = 200;
export const READ_MATCH_DEFAULT_LINES = 10;
export const READ_MATCH_MAX_LINES = 32;
/** Default of FRIGG_MAX_FILE_BYTES: parsing, ranking and whole reads. */
export const MAX_FILE_BYTES = 2_097_152;
/** Text search, explore, slices and read_match. */
export const MAX_TEXT_BYTES = 64 * 1024 * 1024;
/** Default of FRIGG_MAX_FILES. */
export const MAX_FILES = 200_000;
export const MAX_CHANGED_PATHS = 200;
export const SEARCH_DEADLINE_MS = 30_000;
/** How long `workspace` waits for the first index before it answers. */
export const WORKSPACE_GRACE_MS = 2_000;
export const MAX_HANDLES_PER_SESSION = 1_024;
export const MAX_CONTINUATIONS_PER_SESSION = 256;
/** Clients of 2026-07-28 over HTTP share one memory of handles and page tokens. */
export const MAX_SHARED_HANDLES = 1_024;
export const MAX_SHARED_CONTINUATIONS = 4_096;
/** How long a scope of that memory lives after its last use. */
export const SHARED_SCOPE_TTL_MS = 30 * 60_000;
/** Sessions of `initialize` clients over HTTP. */
export const MAX_HTTP_SESSIONS = 256;
export const HTTP_SESSION_IDLE_MS = 30 * 60_000;
export const MAX_HTTP_BODY_BYTES = 4 * 1024 * 1024;
/** A message on standard input; the library's clients stop there too. */
export const MAX_STDIO_MESSAGE_BYTES = 10 * 1024 * 1024;
export const MAX_PLAYBOOK_STEPS = 256;
/** A NUL in the first bytes makes a file binary. */
export const BINARY_PROBE_BYTES = 8_192;
/** Characters of client text echoed in a diagnostic. */
export const ECHO_MAX_CHARS = 512;
/** Quiet time in milliseconds before a watched repository is refreshed. */
export const WATCH_DEBOUNCE_MS = 2_000;
/** Milliseconds until a watcher tries again what failed. */
export const WATCH_RETRY_MS = 5_000;
/** Refreshes of watched repositories that wait for their turn. */
export const WATCH_QUEUE_DEPTH = 4;
/** A question about names parses files up to this many times FRIGG_MAX_FILE_BYTES, and in sum up to the other. */
export const NAVIGATION_FILE_FACTOR = 4;
export const NAVIGATION_TOTAL_FACTOR = 128;
/** Files that one question about names may parse. */
export const NAVIGATION_MAX_FILES = 20_000;
/** Milliseconds after which it looks at no further file. */
export const NAVIGATION_MAX_MS = 5_000;
