import assert from "node:assert/strict";
import type { Replay, Trace } from "../../src/contract/playbook.ts";
import { exitForBisect } from "../../src/cli/bisect_exit.ts";
import { processConsole } from "../../src/cli/console.ts";
import { environmentError, EXIT, usageError } from "../../src/cli/exit.ts";
import type { ReplayResult } from "../../src/cli/replay_report.ts";
import { trace } from "../playbook/report/sample.ts";

const FILES = { id: "a", playbook: "/a", accepted: "/b", pending: "/c", shown: "a" };
const TRACE: Trace = trace();

function replayed(verdict: Replay["verdict"], failed = 0): ReplayResult {
  const expectation = { step_id: "s", name: "total", passed: false, expected: 1, actual: 2 };
  return {
    files: FILES,
    replay: {
      matches: verdict === "same",
      verdict,
      digest: "",
      diff: null,
      failed_expectations: Array.from({ length: failed }, () => expectation),
      replayed_trace_artifact: TRACE,
    },
  };
}

function failed(exit: 2 | 3): ReplayResult {
  return { files: FILES, failure: { exit, message: "no" } };
}

const CASES: readonly {
  readonly name: string;
  readonly results: readonly ReplayResult[];
  readonly want: number;
}[] = [
  { name: "same is good", results: [replayed("same")], want: 0 },
  { name: "drift is bad", results: [replayed("same"), replayed("drift")], want: 1 },
  { name: "nothing accepted says nothing", results: [replayed("unaccepted")], want: 125 },
  { name: "but a failed expectation does", results: [replayed("unaccepted", 1)], want: 1 },
  {
    name: "drift beside nothing accepted",
    results: [replayed("unaccepted"), replayed("drift")],
    want: 1,
  },
  { name: "bad surroundings are no verdict", results: [failed(3)], want: 125 },
  { name: "nor is drift beside them", results: [failed(3), replayed("drift")], want: 125 },
  {
    name: "an invalid playbook stops",
    results: [failed(3), failed(2), replayed("same")],
    want: 128,
  },
  {
    name: "what was left out does not count",
    results: [replayed("same"), { files: FILES, leftOut: "x" }],
    want: 0,
  },
];

const SILENT = {
  ...processConsole({ quiet: true, verbose: false, noColor: true }),
  warn: (): void => {},
};

Deno.test("exitForBisect() says what git bisect run understands", async (t) => {
  for (const { name, results, want } of CASES) {
    await t.step(name, async () => {
      assert.equal(await exitForBisect(() => Promise.resolve(results), SILENT), want);
    });
  }
  const errors = [
    { name: "wrong use stops", error: usageError("no"), want: EXIT.stop },
    { name: "an error of the surroundings skips", error: environmentError("no"), want: EXIT.skip },
    { name: "a fault of the program skips", error: new TypeError("no"), want: EXIT.skip },
  ];
  for (const { name, error, want } of errors) {
    await t.step(name, async () => {
      assert.equal(await exitForBisect(() => Promise.reject(error), SILENT), want);
    });
  }
});
