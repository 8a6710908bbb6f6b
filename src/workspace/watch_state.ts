/**
 * What the watcher of one repository does next. Pure: one table, without times, timers and files.
 *
 * Every change means the same: look at the whole tree. So the table need not know what changed, and a notice that
 * is lost costs time but no truth.
 * @module
 */
import type { ContinuousState } from "../contract/freshness.ts";

export type WatchPhase = Exclude<ContinuousState, "mode_off">;

export interface WatchState {
  readonly phase: WatchPhase;
  /** Whether the system tells of changes; without it the tree is looked at from time to time. */
  readonly notified: boolean;
  /** Something changed after the running refresh began, so it may have missed that. */
  readonly behind: boolean;
}

export const IDLE: WatchState = { phase: "no_lease", notified: false, behind: false };

/** Everything that can happen to a watcher. */
export const WATCH_EVENTS = [
  /** The first session holds a lease. */
  "leased",
  /** The last one gave its lease up. */
  "released",
  /** Paths of the tree changed, or a look at it found what no notice told. */
  "changed",
  /** An ignore file changed: other files are in scope now. */
  "ignores_edited",
  /** Notices were dropped. */
  "overflow",
  /** Something changed in the state folder, most often by our own build. */
  "state_touched",
  /** The state folder or its `CURRENT` is gone, which no build of ours does. */
  "state_gone",
  /** The time of a debounce, a retry or a look is over. */
  "timer",
  "refreshed",
  "refresh_failed",
  /** A refresh would help nothing: the root is gone, or the stored index is one to leave alone. */
  "refresh_blocked",
  "watcher_started",
  "watcher_failed",
] as const;
export type WatchEvent = typeof WATCH_EVENTS[number];

/** What the shell is to do on entering a state. */
export type WatchEffect = "start" | "stop" | "debounce" | "retry" | "refresh";

export interface Step {
  readonly state: WatchState;
  readonly effects: readonly WatchEffect[];
}

/** The state after an event, and what is to be done; the same object if nothing happens. */
export function nextStep(state: WatchState, event: WatchEvent): Step {
  if (event === "released") return released(state);
  if (state.phase === "no_lease") return event === "leased" ? BEGIN : stay(state);
  switch (event) {
    case "leased":
      return stay(state);
    case "changed":
    case "ignores_edited":
    case "overflow":
    case "state_gone":
      return changed(state);
    case "state_touched":
      // Elsewhere it is the trace of our own build; somebody mending the index is worth a look.
      return state.phase === "blocked" ? debounce(state) : stay(state);
    case "timer":
      return timer(state);
    case "refreshed":
    case "refresh_failed":
    case "refresh_blocked":
      return state.phase === "refreshing" ? AFTER[event](state) : stay(state);
    case "watcher_started":
      return started(state);
    case "watcher_failed":
      return failed(state);
  }
}

/** What changed before the watch began is unknown, so it begins with a look. */
const BEGIN: Step = {
  state: { phase: "debouncing", notified: false, behind: false },
  effects: ["start", "debounce"],
};

function released(state: WatchState): Step {
  return state.phase === "no_lease" ? stay(state) : { state: IDLE, effects: ["stop"] };
}

function stay(state: WatchState): Step {
  return { state, effects: [] };
}

function debounce(state: WatchState): Step {
  return { state: { ...state, phase: "debouncing", behind: false }, effects: ["debounce"] };
}

/** A retry that is due comes soon enough; a change does not make it likelier to succeed. */
function changed(state: WatchState): Step {
  switch (state.phase) {
    case "active":
    case "debouncing":
    case "notify_degraded":
      return debounce(state);
    case "refreshing":
      return stay({ ...state, behind: true });
    default:
      return stay(state);
  }
}

/** A watch that the system ended is begun anew with every look. */
function timer(state: WatchState): Step {
  if (state.phase === "active" || state.phase === "refreshing") return stay(state);
  const effects: WatchEffect[] = state.notified ? ["refresh"] : ["start", "refresh"];
  return { state: { ...state, phase: "refreshing", behind: false }, effects };
}

const AFTER: Readonly<
  Record<
    Extract<WatchEvent, `refresh_${string}` | "refreshed">,
    (state: WatchState) => Step
  >
> = {
  refreshed: (state) => state.behind ? debounce(state) : resting(state),
  refresh_failed: (state) => retry(state, "retry_backoff"),
  refresh_blocked: (state) => retry(state, "blocked"),
};

function resting(state: WatchState): Step {
  return state.notified
    ? stay({ ...state, phase: "active", behind: false })
    : retry(state, "notify_degraded");
}

function retry(state: WatchState, phase: WatchPhase): Step {
  return { state: { ...state, phase, behind: false }, effects: ["retry"] };
}

/** What changed while nobody told of it is unknown: `active` is reached through a look only. */
function started(state: WatchState): Step {
  const notified = { ...state, notified: true };
  return state.phase === "notify_degraded" ? debounce(notified) : stay(notified);
}

function failed(state: WatchState): Step {
  const deaf = { ...state, notified: false };
  return state.phase === "active" ? retry(deaf, "notify_degraded") : stay(deaf);
}
