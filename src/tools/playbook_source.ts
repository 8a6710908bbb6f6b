/**
 * A playbook named by a client: as an object, or as a file inside an adopted repository.
 *
 * Files are read through the engine, like every other file; nothing is written.
 * @module
 */
import { invalidParams, ToolError } from "../contract/errors.ts";
import { MAX_TEXT_BYTES } from "../contract/limits.ts";
import {
  type LoadedPlaybook,
  parsePlaybook,
  parsePlaybookValue,
  PLAYBOOK_SUFFIX,
} from "../playbook/load.ts";
import { PlaybookError, toToolError } from "../playbook/problem.ts";
import { type AnyTrace, parseTrace, parseTraceValue } from "../playbook/trace_file.ts";
import type { Place } from "../workspace/workspace.ts";
import type { ToolCall } from "./define.ts";

const TRACE_SUFFIX = ".trace.json";

/** What of an input names the playbook; exactly one is there. */
export interface PlaybookChoice {
  readonly playbook?: unknown;
  readonly playbook_path?: string | undefined;
}

/** What is wrong with a choice, as field and message; undefined for exactly one of the two. */
export function choiceProblem(
  { playbook, playbook_path: path }: PlaybookChoice,
): { readonly field: string; readonly message: string } | undefined {
  if (playbook === undefined && path === undefined) {
    return { field: "playbook", message: "required: playbook or playbook_path" };
  }
  const isBoth = playbook !== undefined && path !== undefined;
  return isBoth ? { field: "playbook_path", message: "it excludes playbook" } : undefined;
}

/**
 * The playbook, checked against the live surface.
 *
 * @throws {ToolError} invalid_params naming step and field; what reading the file refuses
 */
export async function loadPlaybook(
  choice: PlaybookChoice,
  call: ToolCall,
): Promise<LoadedPlaybook> {
  const options = { surface: call.surface, allowWorkspace: false };
  const { playbook_path: path } = choice;
  if (path === undefined) {
    return told("playbook", () => parsePlaybookValue(choice.playbook, options));
  }
  const place = await playbookPlace(path, call);
  const text = await readText(place, call);
  return told("playbook_path", () => parsePlaybook(text, place.path, options));
}

/**
 * The accepted trace beside a playbook file, or undefined if nobody accepted one.
 *
 * @throws {ToolError} invalid_params for a broken trace; what reading the file refuses
 */
export async function loadAcceptedTrace(
  path: string,
  call: ToolCall,
): Promise<AnyTrace | undefined> {
  const place = await playbookPlace(path, call);
  const beside = place.path.slice(0, -PLAYBOOK_SUFFIX.length) + TRACE_SUFFIX;
  try {
    const text = await readText({ ...place, path: beside }, call);
    return told("playbook_path", () => parseTrace(text, beside));
  } catch (error) {
    if (error instanceof ToolError && error.code === "resource_not_found") return undefined;
    throw error;
  }
}

/** The trace that an argument is. */
export function traceArgument(field: string, value: unknown): AnyTrace {
  return told(field, () => parseTraceValue(value));
}

async function playbookPlace(
  path: string,
  { workspace, session, signal }: ToolCall,
): Promise<Place> {
  if (!path.endsWith(PLAYBOOK_SUFFIX)) {
    throw invalidParams(
      "playbook_path",
      `Cannot use "playbook_path": expected *${PLAYBOOK_SUFFIX}`,
    );
  }
  return await workspace.place(session.adoptions, path, undefined, { signal });
}

async function readText({ repository, path }: Place, { signal }: ToolCall): Promise<string> {
  const { content } = await repository.engine.read({
    path,
    range: { kind: "whole" },
    maxBytes: MAX_TEXT_BYTES,
    fileMaxBytes: MAX_TEXT_BYTES,
  }, { signal });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw invalidParams("playbook_path", `Cannot use "${path}": it is not UTF-8`);
  }
}

function told<Result>(root: string, load: () => Result): Result {
  try {
    return load();
  } catch (error) {
    throw error instanceof PlaybookError ? toToolError(error, root) : error;
  }
}
