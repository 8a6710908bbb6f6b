/**
 * A playbook host over files in memory, with a few small tools that behave like the real ones.
 * @module
 */
import { z } from "zod";
import { errorRow, ToolError } from "../../src/contract/errors.ts";
import { isJsonObject, type JsonObject, toJsonObject } from "../../src/contract/json.ts";
import { LineIndex } from "../../src/contract/lines.ts";
import type { Span, WholeLines } from "../../src/contract/source.ts";
import type {
  Cite,
  Dispatch,
  InputProblem,
  Outcome,
  RowCollection,
  Surface,
  ToolInfo,
} from "../../src/contract/tool.ts";
import { contentDigests, sha256Hex } from "../../src/platform/digest.ts";
import type { CitedFile, PlaybookHost, Run, RunRepository } from "../../src/playbook/host.ts";
import { inputProblem } from "../../src/tools/input_problem.ts";

export interface FakeOptions {
  /** Where the repository lies, and what its id ends in. */
  readonly root?: string;
  readonly id?: string;
  /** Called before each step. */
  readonly onCall?: (tool: string, files: Map<string, string>) => void;
  /** `search_text` gives its rows in the order in which the files happen to be listed. */
  readonly unsorted?: boolean;
  /** Called before spans are read. */
  readonly onCite?: (files: Map<string, string>) => void;
}

const DIGEST = sha256Hex("engine");

/** The host; `files` may be changed between and during runs. */
export class FakeHost implements PlaybookHost {
  readonly surface: Surface = surfaceOf(TOOLS);
  readonly friggVersion = "0.0.0";
  readonly engineDigest = DIGEST;
  readonly settings: JsonObject = { max_file_bytes: 2_097_152 };
  readonly files: Map<string, string>;
  readonly root: string;
  readonly id: string;
  /** Arguments of every call, as dispatched. */
  readonly calls: { readonly tool: string; readonly args: unknown }[] = [];
  opened = 0;
  closed = 0;
  readonly #options: FakeOptions;

  constructor(files: Readonly<Record<string, string>>, options: FakeOptions = {}) {
    this.files = new Map(Object.entries(files));
    this.root = options.root ?? "/home/someone/shop";
    this.id = options.id ?? "shop-0123456789ab";
    this.#options = options;
  }

  open(): Promise<Run> {
    this.opened++;
    return Promise.resolve(new FakeRun(this, this.#options));
  }
}

class FakeRun implements Run {
  readonly #host: FakeHost;
  readonly #options: FakeOptions;
  readonly #before: ReadonlyMap<string, string>;
  readonly #handles = new Map<string, readonly Match[]>();

  constructor(host: FakeHost, options: FakeOptions) {
    this.#host = host;
    this.#options = options;
    this.#before = new Map(host.files);
  }

  repositories(): readonly RunRepository[] {
    const { id, root, files } = this.#host;
    return [{
      alias: "repo-001",
      id,
      displayName: "shop",
      root,
      storagePath: `${root}/.frigg`,
      header: {
        alias: "repo-001",
        name: "shop",
        remote: "https://github.com/acme/shop",
        snapshot_token: sha256Hex("snapshot"),
        files: files.size,
        bytes: [...files.values()].reduce((sum, text) => sum + encode(text).length, 0),
        paths_digest: sha256Hex([...files.keys()].sort().join("\n")),
        manifest_digest: sha256Hex("manifest"),
        ignore_digest: sha256Hex("ignore"),
        vcs: { commit: "a".repeat(40), dirty: false },
      },
    }];
  }

  readonly dispatch: Dispatch = (name, args) => {
    this.#host.calls.push({ tool: name, args });
    const tool = TOOLS.find((candidate) => candidate.name === name);
    try {
      this.#options.onCall?.(name, this.#host.files);
      if (tool === undefined) throw new ToolError("invalid_params", `Cannot find tool "${name}"`);
      const response = toJsonObject(tool.answer(tool.parse(args), this.#call()));
      return Promise.resolve({ status: "ok", response });
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      return Promise.resolve(failed(error));
    }
  };

  cite(
    _repositoryId: string,
    path: string,
    asked: readonly (Span | WholeLines)[],
  ): Promise<CitedFile> {
    this.#options.onCite?.(this.#host.files);
    const text = this.#host.files.get(path);
    if (text === undefined) return Promise.reject(new ToolError("resource_not_found", "gone"));
    const bytes = encode(text);
    const lines = new LineIndex(bytes);
    const { sha256, gitBlob } = contentDigests(bytes);
    return Promise.resolve({
      source: { sha256, git_blob: gitBlob, bytes: bytes.length },
      encoding: "utf-8",
      eol: lines.eol,
      spans: asked.map((place) => {
        const endColumn = lines.end(place.end_line) - lines.start(place.end_line) + 1;
        const span = "start_column" in place
          ? place
          : { ...place, start_column: 1, end_column: endColumn };
        const start = lines.offset({ line: span.start_line, column: span.start_column });
        const end = lines.offset({ line: span.end_line, column: span.end_column });
        return {
          span,
          sha256: sha256Hex(bytes.slice(start, end)),
          exact: decode(bytes.slice(start, end)),
          truncated: false,
          prefix: decode(bytes.slice(Math.max(0, start - 32), start)),
          suffix: decode(bytes.slice(end, end + 32)),
        };
      }),
    });
  }

  /** Files below `build/` are ignored. */
  probe(_repositoryId: string, path: string): ReturnType<Run["probe"]> {
    const text = this.#host.files.get(path);
    if (text === undefined) return Promise.resolve({ kind: "absent" });
    const ignored = path.startsWith("build/");
    const bytes = encode(text);
    const { sha256, gitBlob } = contentDigests(bytes);
    return Promise.resolve({
      kind: "file",
      inScope: !ignored,
      ignored,
      source: { bytes: bytes.length, sha256, git_blob: gitBlob },
    });
  }

  locate(): ReturnType<Run["locate"]> {
    return Promise.resolve([]);
  }

  changedSince(): Promise<readonly string[]> {
    const paths = new Set([...this.#before.keys(), ...this.#host.files.keys()]);
    const changed = [...paths].filter((path) =>
      this.#before.get(path) !== this.#host.files.get(path)
    );
    return Promise.resolve(changed.map((path) => `repo-001:${path}`).sort());
  }

  close(): Promise<void> {
    this.#host.closed++;
    return Promise.resolve();
  }

  #call(): FakeCall {
    const { id, root, files, calls } = this.#host;
    const { unsorted = false } = this.#options;
    return { id, root, files, unsorted, calls: calls.length, handles: this.#handles };
  }
}

interface Match {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly end_column: number;
  readonly excerpt: string;
}

interface FakeCall {
  readonly id: string;
  readonly root: string;
  readonly files: ReadonlyMap<string, string>;
  readonly unsorted: boolean;
  /** Grows with every call: what a clock would be. */
  readonly calls: number;
  readonly handles: Map<string, readonly Match[]>;
}

interface FakeTool extends ToolInfo {
  parse(args: unknown): Readonly<Record<string, unknown>>;
  answer(input: Readonly<Record<string, unknown>>, call: FakeCall): object;
}

interface FakeDefinition {
  readonly name: string;
  readonly input: z.ZodObject;
  readonly playbook?: boolean;
  readonly answer: FakeTool["answer"];
  readonly cites?: (response: JsonObject) => readonly Cite[];
  readonly rows?: (response: JsonObject) => readonly RowCollection[];
}

function fakeTool({ name, input, answer, ...rest }: FakeDefinition): FakeTool {
  const inputSchema = toJsonObject(z.toJSONSchema(input, { io: "input" }));
  const check = (args: unknown): InputProblem | undefined => {
    const given = isJsonObject(args) ? args : {};
    const [issue] = input.safeParse(args).error?.issues ?? [];
    return issue === undefined ? undefined : inputProblem(issue, inputSchema, given);
  };
  return {
    name,
    title: name,
    description: name,
    profile: "core",
    evidence: "snapshot_index",
    inputSchema,
    playbook: rest.playbook ?? true,
    idempotent: true,
    checkInput: check,
    cites: rest.cites ?? ((): readonly Cite[] => []),
    rows: rest.rows ?? ((): readonly RowCollection[] => []),
    parse: (args) => {
      const problem = check(args);
      if (problem !== undefined) {
        throw new ToolError("invalid_params", problem.message, { field: problem.field });
      }
      return input.parse(args);
    },
    answer,
  };
}

const SCOPE = "0".repeat(32);

const searchText = fakeTool({
  name: "search_text",
  input: z.strictObject({
    query: z.string().min(1),
    limit: z.int().min(1).default(200),
    count_only: z.boolean().default(false),
    path_class: z.enum(["runtime", "any"]).optional(),
    repository_id: z.string().optional(),
    globs: z.array(z.string()).optional(),
  }),
  answer: ({ query, limit, count_only: countOnly }, call) => {
    const all = findText(String(query), call.unsorted ? [...call.files] : sorted(call.files));
    const shown = countOnly === true ? [] : all.slice(0, Number(limit));
    const handle = `result-${SCOPE}-${String(call.handles.size + 1).padStart(6, "0")}`;
    if (shown.length > 0) call.handles.set(handle, shown);
    const complete = countOnly === true || shown.length === all.length;
    return {
      total_matches: all.length,
      matches: shown.map((match, index) => ({
        match_id: `search:m${index + 1}`,
        target_ref: {
          kind: "result_match",
          result_handle: handle,
          match_id: `search:m${index + 1}`,
          target_scope: SCOPE,
        },
        repository_id: call.id,
        ...match,
        end_line: match.line,
      })),
      completeness: {
        unit: "occurrence",
        returned: shown.length,
        total: all.length,
        complete,
        truncated: !complete,
      },
      ...(shown.length === 0 ? {} : { result_handle: handle, handle_scope: "search" }),
      latency_class: call.calls % 2 === 0 ? "hot" : "cold",
      metadata: { query_duration_ms: call.calls, note: `searched ${call.root}/src of ${call.id}` },
    };
  },
  cites: ({ matches }) =>
    rowsIn(matches).map(({ row, pointer }) => ({
      row: pointer,
      repository_id: String(row["repository_id"]),
      path: String(row["path"]),
      span: spanOf(row),
    })),
  rows: ({ matches }) => [{
    pointer: "/matches",
    order: "exact",
    rows: rowsIn(matches).map(({ row, pointer }) => ({
      pointer,
      path: String(row["path"]),
      repository_id: String(row["repository_id"]),
      identity: String(row["path"]),
      text: String(row["excerpt"]),
    })),
  }],
});

const presentation = z.enum(["text", "json", "citation"]).default("text");

const readMatch = fakeTool({
  name: "read_match",
  input: z.strictObject({
    result_handle: z.string().min(1),
    match_id: z.string().min(1),
    after: z.int().min(0).max(32).default(10),
    presentation_mode: presentation,
  }),
  answer: ({ result_handle: handle, match_id: id }, call) => {
    const matches = call.handles.get(String(handle));
    if (matches === undefined) {
      throw new ToolError("STALE_HANDLE", `No handle ${handle} in ${call.root}`);
    }
    const match = matches[Number(String(id).replace("search:m", "")) - 1];
    if (match === undefined) throw new ToolError("MIXED_HANDLE", "No such match");
    return wholeFile(match.path, call);
  },
  cites: citeWhole,
});

const readFile = fakeTool({
  name: "read_file",
  input: z.strictObject({ path: z.string().min(1), presentation_mode: presentation }),
  answer: ({ path }, call) => wholeFile(String(path).replace(`${call.root}/`, ""), call),
  cites: citeWhole,
});

const workspace = fakeTool({
  name: "workspace",
  input: z.strictObject({ path: z.string().optional() }),
  answer: (_input, { id, root }) => ({
    repository: {
      repository_id: id,
      display_name: "shop",
      root_path: root,
      storage: { db_path: `${root}/.frigg` },
    },
    working_tree_dirty: true,
  }),
});

const playbookRun = fakeTool({
  name: "playbook_run",
  input: z.strictObject({}),
  playbook: false,
  answer: () => ({}),
});

const TOOLS: readonly FakeTool[] = [playbookRun, readFile, readMatch, searchText, workspace];

/** The surface of the fake host. */
export const FAKE_SURFACE: Surface = surfaceOf(TOOLS);

function surfaceOf(tools: readonly ToolInfo[]): Surface {
  return { tools, find: (name) => tools.find((tool) => tool.name === name) };
}

function failed({ code, message, data }: ToolError): Outcome {
  const { rpc, retryable } = errorRow(code);
  return { status: "err", error: { code, rpc, retryable, message, data } };
}

function sorted(files: ReadonlyMap<string, string>): (readonly [string, string])[] {
  return [...files].sort(([a], [b]) => a < b ? -1 : 1);
}

function findText(
  query: string,
  files: readonly (readonly [path: string, text: string])[],
): readonly Match[] {
  return files.flatMap(([path, text]) =>
    text.split("\n").flatMap((excerpt, index) => {
      const at = excerpt.indexOf(query);
      if (at === -1) return [];
      const column = encode(excerpt.slice(0, at)).length + 1;
      const end = column + encode(query).length;
      return [{ path, line: index + 1, column, end_column: end, excerpt }];
    })
  );
}

function wholeFile(path: string, { files, id }: FakeCall): object {
  const content = files.get(path);
  if (content === undefined) throw new ToolError("resource_not_found", "file not found");
  const bytes = encode(content);
  const { sha256, gitBlob } = contentDigests(bytes);
  return {
    repository_id: id,
    path,
    bytes: bytes.length,
    content,
    source: { sha256, git_blob: gitBlob, bytes: bytes.length },
  };
}

function citeWhole({ repository_id, path, content }: JsonObject): readonly Cite[] {
  const lines = new LineIndex(encode(String(content)));
  if (lines.count === 0) return [];
  const last = lines.end(lines.count) - lines.start(lines.count) + 1;
  return [{
    row: "",
    repository_id: String(repository_id),
    path: String(path),
    span: { start_line: 1, start_column: 1, end_line: lines.count, end_column: last },
  }];
}

function rowsIn(
  matches: unknown,
): readonly { readonly row: JsonObject; readonly pointer: string }[] {
  const rows = Array.isArray(matches) ? matches.filter(isJsonObject) : [];
  return rows.map((row, index) => ({ row, pointer: `/matches/${index}` }));
}

function spanOf(row: JsonObject): Span {
  const at = (key: string): number => Number(row[key]);
  return {
    start_line: at("line"),
    start_column: at("column"),
    end_line: at("end_line"),
    end_column: at("end_column"),
  };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
