/**
 * Builders that are killed in the middle of their work.
 * @module
 */
import { setTimeout as sleep } from "node:timers/promises";
import { friggCommand } from "../frigg_command.ts";
import type { Random } from "../random.ts";
import type { Place } from "./answers.ts";

/** When a builder dies: at any time, while it writes its sections, or as it makes them current. */
export const MOMENTS = ["any", "writing", "swap"] as const;
export type Moment = typeof MOMENTS[number];

export interface KillPlan extends Place {
  readonly moment: Moment;
  readonly builders: number;
  /** Milliseconds an undisturbed build takes from the start of its process. */
  readonly usualMs: number;
  /** Called while the builders run. */
  readonly meanwhile: () => Promise<void>;
}

/** Starts builders and kills each at its moment; gives the number of those that were not done before. */
export async function killBuilders(plan: KillPlan, random: Random): Promise<number> {
  const watcher = Deno.watchFs(plan.stateDir, { recursive: true });
  try {
    const children = Array.from({ length: plan.builders }, () => startBuilder(plan, random));
    const statuses = Promise.all(children.map((child) => child.status));
    const time = timeOf(plan.moment, watcher, statuses);
    await plan.meanwhile();
    await time;
    await Promise.all(children.map(async (child) => {
      await sleep(random.next() * latestMs(plan));
      kill(child);
    }));
    return (await statuses).filter(({ signal }) => signal === "SIGKILL").length;
  } finally {
    watcher.close();
  }
}

/** Milliseconds after its event in which a moment may be. */
function latestMs({ moment, usualMs }: KillPlan): number {
  return { any: usualMs, writing: WRITING_MS, swap: 0 }[moment];
}

function startBuilder({ root, stateDir }: KillPlan, random: Random): Deno.ChildProcess {
  const changed = random.oneIn(2) ? ["--changed"] : [];
  const args = ["index", ...changed, "--workspace-root", root, "--state-dir", stateDir];
  const { program, args: all } = friggCommand(args);
  const streams = { stdin: "null", stdout: "null", stderr: "null" } as const;
  return new Deno.Command(program, { args: [...all], ...streams }).spawn();
}

function kill(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch (error) {
    // It has ended by itself.
    if (!(error instanceof TypeError) && !(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** Milliseconds in which a small snapshot is written, with room for a slow disk. */
const WRITING_MS = 30;
/** A prepared folder has a probe of its own, which is a file; the sections are below a temporary folder. */
const EVENTS = {
  writing: /\/\.tmp-[^/]+\/[^/]+$/,
  swap: /\/snap-[^/]+$/,
} as const;

/** Resolves at the event that begins a moment, or when the builders are done. */
async function timeOf(
  moment: Moment,
  watcher: Deno.FsWatcher,
  done: Promise<unknown>,
): Promise<void> {
  if (moment === "any") return;
  const events = watcher[Symbol.asyncIterator]();
  const ended = done.then(() => undefined);
  for (;;) {
    const next = await Promise.race([events.next(), ended]);
    if (next === undefined || next.done === true) return;
    const { kind, paths } = next.value;
    if (kind !== "access" && paths.some((path) => EVENTS[moment].test(path))) return;
  }
}
