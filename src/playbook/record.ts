/**
 * Recording: a working session becomes a playbook with its trace, call by call.
 *
 * The trace is what a run of the playbook gives, not what the client was told: only so a replay on the same tree must
 * match. Both files are written before the client has its answer, so that whatever ends the process, the calls whose
 * answers were seen are kept.
 * @module
 */
import { ToolError } from "../contract/errors.ts";
import { type JsonObject, toJsonObject } from "../contract/json.ts";
import { type Playbook, PLAYBOOK_SCHEMA, type Step, type Trace } from "../contract/playbook.ts";
import type { CallOptions, Dispatch } from "../contract/tool.ts";
import type { PlaybookHost } from "./host.ts";
import { type LoadedPlaybook, parsePlaybook } from "./load.ts";
import { PlaybookError } from "./problem.ts";
import { RecordedAnswers } from "./record_answers.ts";
import { KnownCalls } from "./record_calls.ts";
import { citedLines, type SeenLines, usedSteps } from "./record_minimal.ts";
import { recordedNotes } from "./record_notes.ts";
import { type CallRecord, recordedParams, Unrecordable } from "./record_params.ts";
import { GrowingTrace } from "./record_run.ts";
import { saysWhatWasTold } from "./record_told.ts";
import { RecordedSteps } from "./record_steps.ts";
import { recordedYaml } from "./record_yaml.ts";
import { findStepTool } from "./step_tools.ts";
import { serializeTrace } from "./trace_file.ts";

/** The texts of a recording's two files. */
export interface RecordedTexts {
  readonly playbook: string;
  readonly trace: string;
}

export interface RecorderParts {
  readonly playbookId: string;
  /** The playbook's file as errors name it. */
  readonly file: string;
  /** Its absolute path, links of its folder resolved. */
  readonly path: string;
  /** `workspace.path` of the playbook, where its root is not the one that a replay would take. */
  readonly workspacePath?: string;
  readonly host: PlaybookHost;
  /** Keeps only reads, and the steps whose rows were read or cited later. */
  readonly minimal: boolean;
  /** Puts both files in place; throws if it cannot. */
  readonly write: (texts: RecordedTexts) => void;
  /** Takes one line for the person who records. */
  readonly log: (line: string) => void;
}

export class Recorder {
  readonly #parts: RecorderParts;
  readonly #answers = new RecordedAnswers();
  readonly #known = new KnownCalls();
  /** Every recorded step, also those that `minimal` leaves out. */
  readonly #steps = new RecordedSteps();
  #cited: readonly SeenLines[] = [];
  /** The trace of all steps, and the one of those that are kept. */
  readonly #whole: GrowingTrace;
  readonly #kept: GrowingTrace;
  #turn: Promise<void> = Promise.resolve();
  /** Whether it was looked at where the playbook lies. */
  #isPlaced = false;
  #problem: unknown;

  constructor(parts: RecorderParts) {
    const options: CallOptions = { signal: new AbortController().signal };
    this.#parts = parts;
    this.#whole = new GrowingTrace(parts.host, options);
    this.#kept = new GrowingTrace(parts.host, options);
  }

  /** A door whose successful calls are recorded; doors share the recording, in the order of their answers. */
  over(dispatch: Dispatch): Dispatch {
    return async (tool, args, options) => {
      const outcome = await dispatch(tool, args, options);
      if (outcome.status === "ok") {
        await this.#inTurn(() => this.#take(tool, toJsonObject(args ?? {}), outcome.response));
      }
      return outcome;
    };
  }

  /**
   * Waits for calls that are being recorded and ends the runs.
   *
   * @throws what the last attempt to write the files failed with, if none succeeded since
   */
  async close(): Promise<void> {
    await this.#turn;
    await this.#whole.close();
    await this.#kept.close();
    if (this.#problem !== undefined) throw this.#problem;
  }

  /** One call after the other: each may refer to the answers of those before it. */
  async #inTurn(work: () => Promise<void>): Promise<void> {
    // The client's answer is right whatever becomes of the recording, so nothing is thrown here.
    this.#turn = this.#turn.then(work).catch((error: unknown) => {
      this.#problem = error;
      this.#parts.log(`Cannot write the recording: ${messageOf(error)}`);
    });
    await this.#turn;
  }

  async #take(name: string, args: JsonObject, response: JsonObject): Promise<void> {
    const tool = findStepTool(this.#parts.host.surface, name)?.info;
    if (tool === undefined) return await this.#cite(response);
    try {
      await this.#record({ tool, args, response });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.#parts.log(`Cannot record ${name}: ${error.message}`);
    }
  }

  async #record(call: CallRecord): Promise<void> {
    const { tool, response } = call;
    const params = recordedParams(call, this.#answers, await this.#whole.repositories());
    const known = this.#known.find(tool, params);
    if (known !== undefined && this.#steps.has(known)) {
      return this.#answers.learn(known, response);
    }
    const step = this.#steps.next(tool.name, params);
    const trace = await this.#traceWith(step, call);
    this.#steps.add(step);
    this.#known.add(tool, params, step.step_id);
    this.#answers.learn(step.step_id, response);
    await this.#publish(trace);
  }

  /** The trace with one step more, which must succeed in a run as it did for the client. */
  async #traceWith(step: Step, call: CallRecord): Promise<Trace> {
    const trace = await this.#traceOf(() => [...this.#steps.all, step]);
    const traced = trace.steps.at(-1);
    if (traced === undefined) throw new TypeError("Cannot find the step that was recorded");
    if (traced.outcome.status === "err") {
      await this.#whole.close();
      throw new Unrecordable(`in a run of the playbook it fails with ${traced.outcome.message}`);
    }
    if (!saysWhatWasTold(call, traced, await this.#whole.repositories())) {
      this.#parts.log(
        `Step "${step.step_id}" holds another answer than the client got: the tree or its index changed meanwhile`,
      );
    }
    return trace;
  }

  /** The trace of steps; one that an edit made impossible is left out, with those that refer to it. */
  async #traceOf(steps: () => readonly Step[]): Promise<Trace> {
    for (;;) {
      try {
        return await this.#whole.of(this.#load(steps()));
      } catch (error) {
        const lost = error instanceof ToolError ? error.data["step_id"] : undefined;
        if (typeof lost !== "string" || !this.#steps.drop(lost)) throw error;
        this.#parts.log(
          `Step "${lost}" and what rests on it are left out now: ${messageOf(error)}`,
        );
      }
    }
  }

  /** For `minimal`: citations that the client composed, of whatever trace, show what it made use of. */
  async #cite(response: JsonObject): Promise<void> {
    const cited = citedLines(response);
    this.#cited = [...this.#cited, ...cited];
    if (!this.#parts.minimal || cited.length === 0 || this.#steps.all.length === 0) return;
    await this.#publish(await this.#traceOf(() => this.#steps.all));
  }

  async #publish(whole: Trace): Promise<void> {
    const steps = this.#keptSteps(whole);
    if (steps.length === 0) return;
    const isWhole = steps.length === this.#steps.all.length;
    const trace = isWhole ? whole : await this.#kept.of(this.#load(steps));
    const playbook = recordedYaml(this.#playbook(steps), recordedNotes(trace));
    this.#parts.write({ playbook, trace: serializeTrace(trace) });
    this.#problem = undefined;
    await this.#warnIfSearched();
  }

  /** A playbook that finds itself never settles: each step it gets changes what there is to find. */
  async #warnIfSearched(): Promise<void> {
    if (this.#isPlaced) return;
    this.#isPlaced = true;
    const { path, file, log } = this.#parts;
    for (const { id, root } of await this.#whole.repositories()) {
      if (!path.startsWith(`${root}/`)) continue;
      const probe = await this.#whole.probe(id, path.slice(root.length + 1));
      if (probe.kind !== "file" || probe.ignored) continue;
      log(
        `${file} is searched too: list *.playbook.yaml and *.trace.json in .ignore of its folder`,
      );
    }
  }

  #keptSteps(whole: Trace): readonly Step[] {
    const { minimal, host: { surface } } = this.#parts;
    if (!minimal) return this.#steps.all;
    const used = usedSteps(whole, this.#steps.all, surface, this.#cited);
    return this.#steps.all.filter(({ step_id }) => used.has(step_id));
  }

  /** A playbook as its text will be read: what cannot be replayed is not written. */
  #load(steps: readonly Step[]): LoadedPlaybook {
    const { host: { surface }, file } = this.#parts;
    const text = recordedYaml(this.#playbook(steps), new Map());
    return parsePlaybook(text, file, { surface, allowWorkspace: true });
  }

  #playbook(steps: readonly Step[]): Playbook {
    const { playbookId, workspacePath } = this.#parts;
    return {
      playbook_schema: PLAYBOOK_SCHEMA,
      playbook_id: playbookId,
      title: `A recorded session of ${steps.length} ${steps.length === 1 ? "step" : "steps"}`,
      ...(workspacePath === undefined ? {} : { workspace: { path: workspacePath } }),
      steps: [...steps],
    };
  }
}

/** Of one call; a fault of ours or of the disk is another thing. */
function isRefusal(error: unknown): error is Error {
  return error instanceof Unrecordable || error instanceof PlaybookError ||
    error instanceof ToolError;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
