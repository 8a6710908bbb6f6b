/**
 * `context.jsonl`: one line a call about how much source its answer spared (FRIGG_CONTEXT_EFFICIENCY_LOG).
 *
 * Lines name tools and count; no query, no path and no source text is in them. They are appended to the state folder
 * of the session's default repository, before the call is answered.
 * @module
 */
import { isJsonObject, type Json, type JsonObject, toJsonObject } from "./contract/json.ts";
import type { Dispatch, Outcome } from "./contract/tool.ts";
import { stateFolder } from "./platform/state_folder.ts";
import type { Session } from "./session/session.ts";
import type { ToolSet } from "./tools/define.ts";
import { corpusOf, efficiencyOf } from "./tools/efficiency.ts";
import type { Repository, Workspace } from "./workspace/workspace.ts";

const FILE_NAME = "context.jsonl";

/** Fields of answers that hold source text. */
const SOURCE_FIELDS = ["content", "excerpt"];

export interface ContextLogParts {
  readonly tools: ToolSet;
  readonly workspace: Workspace;
  readonly session: Session;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly log: (text: string) => void;
}

/** The dispatcher with a line written for every call of a client; calls that a tool makes itself have none. */
export function withContextLog(dispatch: Dispatch, parts: ContextLogParts): Dispatch {
  return async (tool, args, options) => {
    const startMs = parts.clock();
    const outcome = await dispatch(tool, args, options);
    const endMs = parts.clock();
    await writeLine(parts, tool, outcome, { at_ms: endMs, query_duration_ms: endMs - startMs });
    return outcome;
  };
}

async function writeLine(
  parts: ContextLogParts,
  tool: string,
  outcome: Outcome,
  times: JsonObject,
): Promise<void> {
  const { workspace, session: { adoptions } } = parts;
  const repositories = adoptions.adopted.flatMap((id) => workspace.find(id) ?? []);
  const home = repositories.find(({ id }) => id === adoptions.defaultId) ?? repositories[0];
  // Before anything is adopted there is no folder to write to.
  if (home === undefined) return;
  const known = parts.tools.find(tool);
  const line: JsonObject = {
    ...times,
    // A name that is no tool's is the client's text.
    tool: known?.name ?? "unknown",
    status: outcome.status,
    ...(outcome.status === "err" ? { error_code: outcome.error.code } : {
      context_efficiency: await efficiency(known, outcome.response, repositories),
    }),
  };
  append(parts, home, line);
}

async function efficiency(
  tool: ReturnType<ToolSet["find"]>,
  response: JsonObject,
  repositories: readonly Repository[],
): Promise<JsonObject> {
  // The call is over: its caller's signal says nothing about this.
  const { signal } = new AbortController();
  const corpus = await corpusOf({ signal }, repositories);
  const rows = (tool?.rows(response) ?? []).flatMap((collection) => collection.rows);
  const files = new Map<string, { readonly bytes: number }>();
  for (const { repository_id: id, path } of [...rows, ...tool?.cites(response) ?? []]) {
    const key = `${id}:${path}`;
    const bytes = corpus.sizes.get(key);
    if (bytes !== undefined) files.set(key, { bytes });
  }
  const shown = { rows: rows.length, sourceBytes: sourceBytes(response), files };
  return toJsonObject(efficiencyOf(corpus, shown));
}

function sourceBytes(value: Json, field = ""): number {
  if (Array.isArray(value)) {
    return value.reduce((sum: number, item: Json) => sum + sourceBytes(item, field), 0);
  }
  if (isJsonObject(value)) {
    return Object.entries(value).reduce(
      (sum, [key, member]) => sum + sourceBytes(member ?? null, key),
      0,
    );
  }
  if (typeof value !== "string" || !SOURCE_FIELDS.includes(field)) return 0;
  return new TextEncoder().encode(value).length;
}

/** A log that cannot be written must not cost the answer: the reason goes to the program's own log. */
function append({ log }: ContextLogParts, { storage }: Repository, line: JsonObject): void {
  const folder = stateFolder(storage.path);
  const problem = folder.prepare() ?? folder.append(FILE_NAME, `${JSON.stringify(line)}\n`);
  if (problem !== undefined) log(`Cannot write ${FILE_NAME}: ${problem}`);
}
