/**
 * A report in which every text is hostile.
 * @module
 */
import type { Replay, Trace } from "../../../src/contract/playbook.ts";
import { buildReport, type Report } from "../../../src/playbook/report/model.ts";

/** What no format may let through as anything but text. */
export const HOSTILE =
  `<script>document.title="pwned"</script>"><img src=x onerror='document.title="pwned"'>` +
  "</details></pre>]]>&amp; ``` | [x](javascript:alert(1)) \u202e\u0007\ud800 @someone";

const SHA = "0".repeat(64);

export function trace(): Trace {
  return {
    trace_schema: "frigg.playbook.trace.v1",
    playbook_id: HOSTILE,
    step_count: 2,
    steps: [{
      step_index: 0,
      step_id: "first",
      tool_name: "search_text",
      params_json: { query: HOSTILE },
      outcome: {
        status: "ok",
        response_json: { matches: [{ path: HOSTILE, line: 7, excerpt: HOSTILE }] },
      },
      sources: [],
      evidence: [{
        row: "/matches/0",
        repository: "repo-001",
        path: HOSTILE,
        span: { start_line: 7, start_column: 3, end_line: 8, end_column: 2 },
        span_sha256: SHA,
        quote: {
          exact: `${HOSTILE}\nx`,
          prefix: `above\n${HOSTILE}`,
          suffix: HOSTILE,
          truncated: false,
        },
      }],
    }, {
      step_index: 1,
      step_id: "second",
      tool_name: "read_file",
      params_json: {},
      outcome: { status: "err", code: HOSTILE, message: HOSTILE, error_code: null },
      sources: [],
      evidence: [],
    }],
    digest: SHA,
    header: {
      frigg_version: "0.0.0",
      engine_digest: SHA,
      surface: {},
      playbook_digest: SHA,
      inputs: {},
      settings: {},
      repositories: [],
    },
  };
}

function replay(): Replay {
  const failed = { name: HOSTILE, passed: false, expected: HOSTILE, actual: null, where: HOSTILE };
  return {
    matches: false,
    verdict: "drift",
    digest: SHA,
    replayed_trace_artifact: trace(),
    diff: {
      message: HOSTILE,
      verdict_counts: { output_differs: 1 },
      text: HOSTILE,
      steps: [{
        step_index: 0,
        step_id: "first",
        tool_name: "search_text",
        verdict: "output_differs",
        expectations: [failed],
        changes: [{
          op: "replace",
          pointer: "/matches/0",
          expected: { path: "src/a b.ts", line: 5, end_line: 6, excerpt: HOSTILE },
          actual: { path: "src/a b.ts", line: 7, end_line: 8, excerpt: `${HOSTILE}\nnew` },
          cause: "source_changed",
          paths: [`repo-001:${HOSTILE}`],
        }, {
          op: "remove",
          pointer: "/total",
          expected: 3,
          cause: "row_removed",
          paths: ["repo-001:src/b.ts:4"],
        }],
      }, {
        step_index: 9,
        step_id: "old",
        tool_name: "search_text",
        verdict: "extra",
        expectations: [],
        changes: [],
      }],
    },
  };
}

/** A drift, a recorded trace, and a playbook that is not valid. */
export function sample(): Report {
  return buildReport([
    { id: HOSTILE, file: HOSTILE, replay: replay() },
    { id: "recorded", file: "r.trace.json", trace: trace() },
    { id: "broken", file: "b.playbook.yaml", problem: HOSTILE, verdict: "invalid" },
  ]);
}
