/**
 * Counters of how this process's tools are used. They never leave the process and end with it.
 * @module
 */
import type { JsonObject } from "../contract/json.ts";
import type { Outcome } from "../contract/tool.ts";

/** Environment variable that turns the counters on. */
export const ROUTING_STATS_ENV = "FRIGG_ROUTING_STATS";

const HANDLE_FAILURES: readonly string[] = ["STALE_HANDLE", "MIXED_HANDLE", "STALE_PROOF_ANCHOR"];

export class RoutingStats {
  readonly #enabled: boolean;
  readonly #calls = new Map<string, number>();
  #zeroHits = 0;
  #recoveries = 0;
  #handleFailures = 0;
  #gates = 0;

  constructor(enabled: boolean) {
    this.#enabled = enabled;
  }

  /** Counts one call of a live tool. */
  count(tool: string, outcome: Outcome): void {
    if (!this.#enabled) return;
    this.#calls.set(tool, (this.#calls.get(tool) ?? 0) + 1);
    if (outcome.status === "err") {
      if (HANDLE_FAILURES.includes(outcome.error.code)) this.#handleFailures++;
      if (hasActions(outcome.error.data)) this.#recoveries++;
      return;
    }
    const { response } = outcome;
    const isZero = response["zero_hit_reason"] !== undefined;
    if (isZero) this.#zeroHits++;
    if (isZero || hasActions(response)) this.#recoveries++;
    if (response["gate_hint"] !== undefined) this.#gates++;
  }

  /** The counters as `workspace` shows them; undefined when they are off. */
  shown(): JsonObject | undefined {
    return this.#enabled ? this.toJson() : undefined;
  }

  /** The counters as the resource `frigg://stats/routing` shows them, on or off. */
  toJson(): JsonObject {
    return {
      enabled: this.#enabled,
      tool_calls: Object.fromEntries([...this.#calls].sort(([a], [b]) => (a < b ? -1 : 1))),
      zero_hit_count: this.#zeroHits,
      recovery_issued: this.#recoveries,
      handle_failures: this.#handleFailures,
      workspace_gate_uses: this.#gates,
      privacy: "Counted in this process only; nothing is sent or stored",
      enable_env: ROUTING_STATS_ENV,
    };
  }
}

function hasActions({ next_actions: actions }: JsonObject): boolean {
  return Array.isArray(actions) && actions.length > 0;
}
