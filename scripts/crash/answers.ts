/**
 * What the program answers about a tree, without what differs between equal answers.
 * @module
 */
import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type Json, type JsonObject } from "../../src/contract/json.ts";
import { capture } from "../command.ts";
import { friggCommand } from "../frigg_command.ts";
import { NAMES, WORDS } from "./tree.ts";

/** Where to ask: a tree and the folder of its index. */
export interface Place {
  readonly root: string;
  readonly stateDir: string;
}

export interface Answers {
  /** Of the snapshot, as `workspace` tells it. */
  readonly state: string;
  /** In the order of the questions. */
  readonly answers: readonly Json[];
}

/** Handles and times: they name the session or the clock, not the tree. */
const OF_THE_SESSION = ["result_handle", "continuation", "target_scope", "last_index_success_at"];
/** Questions that need no index; the rest may be refused while its state is `error`. */
const LIVE_TOOLS = ["list_files"];

interface Question {
  readonly tool: string;
  readonly arguments: JsonObject;
}

function questions(paths: readonly string[]): Question[] {
  const text = (more: JsonObject): Question => ({ tool: "search_text", arguments: more });
  return [
    ...WORDS.map((query) => text({ query, count_only: true })),
    text({ query: "absentword", count_only: true }),
    text({ query: "(alpha|bravo) (make|Drop)Item\\d", pattern_type: "regex", count_only: true }),
    text({ query: "charlie makeItem7", include_hidden: true }),
    ...NAMES.map((query) => ({
      tool: "search_symbol",
      arguments: { query: `${query}1`, path_class: "any" },
    })),
    { tool: "list_files", arguments: {} },
    ...paths.map((path) => ({ tool: "document_symbols", arguments: { path } })),
  ];
}

/** Asks everything in one session; `paths` are files whose outlines are wanted. */
export async function ask(
  { root, stateDir }: Place,
  paths: readonly string[],
): Promise<Answers> {
  const asked = questions(paths);
  const lines = [{ tool: "workspace", arguments: {} }, ...asked];
  const command = friggCommand(["call", "-", "--workspace-root", root, "--state-dir", stateDir]);
  const input = lines.map((line) => JSON.stringify(line) + "\n").join("");
  const { stdout, stderr } = await capture({ ...command, stdin: input });
  const [workspace, ...answers] = stdout.trimEnd().split("\n").map((line): Json =>
    JSON.parse(line)
  );
  if (answers.length !== asked.length) throw new Error(`Got ${answers.length} answers:\n${stderr}`);
  return { state: stateOf(workspace), answers: answers.map(comparable) };
}

function stateOf(workspace: Json | undefined): string {
  const freshness = isJsonObject(workspace) ? workspace["freshness"] : undefined;
  const snapshot = isJsonObject(freshness) ? freshness["snapshot"] : undefined;
  return isJsonObject(snapshot) ? String(snapshot["state"]) : "none";
}

/** An answer without the parts that differ between sessions. */
export function comparable(value: Json): Json {
  if (Array.isArray(value)) return value.map(comparable);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).flatMap(([name, inner]) =>
    inner === undefined || OF_THE_SESSION.includes(name) ? [] : [[name, comparable(inner)] as const]
  );
  return Object.fromEntries(kept);
}

/**
 * What is wrong with answers, given all that would be right; undefined if nothing is.
 *
 * A store that says it is damaged may refuse what needs it, and nothing else.
 */
export function fault(
  got: Answers,
  right: readonly Answers[],
  paths: readonly string[],
): string | undefined {
  const asked = questions(paths);
  const fits = (want: Answers): boolean =>
    asked.every(({ tool }, at) => {
      const answer = got.answers[at];
      const refused = got.state === "error" && !LIVE_TOOLS.includes(tool) && isRefusal(answer);
      return refused || isDeepStrictEqual(answer, want.answers[at]);
    });
  if (got.state !== "ready" && got.state !== "error") return `the state is "${got.state}"`;
  if (right.some(fits)) return undefined;
  const at = asked.findIndex((_, n) =>
    !right.some((want) => isDeepStrictEqual(got.answers[n], want.answers[n]))
  );
  const shown = (answer: Json | undefined): string => JSON.stringify(answer)?.slice(0, 2_000) ?? "";
  return [
    `state "${got.state}", question ${JSON.stringify(asked[at] ?? "all together")}`,
    `got  ${shown(got.answers[at])}`,
    ...right.map((want) => `want ${shown(want.answers[at])}`),
  ].join("\n");
}

const STORAGE_REFUSALS = ["storage_corrupt", "storage_schema_incompatible"];

/** Whether an answer says that the store cannot be used. */
function isRefusal(answer: Json | undefined): boolean {
  const error = isJsonObject(answer) ? answer["error"] : undefined;
  const data = isJsonObject(error) ? error["data"] : undefined;
  if (!isJsonObject(data)) return false;
  return STORAGE_REFUSALS.some((code) =>
    code === data["error_class"] || code === data["error_code"]
  );
}
