/**
 * A playbook from text or from a value, refused at its place if it cannot run.
 * @module
 */
import { isJsonObject } from "../contract/json.ts";
import { pointerTo } from "../contract/json_pointer.ts";
import { MAX_PLAYBOOK_STEPS } from "../contract/limits.ts";
import { type Playbook, Playbook as PlaybookSchema, PLAYBOOK_ID } from "../contract/playbook.ts";
import type { Surface } from "../contract/tool.ts";
import { checkPlaybook, stepNamer } from "./check.ts";
import { NO_PLACES, type Places, Problems } from "./places.ts";
import { PlaybookError, type Problem, quoted } from "./problem.ts";
import { playbookFields } from "./schema.ts";
import { reportIssues } from "./shape.ts";
import { parseYaml } from "./yaml_text.ts";

export const PLAYBOOK_SUFFIX = ".playbook.yaml";

/** A playbook that can run. */
export interface LoadedPlaybook {
  readonly playbook: Playbook;
  /** The file it came from, as it was named; undefined if it came as a value. */
  readonly file: string | undefined;
  readonly places: Places;
  readonly warnings: readonly Problem[];
}

export interface LoadOptions {
  readonly surface: Surface;
  /** Whether `workspace` may name a folder: not over MCP. */
  readonly allowWorkspace: boolean;
}

/**
 * The playbook in a YAML file's text.
 *
 * @throws {PlaybookError} with every problem and its place
 */
export function parsePlaybook(text: string, file: string, options: LoadOptions): LoadedPlaybook {
  const stem = fileStem(file);
  const { value, places } = parseYaml(text, file);
  return check({ value, file, places, stem }, options);
}

/**
 * The playbook that a JSON value is, such as a tool's argument.
 *
 * @throws {PlaybookError} with every problem and its JSON pointer
 */
export function parsePlaybookValue(value: unknown, options: LoadOptions): LoadedPlaybook {
  return check({ value, file: undefined, places: NO_PLACES, stem: undefined }, options);
}

/** Everything lint has to say about a file: errors, or else warnings. */
export function lintPlaybook(text: string, file: string, surface: Surface): readonly Problem[] {
  try {
    return parsePlaybook(text, file, { surface, allowWorkspace: true }).warnings;
  } catch (error) {
    if (error instanceof PlaybookError) return error.problems;
    throw error;
  }
}

interface Document {
  readonly value: unknown;
  readonly file: string | undefined;
  readonly places: Places;
  readonly stem: string | undefined;
}

function check({ value, file, places, stem }: Document, options: LoadOptions): LoadedPlaybook {
  const problems = new Problems(file, places);
  problems.nameSteps(stepNamer(value));
  const playbook = checkShape(value, problems);
  checkId(playbook, stem, problems);
  if (playbook.workspace !== undefined && !options.allowWorkspace) {
    problems.error(
      "/workspace",
      "expected no workspace: a playbook run over MCP uses the session's",
    );
  }
  checkPlaybook(playbook, options.surface, playbook.inputs ?? {}, problems);
  problems.throwIfAny();
  return { playbook, file, places, warnings: problems.list };
}

/** @throws {PlaybookError} if the value has not the shape of a playbook */
function checkShape(value: unknown, problems: Problems): Playbook {
  checkNumbers(value, "", problems);
  const steps = isJsonObject(value) ? value["steps"] : undefined;
  if (Array.isArray(steps) && steps.length > MAX_PLAYBOOK_STEPS) {
    const found = `found ${steps.length}`;
    problems.error(
      `/steps/${MAX_PLAYBOOK_STEPS}`,
      `expected at most ${MAX_PLAYBOOK_STEPS} steps, ${found}`,
    );
  }
  checkPrototype(value, problems);
  const parsed = PlaybookSchema.safeParse(value);
  if (!parsed.success) {
    const pointerOf = (path: readonly (string | number)[]): string => path.reduce(pointerTo, "");
    reportIssues(parsed.error.issues, value, problems, pointerOf, playbookFields);
  }
  problems.throwIfAny();
  if (!parsed.success) throw parsed.error;
  return parsed.data;
}

/** The schema library leaves out the one name that means something else in JavaScript, without a word. */
function checkPrototype(value: unknown, problems: Problems): void {
  const inputs = isJsonObject(value) ? value["inputs"] : undefined;
  if (!isJsonObject(inputs) || !Object.hasOwn(inputs, "__proto__")) return;
  const pointer = pointerTo("/inputs", "__proto__");
  problems.error(pointer, 'expected a name like "my_input", found "__proto__"', "key");
}

/** Numbers that came as values and not as text; YAML has refused them with their source. */
function checkNumbers(value: unknown, pointer: string, problems: Problems): void {
  if (typeof value === "number") {
    if (!Number.isFinite(value) || Number.isInteger(value) && !Number.isSafeInteger(value)) {
      problems.error(pointer, `expected a number within ±(2^53-1), found ${value}`);
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      checkNumbers(member, pointerTo(pointer, key), problems);
    }
  }
}

function checkId({ playbook_id }: Playbook, stem: string | undefined, problems: Problems): void {
  if (stem === undefined || stem === playbook_id) return;
  problems.error(
    "/playbook_id",
    `expected the file's stem ${quoted(stem)}, found ${quoted(playbook_id)}`,
  );
}

/** @throws {PlaybookError} if the file is not named like a playbook */
function fileStem(file: string): string {
  const name = file.replace(/^.*[/\\]/s, "");
  const stem = name.endsWith(PLAYBOOK_SUFFIX) ? name.slice(0, -PLAYBOOK_SUFFIX.length) : "";
  if (PLAYBOOK_ID.test(stem)) return stem;
  const problems = new Problems(file, {
    values: new Map([["", { line: 1, column: 1 }]]),
    keys: new Map(),
  });
  problems.error(
    "",
    `expected a file name <id>${PLAYBOOK_SUFFIX} with an id like ${PLAYBOOK_ID.source}`,
  );
  problems.throwIfAny();
  return stem;
}
