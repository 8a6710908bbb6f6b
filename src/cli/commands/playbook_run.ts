/**
 * `frigg playbook run`: run one playbook and print or write its trace.
 * @module
 */
import type { ExpectationResult, Playbook, Trace } from "../../contract/playbook.ts";
import type { Surface } from "../../contract/tool.ts";
import type { IndexWay } from "../../engine/other_way.ts";
import { resolveFrom } from "../../platform/os_paths.ts";
import { checkExpectations } from "../../playbook/expect.ts";
import { parseInputs } from "../../playbook/inputs.ts";
import { runPlaybook } from "../../playbook/run.ts";
import { serializeTrace } from "../../playbook/trace_file.ts";
import type { Command, CommandCall } from "../command.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { writeNamed } from "../named_files.ts";
import { findPlaybook, type PlaybookFiles } from "../playbook_files.ts";
import { INPUT_OPTION, lookupOf, PLAYBOOKS_OPTION, withPlaybooks } from "../playbook_session.ts";
import { agree, runOtherWay } from "../run_twice.ts";
import { AT_OPTION } from "../with_app.ts";
import { count } from "../words.ts";

export const playbookRun: Command = {
  name: "playbook run",
  summary: "Run a playbook and print its trace",
  words: [{ name: "PLAYBOOK", text: "a file, or the id of a playbook" }],
  options: [
    INPUT_OPTION,
    AT_OPTION,
    { flags: "--out FILE", text: "write the trace to a file" },
    {
      flags: "--twice",
      text: "run again with another index and folder order; two digests are a failure",
    },
    PLAYBOOKS_OPTION,
  ],
  examples: [
    "frigg playbook run session-timeout --out trace.json",
    "frigg playbook run audit.playbook.yaml --input symbol=parse",
    "frigg playbook run session-timeout --twice --out trace.json",
  ],
  run,
};

async function run(given: CommandCall): Promise<ExitCode> {
  const lookup = lookupOf(given);
  const files = findPlaybook(given.words[0] ?? "", lookup);
  const first = await runOnce(files, given);
  if (given.flags.has("twice")) {
    const again = await runOtherWay(
      given,
      async (call, way) => (await runOnce(files, call, way)).trace,
    );
    // Of two answers neither is one to build on.
    if (!agree(first.trace, again, given.console)) return EXIT.differs;
  }
  deliver(first.trace, given, lookup.cwd);
  return judge(first, given);
}

/** A run with what is needed to judge it. */
interface Ran {
  readonly playbook: Playbook;
  readonly trace: Trace;
  readonly surface: Surface;
}

async function runOnce(files: PlaybookFiles, given: CommandCall, way?: IndexWay): Promise<Ran> {
  return await withPlaybooks(given, async (session) => {
    const loaded = session.load(files);
    const { playbook } = loaded;
    const inputs = parseInputs(playbook, given.flags.values("input"));
    const host = await session.host(loaded, files);
    const trace = await runPlaybook(loaded, inputs, host, session.options);
    return { playbook, trace, surface: host.surface };
  }, way);
}

function deliver(trace: Trace, { flags, console }: CommandCall, cwd: string): void {
  const out = flags.value("out");
  if (out === undefined) {
    console.print(serializeTrace(trace));
    return;
  }
  writeNamed(resolveFrom(cwd, out), out, serializeTrace(trace));
  console.note(`Wrote ${out}: ${count(trace.step_count, "step")}, digest ${trace.digest}`);
}

/** A run is done even if an expectation failed, but it must not look as if all were well. */
function judge(
  { playbook: { steps }, trace, surface }: Ran,
  { console }: CommandCall,
): ExitCode {
  let exit: ExitCode = EXIT.ok;
  for (const [index, { expect, step_id, tool_name }] of steps.entries()) {
    const recorded = trace.steps[index];
    if (expect === undefined || recorded === undefined) continue;
    for (const result of checkExpectations(expect, recorded, surface.find(tool_name))) {
      if (result.passed) continue;
      console.warn(console.paint.red(failureLine(step_id, result)));
      exit = EXIT.differs;
    }
  }
  return exit;
}

function failureLine(stepId: string, { name, expected, actual, where }: ExpectationResult): string {
  const place = where === undefined ? "" : ` at ${where}`;
  return `${stepId}: expected ${name} ${JSON.stringify(expected)}, ` +
    `found ${JSON.stringify(actual)}${place}`;
}
