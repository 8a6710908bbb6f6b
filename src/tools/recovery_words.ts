/**
 * What an answer without rows says in words, and which tools it points to.
 * @module
 */
import type { ZeroHitCode } from "../contract/recovery.ts";

const OTHER_SEARCHES = ["list_files", "search_hybrid", "search_symbol", "search_text"];

/** Tools that may help; those that are not live are left out where this is used. */
export const RELATED: Readonly<Record<ZeroHitCode, readonly string[]>> = {
  ZERO_HIT: OTHER_SEARCHES,
  QUERY_MISS: OTHER_SEARCHES,
  QUERY_LOOKS_LIKE_REGEX: [],
  ZERO_HIT_SCOPE_TOO_TIGHT: ["list_files"],
  ZERO_HIT_RUNTIME_SCOPE: ["search_text"],
  WRONG_REPOSITORY_POSSIBLE: ["workspace"],
  INDEX_STALE_POSSIBLE: ["read_file", "workspace"],
  INDEX_NOT_READY: ["list_files", "read_file", "workspace"],
  PATH_CLASS_NOT_INDEXED: ["list_files"],
  DETACHED_SESSION: ["workspace"],
  TOOL_UNAVAILABLE: ["list_files", "read_file", "workspace"],
  PRECISE_GRAPH_UNAVAILABLE: ["search_text"],
};

export const WORDS: Readonly<
  Record<ZeroHitCode, { readonly message: string; readonly hint: string }>
> = {
  ZERO_HIT: {
    message: "Nothing matches: the whole scope was searched",
    hint: "Try another spelling or another tool",
  },
  QUERY_MISS: {
    message: "Nothing found, but parts of the scope were not searched",
    hint: "See completeness and skipped for what is missing",
  },
  QUERY_LOOKS_LIKE_REGEX: {
    message: "Nothing matches the query as literal text; it looks like a pattern",
    hint: "Set pattern_type to regex",
  },
  ZERO_HIT_SCOPE_TOO_TIGHT: {
    message: "Nothing matches within the filters",
    hint: "Relax or drop the filters shown in scope",
  },
  ZERO_HIT_RUNTIME_SCOPE: {
    message: "Nothing matches in files of class runtime",
    hint: "Set path_class to any",
  },
  WRONG_REPOSITORY_POSSIBLE: {
    message: "Nothing matches in this repository; others are adopted",
    hint: "Leave repository_id out to search all of them",
  },
  INDEX_STALE_POSSIBLE: {
    message: "Nothing found, but the tree changed since the snapshot",
    hint: "Read the changed paths with read_file, or refresh the index",
  },
  INDEX_NOT_READY: {
    message: "The first index is still being built",
    hint: "Repeat the call when workspace reports the snapshot as ready",
  },
  PATH_CLASS_NOT_INDEXED: {
    message: "No indexed file has this class",
    hint: "Set path_class to any",
  },
  DETACHED_SESSION: {
    message: "No repository is adopted",
    hint: "Call workspace with the path of a repository",
  },
  TOOL_UNAVAILABLE: {
    message: "There is no index to search",
    hint: "Run `frigg index` in the repository, then repeat the call",
  },
  PRECISE_GRAPH_UNAVAILABLE: {
    message: "Precise data is needed and there is none",
    hint: "Use search_text for an exact textual answer",
  },
};
