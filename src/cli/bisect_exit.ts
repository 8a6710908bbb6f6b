/**
 * How a replay ends for `git bisect run`: 0 is good, 1 is bad, 125 is a commit that cannot be judged, and 128 stops.
 *
 * Git takes every other code below 128 for bad, so that a mistyped command would blame the first commit it met.
 * @module
 */
import type { Console } from "./console.ts";
import { EXIT, type ExitCode } from "./exit.ts";
import { failureOf, failureText, faultText } from "./failure.ts";
import type { ReplayResult } from "./replay_report.ts";

/** The exit code of a replay, errors told and turned into one as well. Never rejects. */
export async function exitForBisect(
  replay: () => Promise<readonly ReplayResult[]>,
  console: Console,
): Promise<ExitCode> {
  try {
    return judge(await replay());
  } catch (error) {
    const failure = failureOf(error);
    console.warn(failure === undefined ? faultText(error) : failureText(failure));
    return ofFailure(failure?.exit ?? EXIT.environment);
  }
}

/** A commit is bad only if a playbook says so and none failed to say anything. */
function judge(results: readonly ReplayResult[]): ExitCode {
  const failures = results.flatMap((result) => "failure" in result ? [result.failure.exit] : []);
  if (failures.includes(EXIT.usage)) return EXIT.stop;
  if (failures.length > 0) return EXIT.skip;
  const replays = results.flatMap((result) => "replay" in result ? [result.replay] : []);
  const isBad = replays.some(({ verdict, failed_expectations: failed = [] }) =>
    verdict === "drift" || failed.length > 0
  );
  if (isBad) return EXIT.differs;
  // Without an accepted trace and with all expectations met, nothing was found out.
  return replays.every(({ matches }) => matches) ? EXIT.ok : EXIT.skip;
}

function ofFailure(exit: ExitCode): ExitCode {
  return exit === EXIT.usage ? EXIT.stop : EXIT.skip;
}
