/**
 * Every tool, warm, through the dispatcher and the real workers; playbooks and citations.
 * @module
 */
import type { Json, JsonObject } from "../../src/contract/json.ts";
import { isJsonObject } from "../../src/contract/json.ts";
import { RARE_WORD } from "./corpus.ts";
import { cost, type Row } from "./row.ts";
import { median, quantile, times } from "./timing.ts";
import type { Workbench } from "./workbench.ts";

const RUNS = 40;
const REPLAYS = 5;
const STEPS = 20;
/** Bound of symbol search, as p95. */
const SYMBOL_MS = 10;
/** Bound of ranked search, as p95. */
const HYBRID_MS = 20;
const QUESTIONS = [
  "parse json schema",
  "how are errors reported",
  "create server handler",
  "visit node in syntax tree",
  "http request header",
  "resolve reference in schema",
  "where is the cache invalidated",
  "stream reader",
];
const NAMES = ["parse", "Error", "create", "get", "toString", "Node", "visit", "is", "add", "x"];
const WORDS = ["export", "function", "const", "return", "type", "import", "class", "this", "new"];
const RARE_FILE = "rare0.ts";

export async function toolRows(bench: Workbench): Promise<Row[]> {
  const measured: Row[] = [];
  const calls = await warmCalls(bench);
  for (const [tool, all] of Object.entries(calls)) {
    if (!bench.tools.includes(tool)) continue;
    let next = 0;
    const run = (): Promise<JsonObject> => bench.call(tool, all[next++ % all.length] ?? {});
    const taken = await times(RUNS, run);
    const target = targetOf(tool);
    measured.push(
      cost(`${tool} p50`, median(taken), "ms"),
      cost(`${tool} p95`, quantile(taken, 0.95), "ms", target),
    );
  }
  return [...measured, ...await playbookRows(bench)];
}

function targetOf(tool: string): Pick<Row, "target"> {
  if (tool === "search_symbol") return { target: SYMBOL_MS };
  return tool === "search_hybrid" ? { target: HYBRID_MS } : {};
}

/** Arguments of each tool, to be used in turn. */
async function warmCalls(bench: Workbench): Promise<Record<string, readonly Json[]>> {
  const { match_id, result_handle } = await firstMatch(bench);
  return {
    workspace: [{}],
    list_files: [{}, { glob: "*.ts", limit: 5_000 }],
    read_file: [{ path: RARE_FILE }],
    read_match: [{ match_id, result_handle }],
    document_symbols: [{ path: RARE_FILE }],
    search_text: [{ query: RARE_WORD }, ...WORDS.map((query) => ({ query, limit: 50 }))],
    search_hybrid: QUESTIONS.map((query) => ({ query })),
    search_symbol: NAMES.map((query) => ({ query, path_class: "any" })),
  };
}

async function firstMatch(
  bench: Workbench,
): Promise<{ readonly match_id: Json; readonly result_handle: Json }> {
  const answer = await bench.call("search_text", { query: RARE_WORD });
  const matches = answer["matches"];
  const [match] = Array.isArray(matches) ? matches : [];
  const id = isJsonObject(match) ? match["match_id"] : undefined;
  return { match_id: id ?? null, result_handle: answer["result_handle"] ?? null };
}

async function playbookRows(bench: Workbench): Promise<Row[]> {
  const playbook = { playbook_id: "bench", steps: steps() };
  const { trace_artifact } = await bench.call("playbook_run", { playbook });
  const trace: Json = trace_artifact ?? null;
  const replay = { playbook, expected_trace_artifact: trace };
  const replayed = await times(REPLAYS, () => bench.call("playbook_replay", replay));
  const citing = { trace_artifact: trace };
  const { citation_payload: payload } = await bench.call("playbook_compose_citations", citing);
  const citations = isJsonObject(payload) ? payload["citations"] : undefined;
  const count = Array.isArray(citations) ? citations.length : 0;
  const composed = await times(REPLAYS, () => bench.call("playbook_compose_citations", citing));
  return [
    cost(`replay of ${STEPS} steps`, median(replayed), "ms"),
    cost("composing 1,000 citations", median(composed) * 1000 / count, "ms", {
      note: `${count} composed`,
    }),
  ];
}

/** A third of the steps give many rows, so that there is something to cite. */
function steps(): JsonObject[] {
  return Array.from({ length: STEPS }, (_, at): JsonObject => {
    const step_id = `step-${at}`;
    const [word, name] = [WORDS[at % WORDS.length] ?? "", NAMES[at % NAMES.length] ?? ""];
    if (at % 3 === 0) {
      return { step_id, tool_name: "search_text", params: { query: word, limit: 200 } };
    }
    if (at % 3 === 1) {
      return { step_id, tool_name: "search_symbol", params: { query: name, path_class: "any" } };
    }
    return { step_id, tool_name: "read_file", params: { path: RARE_FILE } };
  });
}
