/**
 * `--twice`: a playbook run once more in another way, to see that its answers do not depend on the way.
 *
 * The second run reads folders from their end, and rests on an index of its own that is merged from parts: no file
 * of the first run's index is read.
 * @module
 */
import type { Trace } from "../contract/playbook.ts";
import { OTHER_WAY } from "../engine/other_way.ts";
import { withTemporaryFolder } from "../platform/folders.ts";
import { type UnstableStep, unstableSteps } from "../playbook/twice.ts";
import type { CommandCall } from "./command.ts";
import type { Console } from "./console.ts";
import { visible } from "./hit_line.ts";
import { count } from "./words.ts";

/** Where of one step are named; the rest are counted. */
const MAX_POINTERS = 3;

/** Runs again, in the other way. `run` opens the program with the settings it is given. */
export async function runOtherWay(
  given: CommandCall,
  run: (given: CommandCall, way: typeof OTHER_WAY) => Promise<Trace>,
): Promise<Trace> {
  return await withTemporaryFolder((stateDir) =>
    run({ ...given, settings: { ...given.settings, stateDir } }, OTHER_WAY)
  );
}

/** Tells whether two runs gave one trace, and if not, which steps differ; gives whether they did. */
export function agree(first: Trace, second: Trace, console: Console): boolean {
  const unstable = unstableSteps(first, second);
  if (first.digest === second.digest) {
    console.note("Ran twice, with folders in reversed order and an index merged from parts");
    return true;
  }
  console.warn(console.paint.red(
    `Two runs give two digests: ${first.digest} and ${second.digest}`,
  ));
  for (const step of unstable) console.warn(visible(stepLine(step)));
  return false;
}

function stepLine({ step_id, tool_name, pointers }: UnstableStep): string {
  const rest = pointers.length - MAX_POINTERS;
  const where = pointers.slice(0, MAX_POINTERS).join(", ");
  return `  ${step_id} (${tool_name}): differs at ${where}` +
    (rest > 0 ? ` and ${count(rest, "more place")}` : "");
}
