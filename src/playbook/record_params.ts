/**
 * The arguments of a call as the params of a step: what an earlier answer gave becomes a reference, and what only this
 * machine knows becomes portable or is refused.
 * @module
 */
import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import type { ToolInfo } from "../contract/tool.ts";
import type { RunRepository } from "./host.ts";
import { PortableNames } from "./names.ts";
import type { RecordedAnswers } from "./record_answers.ts";
import { escapeTemplate, stringsOf } from "./references.ts";

/** A call that no playbook can hold. */
export class Unrecordable extends Error {
  override readonly name = "Unrecordable";
}

export interface CallRecord {
  readonly tool: ToolInfo;
  readonly args: JsonObject;
  readonly response: JsonObject;
}

/**
 * The params of the step that repeats a call.
 *
 * @throws {Unrecordable} if they would name a folder or a repository of this machine
 */
export function recordedParams(
  call: CallRecord,
  answers: RecordedAnswers,
  repositories: readonly RunRepository[],
): JsonObject {
  const { presentation_mode: _, ...kept } = call.args;
  // Steps answer with JSON whatever the reader wanted to see.
  const shown = hasProperty(call.tool, "presentation_mode") ? kept : call.args;
  const placed = withoutFolder({ ...call, args: shown }, repositories);
  const params = named(referring(placed, answers), repositories);
  refuseForeign(params, repositories);
  return params;
}

function hasProperty({ inputSchema }: ToolInfo, name: string): boolean {
  const { properties } = inputSchema;
  return isJsonObject(properties) && properties[name] !== undefined;
}

/** An absolute path named by repository and relative path; for a folder that was adopted, by repository alone. */
function withoutFolder(
  { tool, args, response }: CallRecord,
  repositories: readonly RunRepository[],
): JsonObject {
  const { path, ...others } = args;
  if (typeof path !== "string" || !isAbsolute(path)) return args;
  const adopts = tool.evidence === "control_plane";
  const repository = repositories.find(({ id, root }) =>
    adopts ? id === adoptedBy(response) : path === root || path.startsWith(`${root}/`)
  );
  if (repository === undefined) {
    throw new Unrecordable(
      `its path "${path}" is a folder of this machine; give it to frigg with --workspace-root`,
    );
  }
  const { resolve_mode: _, ...rest } = others;
  if (adopts) return { ...rest, repository_id: repository.id };
  const relative = path.slice(repository.root.length + 1);
  return { ...others, path: relative === "" ? "." : relative, repository_id: repository.id };
}

/** On this system or another: what a host sends decides. */
function isAbsolute(path: string): boolean {
  return /^(?:\/|\\\\|[A-Za-z]:[\\/])/.test(path);
}

function adoptedBy({ repository }: JsonObject): Json | undefined {
  return isJsonObject(repository) ? repository["repository_id"] : undefined;
}

/** What earlier answers gave as references, everything else as text. */
function referring(params: JsonObject, answers: RecordedAnswers): JsonObject {
  const handle = params["result_handle"];
  return mapObject(params, (member, key) => {
    const isMatch = key === "match_id" && typeof handle === "string" && typeof member === "string";
    const match = isMatch ? answers.referenceToMatch(handle, member) : undefined;
    return match ?? referringValue(member, answers);
  });
}

function referringValue(value: Json, answers: RecordedAnswers): Json {
  const whole = answers.referenceTo(value);
  if (whole !== undefined) return whole;
  if (typeof value === "string") return escapeTemplate(value);
  if (Array.isArray(value)) return value.map((item) => referringValue(item, answers));
  return isJsonObject(value) ? referring(value, answers) : value;
}

/** Repositories by alias; the only one there is goes without saying. */
function named(params: JsonObject, repositories: readonly RunRepository[]): JsonObject {
  const aliases = new Map(repositories.flatMap(({ id, alias }) => [[id, alias], [alias, alias]]));
  const { repository_id: id, ...rest } = withAliases(params, aliases);
  const isOnly = repositories.length === 1 && id === repositories[0]?.alias;
  return isOnly || id === undefined ? rest : { ...rest, repository_id: id };
}

function withAliases(params: JsonObject, aliases: ReadonlyMap<string, string>): JsonObject {
  const deep = (value: Json, key?: string): Json => {
    if (key === "repository_id" && typeof value === "string") return aliases.get(value) ?? value;
    if (Array.isArray(value)) return value.map((item) => deep(item));
    return isJsonObject(value) ? withAliases(value, aliases) : value;
  };
  return mapObject(params, deep);
}

function mapObject(object: JsonObject, map: (member: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, member]) => [key, map(member ?? null, key)]),
  );
}

function refuseForeign(params: JsonObject, repositories: readonly RunRepository[]): void {
  const names = new PortableNames(() => repositories);
  for (const { pointer, text } of stringsOf(params)) {
    const foreign = names.foreign(text);
    if (foreign !== undefined) {
      throw new Unrecordable(`${pointer} holds "${foreign}", which is of this machine`);
    }
  }
}
