/**
 * Tools as steps use them: every registered tool but the playbook tools, and one alias.
 * @module
 */
import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import type { Surface, ToolInfo } from "../contract/tool.ts";
import {
  ANSWERED_BY,
  LIST_REPOSITORIES,
  listRepositories,
  repositoryList,
} from "./list_repositories.ts";

export interface StepTool {
  readonly info: ToolInfo;
  /** The registered tool that a step calls, and whose schemas the trace's header names. */
  readonly called: ToolInfo;
  /** The answer as a step shows it; `order` holds repository ids in adoption order. */
  present(response: JsonObject, order: readonly string[]): JsonObject;
}

/** The tool of a step, or undefined if no step may have it. */
export function findStepTool(surface: Surface, name: string): StepTool | undefined {
  if (name === LIST_REPOSITORIES) {
    const called = surface.find(ANSWERED_BY);
    return called === undefined
      ? undefined
      : { info: listRepositories, called, present: repositoryList };
  }
  const info = surface.find(name);
  return info?.playbook === true
    ? { info, called: info, present: (response) => response }
    : undefined;
}

/** Names that a step may have, sorted. */
export function stepToolNames(surface: Surface): readonly string[] {
  const names = surface.tools.filter(({ playbook }) => playbook).map(({ name }) => name);
  return [...names, LIST_REPOSITORIES].filter((name) => findStepTool(surface, name) !== undefined)
    .sort();
}

/** The arguments a step sends: none stand for an empty object, and reads are made to answer with JSON. */
export function stepArguments({ info }: StepTool, params: Json): Json {
  const args = params ?? {};
  const properties = info.inputSchema["properties"];
  const isRead = isJsonObject(properties) && properties["presentation_mode"] !== undefined;
  return isRead && isJsonObject(args) ? { ...args, presentation_mode: "json" } : args;
}
