import assert from "node:assert/strict";
import type { Trace, TraceHeader, TraceStep } from "../../src/contract/playbook.ts";
import { causeOf, type Explanation, type Witness } from "../../src/playbook/cause.ts";
import type { ChangePlace, RawChange } from "../../src/playbook/compare_step.ts";
import type { SourceProbe } from "../../src/playbook/host.ts";

const digest = (letter: string): string => letter.repeat(64);

interface HeaderSpec {
  manifest?: string;
  paths?: string;
  ignore?: string;
  files?: number;
  engine?: string;
  inputs?: Record<string, string>;
  settings?: Record<string, string>;
  surface?: Record<string, string>;
}

function header(spec: HeaderSpec = {}): Pick<Trace, "header"> {
  const made: TraceHeader = {
    frigg_version: "0.0.0",
    engine_digest: digest(spec.engine ?? "e"),
    surface: spec.surface ?? { search_text: digest("5") },
    playbook_digest: digest("0"),
    inputs: spec.inputs ?? {},
    settings: spec.settings ?? {},
    repositories: [{
      alias: "repo-001",
      name: "shop",
      remote: null,
      snapshot_token: "t",
      files: spec.files ?? 1,
      paths_digest: digest(spec.paths ?? "1"),
      manifest_digest: digest(spec.manifest ?? "2"),
      ignore_digest: digest(spec.ignore ?? "3"),
      vcs: null,
    }],
  };
  return { header: made };
}

/** `sources`: path → digest letter; `evidence`: row pointer → `path:line:span letter`. */
function step(
  spec: {
    params?: string;
    sources?: Record<string, string>;
    evidence?: Record<string, string>;
    err?: boolean;
    cut?: boolean;
  } = {},
): TraceStep {
  return {
    step_index: 0,
    step_id: "s",
    tool_name: "search_text",
    params_json: { query: spec.params ?? "q" },
    outcome: spec.err === true
      ? {
        status: "err",
        code: "ErrorCode(-32602)",
        message: "gone",
        error_code: "resource_not_found",
      }
      : { status: "ok", response_json: { completeness: { truncated: spec.cut ?? false } } },
    sources: Object.entries(spec.sources ?? {}).map(([path, letter]) => ({
      repository: "repo-001",
      path,
      bytes: 1,
      sha256: digest(letter),
      git_blob: "0".repeat(40),
      encoding: "utf-8",
      eol: "lf",
    })),
    evidence: Object.entries(spec.evidence ?? {}).map(([row, place]) => {
      const [path = "", line = "1", letter = "f"] = place.split(":");
      const at = Number(line);
      return {
        row,
        repository: "repo-001",
        path,
        span: { start_line: at, start_column: 1, end_line: at, end_column: 2 },
        span_sha256: digest(letter),
        quote: { exact: "x", prefix: "", suffix: "", truncated: false },
      };
    }),
  };
}

const place = (path: string, row = "/matches/0"): ChangePlace => ({
  repository: "repo-001",
  path,
  row,
});
const change = (over: Partial<RawChange> = {}): RawChange => ({
  op: "replace",
  pointer: "/matches/0",
  ranked: false,
  ...over,
});
const file = (
  letter: string,
  more: { inScope?: boolean; ignored?: boolean; eols?: string } = {},
): SourceProbe => ({
  kind: "file",
  inScope: more.inScope ?? true,
  ignored: more.ignored ?? false,
  source: { sha256: digest(letter), bytes: 1, git_blob: "0".repeat(40) },
  eolDigests: Array.from(more.eols ?? "", digest),
});

function witness(over: Partial<Witness> & { now?: Record<string, SourceProbe> } = {}): Witness {
  const { now, ...rest } = over;
  return {
    expected: header(),
    actual: header(),
    expectedStep: step(),
    actualStep: step(),
    usedInputs: [],
    changedUpstream: [],
    probes: new Map(Object.entries(now ?? {}).map(([path, probe]) => [`repo-001:${path}`, probe])),
    relocated: new Map(),
    ...rest,
  };
}

const edited = { expected: header(), actual: header({ manifest: "9" }) };

const CASES: { name: string; change: RawChange; witness: Witness; want: Explanation }[] = [
  {
    name: "other params outrank everything",
    change: change(),
    witness: witness({
      actualStep: step({ params: "other" }),
      actual: header({ engine: "9", inputs: { a: "2" } }),
    }),
    want: { cause: "playbook_changed" },
  },
  {
    name: "an input that the step uses",
    change: change(),
    witness: witness({
      usedInputs: ["name"],
      expected: header({ inputs: { name: "a" } }),
      actual: header({ inputs: { name: "b" } }),
    }),
    want: { cause: "inputs_changed" },
  },
  {
    name: "an input that the step does not use explains nothing",
    change: change(),
    witness: witness({
      expected: header({ inputs: { name: "a" } }),
      actual: header({ inputs: { name: "b" } }),
    }),
    want: { cause: "unexplained" },
  },
  {
    name: "settings",
    change: change(),
    witness: witness({ actual: header({ settings: { max_file_bytes: "1" } }) }),
    want: { cause: "settings_changed" },
  },
  {
    name: "a reference that resolves otherwise, with its step",
    change: change(),
    witness: witness({ changedUpstream: ["find"] }),
    want: { cause: "upstream_changed", step: "find" },
  },
  {
    name: "this tool's schema",
    change: change(),
    witness: witness({ actual: header({ surface: { search_text: digest("6") } }) }),
    want: { cause: "surface_changed" },
  },
  {
    name: "another tool's schema explains nothing",
    change: change(),
    witness: witness({
      actual: header({ surface: { search_text: digest("5"), read_file: digest("6") } }),
    }),
    want: { cause: "unexplained" },
  },
  {
    name: "a removed file",
    change: change({ op: "remove", before: place("a.ts") }),
    witness: witness({
      ...edited,
      expectedStep: step({ sources: { "a.ts": "a" } }),
      now: { "a.ts": { kind: "absent" } },
    }),
    want: { cause: "source_removed", paths: ["repo-001:a.ts"] },
  },
  {
    name: "a read of a removed file",
    change: change({ pointer: "" }),
    witness: witness({
      ...edited,
      expectedStep: step({ sources: { "a.ts": "a" }, evidence: { "": "a.ts:1:f" } }),
      actualStep: step({ err: true }),
      now: { "a.ts": { kind: "absent" } },
    }),
    want: { cause: "source_removed", paths: ["repo-001:a.ts"] },
  },
  {
    name: "a file that is ignored now",
    change: change({ op: "remove", before: place("a.ts") }),
    witness: witness({
      expectedStep: step({ sources: { "a.ts": "a" } }),
      actual: header({ ignore: "9", manifest: "9", paths: "9" }),
      now: { "a.ts": file("a", { ignored: true, inScope: false }) },
    }),
    want: { cause: "scope_changed", paths: ["repo-001:a.ts"] },
  },
  {
    name: "a file that is no longer ignored",
    change: change({ op: "add", after: place("b.ts") }),
    witness: witness({
      actualStep: step({ sources: { "b.ts": "b" } }),
      actual: header({ ignore: "9", manifest: "9", paths: "9" }),
      now: { "b.ts": file("b") },
    }),
    want: { cause: "scope_changed", paths: ["repo-001:b.ts"] },
  },
  {
    name: "the same span at other lines",
    change: change({ before: place("a.ts"), after: place("a.ts") }),
    witness: witness({
      ...edited,
      expectedStep: step({ sources: { "a.ts": "a" }, evidence: { "/matches/0": "a.ts:3:f" } }),
      actualStep: step({ sources: { "a.ts": "b" }, evidence: { "/matches/0": "a.ts:8:f" } }),
      now: { "a.ts": file("b") },
    }),
    want: { cause: "source_moved", paths: ["repo-001:a.ts:3", "repo-001:a.ts:8"] },
  },
  {
    name: "a read whose file has other line ends and nothing else",
    change: change({ pointer: "/content" }),
    witness: witness({
      ...edited,
      expectedStep: step({ sources: { "a.ts": "a" }, evidence: { "": "a.ts:1:f" } }),
      actualStep: step({ sources: { "a.ts": "b" }, evidence: { "": "a.ts:1:e" } }),
      now: { "a.ts": file("b", { eols: "ca" }) },
    }),
    want: { cause: "eol_changed", paths: ["repo-001:a.ts"] },
  },
  {
    name: "a read whose file would be another one with any line ends",
    change: change({ pointer: "/content" }),
    witness: witness({
      ...edited,
      expectedStep: step({ sources: { "a.ts": "a" }, evidence: { "": "a.ts:1:f" } }),
      actualStep: step({ sources: { "a.ts": "b" }, evidence: { "": "a.ts:1:e" } }),
      now: { "a.ts": file("b", { eols: "cd" }) },
    }),
    want: { cause: "source_changed", paths: ["repo-001:a.ts"] },
  },
  {
    name: "the same word at other lines, in a line that says another thing",
    change: change({
      before: { ...place("a.ts"), text: "LIMIT = 3" },
      after: { ...place("a.ts"), text: "LIMIT = 5" },
    }),
    witness: witness({
      ...edited,
      expectedStep: step({ sources: { "a.ts": "a" }, evidence: { "/matches/0": "a.ts:3:f" } }),
      actualStep: step({ sources: { "a.ts": "b" }, evidence: { "/matches/0": "a.ts:8:f" } }),
      now: { "a.ts": file("b") },
    }),
    want: { cause: "source_changed", paths: ["repo-001:a.ts"] },
  },
  {
    name: "the same span in another file",
    change: change({ op: "move", before: place("a.ts"), after: place("b.ts") }),
    witness: witness({
      ...edited,
      expectedStep: step({ sources: { "a.ts": "a" }, evidence: { "/matches/0": "a.ts:3:f" } }),
      actualStep: step({ sources: { "b.ts": "a" }, evidence: { "/matches/0": "b.ts:3:f" } }),
      now: { "a.ts": { kind: "absent" }, "b.ts": file("a") },
    }),
    want: { cause: "source_moved", paths: ["repo-001:a.ts:3", "repo-001:b.ts:3"] },
  },
  {
    name: "a lost span that stands in exactly one other place",
    change: change({ op: "remove", before: place("a.ts") }),
    witness: witness({
      ...edited,
      expectedStep: step({ sources: { "a.ts": "a" }, evidence: { "/matches/0": "a.ts:3:f" } }),
      now: { "a.ts": file("b") },
      relocated: new Map([[digest("f"), ["repo-001:z.ts:1"]]]),
    }),
    want: { cause: "source_moved", paths: ["repo-001:a.ts:3", "repo-001:z.ts:1"] },
  },
  {
    name: "a lost span that stands in several places was not moved",
    change: change({ op: "remove", before: place("a.ts") }),
    witness: witness({
      ...edited,
      expectedStep: step({ sources: { "a.ts": "a" }, evidence: { "/matches/0": "a.ts:3:f" } }),
      now: { "a.ts": file("b") },
      relocated: new Map([[digest("f"), ["repo-001:z.ts:1", "repo-001:z.ts:2"]]]),
    }),
    want: { cause: "source_changed", paths: ["repo-001:a.ts"] },
  },
  {
    name: "edited source",
    change: change({ before: place("a.ts"), after: place("a.ts") }),
    witness: witness({
      ...edited,
      expectedStep: step({ sources: { "a.ts": "a" }, evidence: { "/matches/0": "a.ts:3:f" } }),
      actualStep: step({ sources: { "a.ts": "b" }, evidence: { "/matches/0": "a.ts:3:d" } }),
      now: { "a.ts": file("b") },
    }),
    want: { cause: "source_changed", paths: ["repo-001:a.ts"] },
  },
  {
    name: "a row about a file that nothing was read of",
    change: change({ before: place("a.ts"), after: place("a.ts") }),
    witness: witness({ ...edited, now: { "a.ts": file("b") } }),
    want: { cause: "source_changed", paths: ["repo-001:a.ts"] },
  },
  {
    name: "the same in an unchanged tree",
    change: change({ before: place("a.ts"), after: place("a.ts") }),
    witness: witness({ now: { "a.ts": file("b") } }),
    want: { cause: "unexplained" },
  },
  {
    name: "a row that an edited file brought",
    change: change({ op: "add", after: place("a.ts", "/matches/1") }),
    witness: witness({
      ...edited,
      expectedStep: step({ sources: { "a.ts": "a" } }),
      actualStep: step({ sources: { "a.ts": "b" } }),
      now: { "a.ts": file("b") },
    }),
    want: { cause: "source_changed", paths: ["repo-001:a.ts"] },
  },
  {
    name:
      "a row of a file that was there and had none, beside other rules that let in the same files",
    change: change({ op: "add", after: place("new.ts") }),
    witness: witness({
      actual: header({ manifest: "9", ignore: "9" }),
      actualStep: step({ sources: { "new.ts": "b" } }),
      now: { "new.ts": file("b") },
    }),
    want: { cause: "source_changed", paths: ["repo-001:new.ts"] },
  },
  {
    name: "a count beside other rules that let in the same files",
    change: change({ pointer: "/total", expected: 2, actual: 0 }),
    witness: witness({ actual: header({ manifest: "9", ignore: "9" }) }),
    want: { cause: "source_changed" },
  },
  {
    name: "a row of a new file",
    change: change({ op: "add", after: place("new.ts") }),
    witness: witness({
      actual: header({ manifest: "9", paths: "9" }),
      actualStep: step({ sources: { "new.ts": "b" } }),
      now: { "new.ts": file("b") },
    }),
    want: { cause: "row_added", paths: ["repo-001:new.ts"] },
  },
  {
    name: "a row that another file pushed off the page",
    change: change({ op: "remove", before: place("z.ts") }),
    witness: witness({
      ...edited,
      expectedStep: step({ sources: { "z.ts": "a" } }),
      actualStep: step({ sources: { "a.ts": "b" } }),
      now: { "z.ts": file("a") },
    }),
    want: { cause: "row_removed", paths: ["repo-001:a.ts"] },
  },
  {
    name: "a row of an unchanged file that a new one, which nothing rests on, made ambiguous",
    change: change({ op: "remove", before: place("a.ts") }),
    witness: witness({
      actual: header({ manifest: "9", paths: "9", files: 2 }),
      expectedStep: step({ sources: { "a.ts": "a" } }),
      now: { "a.ts": file("a") },
    }),
    want: { cause: "row_removed" },
  },
  {
    name: "a row that a lost file let onto the page",
    change: change({ op: "add", after: place("z.ts") }),
    witness: witness({
      actual: header({ manifest: "9", paths: "9" }),
      expectedStep: step({ sources: { "a.ts": "a" }, cut: true }),
      actualStep: step({ sources: { "z.ts": "b" } }),
      now: { "a.ts": { kind: "absent" }, "z.ts": file("b") },
    }),
    want: { cause: "row_added", paths: ["repo-001:a.ts"] },
  },
  {
    name: "a row of a file in scope that one out of scope let onto the page",
    change: change({ op: "add", after: place("z.ts") }),
    witness: witness({
      actual: header({ manifest: "9", paths: "9", ignore: "9" }),
      expectedStep: step({ sources: { "a.ts": "a" }, cut: true }),
      actualStep: step({ sources: { "z.ts": "b" } }),
      now: { "a.ts": file("a", { ignored: true, inScope: false }), "z.ts": file("b") },
    }),
    want: { cause: "scope_changed", paths: ["repo-001:a.ts"] },
  },
  {
    name: "a line, not a count, after one of two files is gone",
    change: change({ pointer: "/targets/0/line", expected: 1, actual: 7 }),
    witness: witness({
      actual: header({ manifest: "9", paths: "9" }),
      expectedStep: step({ sources: { "a.ts": "a", "b.ts": "b" } }),
      actualStep: step({ sources: { "a.ts": "a" } }),
      now: { "b.ts": { kind: "absent" } },
    }),
    want: { cause: "row_removed", paths: ["repo-001:b.ts"] },
  },
  {
    name: "words that a new file changed, and no count",
    change: change({ op: "remove", pointer: "/message", expected: "Nothing matches" }),
    witness: witness({ actual: header({ manifest: "9", paths: "9", files: 2 }) }),
    want: { cause: "row_added" },
  },
  {
    name: "words that a lost file changed",
    change: change({ pointer: "/note", expected: "2 files", actual: "1 file" }),
    witness: witness({
      expected: header({ files: 2 }),
      actual: header({ manifest: "9", paths: "9" }),
    }),
    want: { cause: "row_removed" },
  },
  {
    name: "a count that shrank although a file came",
    change: change({ pointer: "/total", expected: 2, actual: 0 }),
    witness: witness({ actual: header({ manifest: "9", paths: "9", files: 2 }) }),
    want: { cause: "source_changed" },
  },
  {
    name: "a count that an edit changed while a file came",
    change: change({ pointer: "/total", expected: 1, actual: 2 }),
    witness: witness({
      actual: header({ manifest: "9", paths: "9", files: 2 }),
      expectedStep: step({ sources: { "a.ts": "a" } }),
      actualStep: step({ sources: { "a.ts": "b" } }),
      now: { "a.ts": file("b") },
    }),
    want: { cause: "source_changed", paths: ["repo-001:a.ts"] },
  },
  {
    name: "what a search with rows of one moved file says of all files",
    change: change({ pointer: "/completeness/complete", expected: true, actual: false }),
    witness: witness({
      ...edited,
      expectedStep: step({ sources: { "a.ts": "a" }, evidence: { "/matches/0": "a.ts:1:f" } }),
      actualStep: step({ sources: { "a.ts": "b" }, evidence: { "/matches/0": "a.ts:2:f" } }),
      now: { "a.ts": file("b") },
    }),
    want: { cause: "source_changed", paths: ["repo-001:a.ts"] },
  },
  {
    name: "a count that grew with another file",
    change: change({ pointer: "/total", expected: 0, actual: 2 }),
    witness: witness({ actual: header({ manifest: "9", paths: "9" }) }),
    want: { cause: "row_added" },
  },
  {
    name: "a count that shrank with a lost file",
    change: change({ pointer: "/total", expected: 2, actual: 0 }),
    witness: witness({ actual: header({ manifest: "9", paths: "9" }) }),
    want: { cause: "row_removed" },
  },
  {
    name: "a count that an edit changed",
    change: change({ pointer: "/total", expected: 2, actual: 0 }),
    witness: witness(edited),
    want: { cause: "source_changed" },
  },
  {
    name: "a count that other ignore rules changed",
    change: change({ pointer: "/total", expected: 2, actual: 0 }),
    witness: witness({ actual: header({ manifest: "9", paths: "9", ignore: "9" }) }),
    want: { cause: "scope_changed" },
  },
  {
    name: "equal sources, another rank",
    change: change({ op: "move", ranked: true, before: place("a.ts"), after: place("a.ts") }),
    witness: witness({
      expectedStep: step({ sources: { "a.ts": "a" } }),
      actualStep: step({ sources: { "a.ts": "a" } }),
      now: { "a.ts": file("a") },
    }),
    want: { cause: "rank_changed" },
  },
  {
    name: "equal sources, another engine",
    change: change({ before: place("a.ts"), after: place("a.ts") }),
    witness: witness({
      expectedStep: step({ sources: { "a.ts": "a" } }),
      actualStep: step({ sources: { "a.ts": "a" } }),
      actual: header({ engine: "9" }),
      now: { "a.ts": file("a") },
    }),
    want: { cause: "engine_changed" },
  },
  {
    name: "a third answer",
    change: change(),
    witness: witness({ thirdAnswerDiffers: true }),
    want: { cause: "nondeterministic" },
  },
  {
    name: "nothing known",
    change: change(),
    witness: witness({ thirdAnswerDiffers: false }),
    want: { cause: "unexplained" },
  },
];

Deno.test("causeOf() tells the first cause that holds", async (t) => {
  for (const { name, change, witness, want } of CASES) {
    await t.step(name, () => assert.deepEqual(causeOf(change, witness), want));
  }
});
