/**
 * `list_repositories`: a step name of the reference implementation, kept for playbooks alone.
 *
 * It shows the repositories that `workspace` knows, in adoption order.
 * @module
 */
import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import type { InputProblem, ToolInfo } from "../contract/tool.ts";

export const LIST_REPOSITORIES = "list_repositories";
/** The tool that answers it. */
export const ANSWERED_BY = "workspace";

/** The alias as a tool; it never stands on the surface. */
export const listRepositories: ToolInfo = {
  name: LIST_REPOSITORIES,
  title: "List repositories",
  description: "The repositories a playbook works on, in adoption order",
  profile: "core",
  evidence: "control_plane",
  inputSchema: { type: "object", properties: {}, additionalProperties: false },
  playbook: true,
  idempotent: true,
  checkInput: (args: unknown): InputProblem | undefined => {
    if (!isJsonObject(args)) {
      return { field: "", message: "Cannot use the arguments: expected an object" };
    }
    const [field] = Object.keys(args);
    return field === undefined
      ? undefined
      : { field, message: `Cannot use "${field}": unknown field` };
  },
  cites: () => [],
  rows: () => [],
};

/** The answer of `workspace` as the alias gives it; `order` holds repository ids in adoption order. */
export function repositoryList(response: JsonObject, order: readonly string[]): JsonObject {
  const { repository, repositories } = response;
  const all = [repository, ...(Array.isArray(repositories) ? repositories : [])];
  return { repositories: all.filter(isJsonObject).sort((a, b) => rank(a, order) - rank(b, order)) };
}

function rank({ repository_id }: JsonObject, order: readonly string[]): number {
  const position = order.findIndex((id: Json) => id === repository_id);
  return position === -1 ? order.length : position;
}
