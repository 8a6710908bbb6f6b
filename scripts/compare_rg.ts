/**
 * Compares `search_text` with ripgrep on a repository: `deno task compare:rg --root DIR --state-dir DIR`.
 *
 * For each pattern the total and every (path, line) with a match. Exits 1 if one differs. Not compared: binary files,
 * which end ripgrep's search of a file at the first NUL, and files with lone carriage returns, which are other lines
 * to ripgrep.
 * @module
 */
import { rgPath } from "@vscode/ripgrep";
import { createApp } from "../src/app.ts";
import { isJsonObject, type JsonObject } from "../src/contract/json.ts";
import { BINARY_PROBE_BYTES, MAX_FILE_BYTES, MAX_FILES } from "../src/contract/limits.ts";
import type { Dispatch } from "../src/contract/tool.ts";

/** Ours and, where the two dialects differ, ripgrep's spelling. */
const QUERIES: readonly (readonly [ours: string, ripgrep?: string])[] = [
  ["function\\s+[a-z]+\\(", "function[\\t\\x0b\\x0c ]+[a-z]+\\("],
  ["^import .* from", "^import .* from"],
  ["^export (async )?function"],
  ["new [A-Z][A-Za-z]+Error\\("],
  ["TODO|FIXME|XXX"],
  ["(?i)todo"],
  ["[A-Z]{3,}_[A-Z]+"],
  ["0x[0-9a-fA-F]{2,8}"],
  ["\\bawait\\b.*\\bawait\\b", "(?-u:\\b)await(?-u:\\b).*(?-u:\\b)await(?-u:\\b)"],
  ["=>\\s*\\{$", "=>[\\t\\x0b\\x0c ]*\\{$"],
  ['"[^"]{40,}"', '"[^"\\n\\r]{40,}"'],
  ["'[^']+'\\s*,", "'[^'\\n\\r]+'[\\t\\x0b\\x0c ]*,"],
  ["[^\\x00-\\x7f]+"],
  ["[α-ωé]"],
  ["(?i)straße|ß"],
  ["^\\s*//", "^[\\t\\x0b\\x0c ]*//"],
  ["\\d+\\.\\d+\\.\\d+", "[0-9]+\\.[0-9]+\\.[0-9]+"],
  ["return [^;]*\\?[^;]*:", "return [^;\\n\\r]*\\?[^;\\n\\r]*:"],
  ["(get|set|has|delete)\\("],
  ["(?:[a-z]+\\.){3}[a-z]+"],
  ["\\w+@\\w+\\.\\w+", "[0-9A-Za-z_]+@[0-9A-Za-z_]+\\.[0-9A-Za-z_]+"],
  ["https?://[^\\s)\"'`]+", "https?://[^\\t\\x0b\\x0c \\n\\r)\"'`]+"],
  ["\\$\\{[^}]*\\}", "\\$\\{[^}\\n\\r]*\\}"],
  ["^\\}$"],
  [".{120,}"],
  ["a.*?b.*?c"],
  ["(x|y|z)[0-9]?\\b", "(x|y|z)[0-9]?(?-u:\\b)"],
  ["\\B_\\w", "(?-u:\\B)_[0-9A-Za-z_]"],
  ["(?i)[k-s]{8,}"],
  ["(a+)+$"],
];

/** Rows that are paged through for their lines: each page searches again. */
const MAX_ROWS = 3_000;

/** What one side found. */
interface Findings {
  readonly total: number;
  /** Distinct `path:line`; absent if there are too many rows. */
  readonly lines?: ReadonlySet<string>;
}

if (import.meta.main) Deno.exit(await main(Deno.args));

async function main(args: readonly string[]): Promise<number> {
  const root = await Deno.realPath(valueAfter(args, "--root"));
  const app = createApp({
    roots: [root],
    cwd: root,
    home: undefined,
    stateDir: valueAfter(args, "--state-dir"),
    limits: { maxFileBytes: MAX_FILE_BYTES, maxFiles: MAX_FILES },
    log: () => {},
  });
  const { dispatch } = app.openSession();
  try {
    await waitForIndex(dispatch);
    const left = await unlike(root);
    let different = 0;
    for (const [ours, theirs = ours] of QUERIES) {
      const have = await weFind(dispatch, ours, left);
      const want = await ripgrepFinds(root, theirs, left);
      const lines = have.lines ?? want.lines;
      const same = have.total === want.total && sameSet(lines, want.lines);
      if (!same) different++;
      await print(
        [
          same ? "same" : "DIFFERENT",
          have.total,
          want.total,
          have.lines?.size ?? "-",
          want.lines.size,
          ours,
        ]
          .join("\t"),
      );
      if (!same) await print(JSON.stringify(firstDifferences(lines, want.lines)));
    }
    await print(`${QUERIES.length} patterns, ${different} different; ${left.size} files left out`);
    return different === 0 ? 0 : 1;
  } finally {
    await app.close();
  }
}

async function weFind(
  dispatch: Dispatch,
  query: string,
  left: ReadonlySet<string>,
): Promise<Findings> {
  const request = { query, pattern_type: "regex" };
  const counted = await ask(dispatch, "search_text", { ...request, count_only: true });
  if (!isJsonObject(counted["completeness"]) || counted["completeness"]["complete"] !== true) {
    throw new Error(`not complete: ${JSON.stringify(counted)}`);
  }
  let total = Number(counted["total_matches"]);
  if (total > MAX_ROWS && left.size === 0) return { total };
  const lines = new Set<string>();
  let rows = 0;
  for (let args: JsonObject = request;;) {
    const page = await ask(dispatch, "search_text", args);
    const { matches, completeness } = page;
    if (!Array.isArray(matches) || !isJsonObject(completeness)) throw new Error("no rows");
    for (const row of matches) {
      if (!isJsonObject(row)) continue;
      rows++;
      if (left.has(String(row["path"]))) total--;
      else lines.add(`${row["path"]}:${row["line"]}`);
    }
    const { continuation } = completeness;
    if (continuation === undefined) break;
    args = { ...request, continuation };
  }
  if (rows !== Number(counted["total_matches"])) throw new Error(`${rows} rows on all pages`);
  return { total, lines };
}

async function ask(dispatch: Dispatch, tool: string, args: JsonObject): Promise<JsonObject> {
  const outcome = await dispatch(tool, args, { signal: new AbortController().signal });
  if (outcome.status === "err") throw new Error(JSON.stringify(outcome.error));
  return outcome.response;
}

interface MatchEvent {
  readonly type: string;
  readonly data: {
    readonly path: { readonly text: string };
    readonly line_number: number;
    readonly submatches: readonly unknown[];
  };
}

async function ripgrepFinds(
  root: string,
  pattern: string,
  left: ReadonlySet<string>,
): Promise<Required<Findings>> {
  const text = await ripgrep(root, [
    "--json",
    "--text",
    "--crlf",
    "--encoding",
    "utf-8",
    "--regexp",
    pattern,
    "./",
  ]);
  const lines = new Set<string>();
  let total = 0;
  for (const line of text.split("\n")) {
    if (!line.startsWith('{"type":"match"')) continue;
    const { data }: MatchEvent = JSON.parse(line);
    const path = data.path.text.slice("./".length);
    if (left.has(path)) continue;
    lines.add(`${path}:${data.line_number}`);
    total += data.submatches.length;
  }
  return { total, lines };
}

/** Files in which the two may differ by their lines or their kind. */
async function unlike(root: string): Promise<Set<string>> {
  const names = (await ripgrep(root, ["--files", "./"])).split("\n").filter(Boolean);
  const left = new Set<string>();
  for (const name of names) {
    const bytes = await Deno.readFile(`${root}/${name}`);
    const text = new TextDecoder("latin1").decode(bytes);
    if (bytes.subarray(0, BINARY_PROBE_BYTES).includes(0) || /\r(?!\n)/.test(text)) {
      left.add(name.slice("./".length));
    }
  }
  return left;
}

async function ripgrep(root: string, args: readonly string[]): Promise<string> {
  const all = ["--no-config", "--no-require-git", "--no-ignore-global", ...args];
  const { code, stdout, stderr } = await new Deno.Command(rgPath, { args: all, cwd: root })
    .output();
  if (code > 1) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((item) => b.has(item));
}

function firstDifferences(have: ReadonlySet<string>, want: ReadonlySet<string>): JsonObject {
  const SHOWN = 5;
  return {
    only_ours: [...have].filter((line) => !want.has(line)).slice(0, SHOWN),
    only_ripgrep: [...want].filter((line) => !have.has(line)).slice(0, SHOWN),
  };
}

function valueAfter(args: readonly string[], flag: string): string {
  const value = args[args.indexOf(flag) + 1];
  if (!args.includes(flag) || value === undefined) throw new RangeError(`${flag} DIR is missing`);
  return value;
}

/** `workspace` waits for the first index a little each time. */
async function waitForIndex(dispatch: Dispatch): Promise<void> {
  for (;;) {
    const { zero_hit_reason: reason } = await ask(dispatch, "search_text", {
      query: "^$x",
      pattern_type: "regex",
    });
    if (reason !== "index_not_ready" && reason !== "tool_unavailable") return;
    await ask(dispatch, "workspace", {});
  }
}

async function print(line: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(`${line}\n`));
}
