import assert from "node:assert/strict";
import fc from "fast-check";
import {
  IDLE,
  nextStep,
  type Step,
  WATCH_EVENTS,
  type WatchEvent,
  type WatchPhase,
  type WatchState,
} from "../../src/workspace/watch_state.ts";

/** A state in short: `!` is one that nobody tells of changes, `+` one that something changed in meanwhile. */
function short({ phase, notified, behind }: WatchState): string {
  return `${phase}${notified || phase === "no_lease" ? "" : "!"}${behind ? "+" : ""}`;
}

function long(text: string): WatchState {
  const phase = PHASES.find((known) => text.replace(/[!+]/g, "") === known);
  assert(phase !== undefined, text);
  const notified = !text.includes("!") && phase !== "no_lease";
  return { phase, notified, behind: text.includes("+") };
}

const PHASES: readonly WatchPhase[] = [
  "no_lease",
  "active",
  "debouncing",
  "refreshing",
  "retry_backoff",
  "blocked",
  "notify_degraded",
];

/** Every state that can be reached, and for each event what follows; an event that is not named does nothing. */
const TABLE: Readonly<Record<string, Partial<Record<WatchEvent, string>>>> = {
  "no_lease": { leased: "debouncing! start debounce" },
  "active": {
    released: "no_lease stop",
    changed: "debouncing debounce",
    ignores_edited: "debouncing debounce",
    overflow: "debouncing debounce",
    state_gone: "debouncing debounce",
    watcher_failed: "notify_degraded! retry",
  },
  "debouncing": {
    released: "no_lease stop",
    changed: "debouncing debounce",
    ignores_edited: "debouncing debounce",
    overflow: "debouncing debounce",
    state_gone: "debouncing debounce",
    timer: "refreshing refresh",
    watcher_failed: "debouncing!",
  },
  "debouncing!": {
    released: "no_lease stop",
    changed: "debouncing! debounce",
    ignores_edited: "debouncing! debounce",
    overflow: "debouncing! debounce",
    state_gone: "debouncing! debounce",
    timer: "refreshing! start refresh",
    watcher_started: "debouncing",
  },
  "refreshing": {
    released: "no_lease stop",
    changed: "refreshing+",
    ignores_edited: "refreshing+",
    overflow: "refreshing+",
    state_gone: "refreshing+",
    refreshed: "active",
    refresh_failed: "retry_backoff retry",
    refresh_blocked: "blocked retry",
    watcher_failed: "refreshing!",
  },
  "refreshing+": {
    released: "no_lease stop",
    refreshed: "debouncing debounce",
    refresh_failed: "retry_backoff retry",
    refresh_blocked: "blocked retry",
    watcher_failed: "refreshing!+",
  },
  "refreshing!": {
    released: "no_lease stop",
    changed: "refreshing!+",
    ignores_edited: "refreshing!+",
    overflow: "refreshing!+",
    state_gone: "refreshing!+",
    refreshed: "notify_degraded! retry",
    refresh_failed: "retry_backoff! retry",
    refresh_blocked: "blocked! retry",
    watcher_started: "refreshing",
  },
  "refreshing!+": {
    released: "no_lease stop",
    refreshed: "debouncing! debounce",
    refresh_failed: "retry_backoff! retry",
    refresh_blocked: "blocked! retry",
    watcher_started: "refreshing+",
  },
  "retry_backoff": {
    released: "no_lease stop",
    timer: "refreshing refresh",
    watcher_failed: "retry_backoff!",
  },
  "retry_backoff!": {
    released: "no_lease stop",
    timer: "refreshing! start refresh",
    watcher_started: "retry_backoff",
  },
  "blocked": {
    released: "no_lease stop",
    state_touched: "debouncing debounce",
    timer: "refreshing refresh",
    watcher_failed: "blocked!",
  },
  "blocked!": {
    released: "no_lease stop",
    state_touched: "debouncing! debounce",
    timer: "refreshing! start refresh",
    watcher_started: "blocked",
  },
  "notify_degraded!": {
    released: "no_lease stop",
    changed: "debouncing! debounce",
    ignores_edited: "debouncing! debounce",
    overflow: "debouncing! debounce",
    state_gone: "debouncing! debounce",
    timer: "refreshing! start refresh",
    watcher_started: "debouncing debounce",
  },
};

const shown = ({ state, effects }: Step): string => [short(state), ...effects].join(" ");

Deno.test("nextStep() in every state on every event", async (t) => {
  for (const [name, row] of Object.entries(TABLE)) {
    await t.step(name, () => {
      for (const event of WATCH_EVENTS) {
        assert.equal(shown(nextStep(long(name), event)), row[event] ?? name, event);
      }
    });
  }
});

Deno.test("the table names every state that can be reached, and no other", () => {
  const reached = new Map([[short(IDLE), IDLE]]);
  for (const state of reached.values()) {
    for (const event of WATCH_EVENTS) {
      const next = nextStep(state, event).state;
      reached.set(short(next), next);
    }
  }
  assert.deepEqual([...reached.keys()].sort(), Object.keys(TABLE).sort());
});

Deno.test("no sequence of events loses a change or stops for good", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...WATCH_EVENTS)), (events) => {
      const world = { state: IDLE, timer: false, refresh: false, unseen: false };
      for (const event of events) play(world, event);
      if (world.state.phase === "no_lease") return;
      // Something is always under way where the index may be behind.
      assert(world.timer || world.refresh || world.state.phase === "active");
      if (world.unseen) assert.notEqual(world.state.phase, "active");
      if (world.state.phase === "active") assert(world.state.notified);
    }),
    { numRuns: 2_000 },
  );
});

interface World {
  state: WatchState;
  timer: boolean;
  refresh: boolean;
  /** A change that no refresh began after. */
  unseen: boolean;
}

/** Plays an event as the shell could give it: timers fire and refreshes end only if they were begun. */
function play(world: World, event: WatchEvent): void {
  if (event === "timer" && !world.timer) return;
  if (/^refresh/.test(event) && !world.refresh) return;
  if (event === "timer") world.timer = false;
  if (/^refresh/.test(event)) world.refresh = false;
  if (["changed", "ignores_edited", "overflow", "state_gone"].includes(event)) world.unseen = true;
  const { state, effects } = nextStep(world.state, event);
  world.state = state;
  for (const effect of effects) {
    if (effect === "debounce" || effect === "retry") world.timer = true;
    if (effect === "refresh") Object.assign(world, { refresh: true, unseen: false });
    if (effect === "stop") Object.assign(world, { timer: false, refresh: false, unseen: false });
  }
}
