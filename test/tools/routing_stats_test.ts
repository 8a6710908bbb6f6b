import assert from "node:assert/strict";
import type { Outcome } from "../../src/contract/tool.ts";
import { RoutingStats } from "../../src/tools/routing_stats.ts";

const OUTCOMES: readonly Outcome[] = [
  { status: "ok", response: { matches: [1] } },
  { status: "ok", response: { zero_hit_reason: "query_miss", next_actions: [{}] } },
  { status: "ok", response: { gate_hint: "run it" } },
  {
    status: "err",
    error: {
      code: "STALE_HANDLE",
      rpc: -32602,
      retryable: false,
      message: "x",
      data: { next_actions: [{}] },
    },
  },
];

Deno.test("RoutingStats counts what came of each call, if it is enabled", () => {
  const stats = new RoutingStats(true);
  for (const outcome of OUTCOMES) stats.count("b", outcome);
  stats.count("a", { status: "ok", response: {} });
  assert.deepEqual(stats.shown(), {
    enabled: true,
    tool_calls: { a: 1, b: 4 },
    zero_hit_count: 1,
    recovery_issued: 2,
    handle_failures: 1,
    workspace_gate_uses: 1,
    privacy: "Counted in this process only; nothing is sent or stored",
    enable_env: "FRIGG_ROUTING_STATS",
  });
});

Deno.test("RoutingStats stays at zero while it is off", () => {
  const stats = new RoutingStats(false);
  for (const outcome of OUTCOMES) stats.count("b", outcome);
  assert.equal(stats.shown(), undefined);
  assert.deepEqual(stats.toJson()["tool_calls"], {});
});
