/**
 * One round: edit, kill builders in the middle, ask, perhaps damage the store, index to the end, ask again.
 *
 * After a kill every answer is that of before or that of after, all of one side; after an undisturbed run it is that
 * of a fresh build elsewhere, and the stored sections have the same bytes.
 * @module
 */
import { isJsonObject } from "../../src/contract/json.ts";
import { mustRun } from "../command.ts";
import { friggCommand } from "../frigg_command.ts";
import type { Random } from "../random.ts";
import { type Answers, ask, fault, type Place } from "./answers.ts";
import { damage } from "./damage.ts";
import { killBuilders, type Moment, MOMENTS } from "./kill.ts";
import { leftovers, sectionsOf } from "./store.ts";
import type { Tree } from "./tree.ts";

/** The folders of a run. */
export interface Arena {
  readonly tree: Tree;
  /** The index under fire. */
  readonly fired: Place;
  /** An index built anew each time. */
  readonly fresh: Place;
}

export interface RoundReport {
  readonly moment: Moment;
  readonly killed: number;
  readonly damaged: boolean;
  /** What should not be; empty if all is well. */
  readonly faults: readonly string[];
}

const OUTLINED_PATHS = 3;

export async function round(arena: Arena, random: Random): Promise<RoundReport> {
  const { tree, fired, fresh } = arena;
  const moment = random.pick(MOMENTS);
  const editsMeanwhile = random.oneIn(3);
  await tree.change(random.below(10));
  const paths = tree.paths.slice(0, OUTLINED_PATHS);
  // Asked about the edited tree, so that only the index may differ.
  const before = editsMeanwhile ? undefined : await ask(fired, paths);
  const reference = await buildFresh(fresh, paths);
  const killed = await killBuilders({
    ...fired,
    moment,
    builders: random.oneIn(4) ? 2 : 1,
    usualMs: reference.usualMs,
    meanwhile: () => editsMeanwhile ? tree.change(random.below(20)) : Promise.resolve(),
  }, random);
  const faults: (string | undefined)[] = [];
  if (before !== undefined) {
    const right = [before, reference.answers];
    faults.push(named("after the kill", fault(await ask(fired, paths), right, paths)));
  }
  const damaged = random.oneIn(4);
  if (damaged) faults.push(await damageAndAsk(arena, random));
  const flags = damaged || random.oneIn(4) ? [] : ["--changed"];
  faults.push(...await mend(arena, flags, editsMeanwhile ? undefined : reference));
  return { moment, killed, damaged, faults: faults.filter((found) => found !== undefined) };
}

/** An index built anew: its answers, its store, and the milliseconds its process took. */
interface Reference {
  readonly answers: Answers;
  readonly store: string;
  readonly usualMs: number;
}

async function buildFresh(fresh: Place, paths: readonly string[]): Promise<Reference> {
  await Deno.remove(fresh.stateDir, { recursive: true });
  await Deno.mkdir(fresh.stateDir);
  const startMs = performance.now();
  const store = await index(fresh, []);
  const usualMs = performance.now() - startMs;
  return { store, usualMs, answers: await ask(fresh, paths) };
}

/** Runs `frigg index` to its end; gives the folder of the store. */
async function index({ root, stateDir }: Place, flags: readonly string[]): Promise<string> {
  const args = ["index", ...flags, "--json", "--workspace-root", root, "--state-dir", stateDir];
  const report: unknown = JSON.parse(await mustRun(friggCommand(args)));
  const rows = isJsonObject(report) ? report["repositories"] : undefined;
  const [row] = Array.isArray(rows) ? rows : [];
  const path = isJsonObject(row) ? row["index_path"] : undefined;
  if (typeof path !== "string") throw new Error("Cannot find the path of the index");
  return path;
}

/** A damaged store must say so: nothing but `error` is right. */
async function damageAndAsk({ fired, tree }: Arena, random: Random): Promise<string | undefined> {
  const store = await index(fired, ["--changed"]);
  const done = await damage(store, random);
  const paths = tree.paths.slice(0, OUTLINED_PATHS);
  const { state } = await ask(fired, paths);
  return state === "error" ? undefined : `after "${done}": the state is "${state}", not "error"`;
}

/** Brings the index under fire to the tree and compares it in every way; `known` is the tree's fresh build. */
async function mend(
  { tree, fired, fresh }: Arena,
  flags: readonly string[],
  known: Reference | undefined,
): Promise<(string | undefined)[]> {
  const paths = tree.paths.slice(0, OUTLINED_PATHS);
  const store = await index(fired, flags);
  const want = known ?? await buildFresh(fresh, paths);
  const same = await sectionsOf(store) === await sectionsOf(want.store);
  return [
    named("after indexing", fault(await ask(fired, paths), [want.answers], paths)),
    want.answers.state === "ready" ? undefined : `a fresh build is "${want.answers.state}"`,
    same ? undefined : "the sections differ from those of a fresh build",
    named("left behind", await leftovers(store)),
  ];
}

function named(when: string, found: string | undefined): string | undefined {
  return found === undefined ? undefined : `${when}: ${found}`;
}
