/**
 * Which fields of an answer a trace leaves out, and which it may not touch.
 *
 * The counterpart for comparisons is derived_fields.ts.
 * @module
 */

/**
 * Fields that differ between two runs on one tree: times, durations, latency classes, git's dirtiness, where an index is
 * kept and whether it can be, and counters of the process. At most a dozen; the list grows only by a decision.
 */
export const VOLATILE_FIELDS: ReadonlySet<string> = new Set([
  "latency_class",
  "query_duration_ms",
  "last_index_success_at",
  "indexed_min_mtime_ns",
  "indexed_max_mtime_ns",
  "working_tree_dirty",
  "routing_stats",
  "watch_active",
  "storage",
  "storage_available",
]);

/** Fields that hold source text: evidence, never rewritten, whatever it looks like. */
export const SOURCE_FIELDS: ReadonlySet<string> = new Set([
  "content",
  "excerpt",
  "snippet",
  "signature",
  "source_signature",
  "target_signature",
]);
