import assert from "node:assert/strict";
import fc from "fast-check";
import type { JsonObject } from "../../src/contract/json.ts";
import { connect, type Connection } from "../support/client.ts";
import { list, object, text } from "../support/json.ts";
import { tempRepo } from "../support/repo.ts";

const SEED = 20_261_130;
const ROUNDS = 6;

interface Paging {
  readonly tool: string;
  readonly rows: string;
  readonly args: JsonObject;
  /** More than all rows. */
  readonly large: number;
  /** What an edit must touch for the pages to be stale. */
  readonly edited: string;
  /** Also takes the older cursor. */
  readonly older?: boolean;
}

const TOOLS: readonly Paging[] = [
  { tool: "list_files", rows: "files", args: {}, large: 1_000, edited: "new.txt", older: true },
  {
    tool: "search_text",
    rows: "matches",
    args: { query: "word" },
    large: 200,
    edited: "src/m1.ts",
  },
  {
    tool: "search_symbol",
    rows: "matches",
    args: { query: "fn", path_class: "any" },
    large: 200,
    edited: "src/m1.ts",
  },
  {
    tool: "search_structural",
    rows: "matches",
    args: { query: "(function_declaration name: (identifier) @name) @match" },
    large: 200,
    edited: "src/m1.ts",
  },
  {
    tool: "search_batch",
    rows: "matches",
    args: {
      probes: [
        { id: "s", kind: "symbol", query: "fn_1" },
        { id: "t", kind: "text", query: "word", path_regex: "m[12]" },
      ],
    },
    large: 200,
    edited: "src/m1.ts",
    older: true,
  },
  {
    tool: "document_symbols",
    rows: "symbols",
    args: { path: "src/m0.ts" },
    large: 200,
    edited: "src/m0.ts",
    older: true,
  },
];

function files(): Record<string, string> {
  const lines = (file: number): string[] =>
    Array.from({ length: 9 }, (_, at) => `export function fn_${file}_${at}() { return "word"; }`);
  return Object.fromEntries(
    Array.from({ length: 7 }, (_, file) => [`src/m${file}.ts`, lines(file).join("\n")]),
  );
}

/** What a row is, without what belongs to its answer. */
function bare({ match_id: _, target_ref: __, ...row }: JsonObject): JsonObject {
  return row;
}

/** All pages of a request, one limit after the other, the last one again and again. */
async function walk(
  connection: Connection,
  { tool, rows, args }: Paging,
  limit: number,
): Promise<{ readonly rows: JsonObject[]; readonly last: JsonObject }> {
  const found: JsonObject[] = [];
  let continuation: string | undefined;
  for (;;) {
    const cursor = continuation === undefined ? {} : { continuation };
    const answer = await connection.call(tool, { ...args, limit, ...cursor });
    const page = list(answer, rows);
    const envelope = object(answer, "completeness");
    assert.equal(envelope["returned"], page.length);
    found.push(...page.map(bare));
    if (envelope["continuation"] === undefined) return { rows: found, last: envelope };
    assert(page.length > 0, `${tool}: an empty page has another behind it`);
    continuation = text(envelope, "continuation");
  }
}

Deno.test("pages add up to what one large page shows", async (t) => {
  using repo = tempRepo(files());
  using other = tempRepo({ "src/m1.ts": "export function fn_1_x() { return 'word'; }\n" }, "other");
  await using connection = await connect([repo.root, other.root]);
  for (const paging of TOOLS) {
    const { tool, rows, args, large } = paging;
    const whole = await connection.call(tool, { ...args, limit: large });
    const all = list(whole, rows).map(bare);
    const limits = fc.sample(fc.integer({ min: 1, max: all.length + 1 }), {
      numRuns: ROUNDS,
      seed: SEED,
    });
    for (const limit of new Set([1, ...limits])) {
      await t.step(`${tool} by ${limit}`, async () => {
        const walked = await walk(connection, paging, limit);
        assert.deepEqual(walked.rows, all);
        assert.deepEqual([walked.last["complete"], walked.last["total"]], [true, all.length]);
      });
    }
  }
});

/** A tool's first page with one behind it. */
async function firstPage(
  connection: Connection,
  { tool, args }: Paging,
): Promise<{ readonly request: JsonObject; readonly continuation: string }> {
  const request = { ...args, limit: 2 };
  const answer = await connection.call(tool, request);
  return { request, continuation: text(object(answer, "completeness"), "continuation") };
}

Deno.test("a page token is good for its own request, state and session only", async (t) => {
  for (const paging of TOOLS) {
    await t.step(paging.tool, async (t) => {
      using repo = tempRepo(files());
      await using connection = await connect([repo.root]);
      const { tool, edited, older = false } = paging;
      const { request, continuation } = await firstPage(connection, paging);
      const code = async (
        args: JsonObject,
        asked: Connection = connection,
      ): Promise<JsonObject["code"]> => (await asked.refused(tool, args))["error_code"];

      await t.step("another request", async () => {
        const other = { ...request, limit: 3, continuation };
        assert.equal(await code(other), "CONTINUATION_SCOPE_MISMATCH");
      });
      await t.step("another session", async () => {
        await using second = await connection.another();
        const got = await code({ ...request, continuation }, second);
        assert.equal(got, "CONTINUATION_SCOPE_MISMATCH");
      });
      await t.step("no token at all", async () => {
        const got = await code({ ...request, continuation: "continuation-1" });
        assert.equal(got, "CONTINUATION_SCOPE_MISMATCH");
      });
      if (older) {
        await t.step("both cursors", async () => {
          const first = await connection.call(tool, request);
          const both = { ...request, continuation, resume_from: first["resume_from"] };
          assert.equal(await code(both), "MIXED_CONTINUATION_FORMS");
        });
      }
      await t.step("the request again gives the page again", async () => {
        const [one, two] = [
          await connection.call(tool, { ...request, continuation }),
          await connection.call(tool, { ...request, continuation }),
        ];
        assert.deepEqual(list(one, paging.rows).map(bare), list(two, paging.rows).map(bare));
      });
      await t.step("an edit since", async () => {
        repo.write(edited, `// word\n${files()[edited] ?? ""}`);
        assert.equal(await code({ ...request, continuation }), "STALE_CONTINUATION");
      });
      await t.step("a new index since", async () => {
        if (tool === "list_files") return;
        const again = await connection.call(tool, request);
        const [row] = list(again, paging.rows);
        const id = text(row ?? {}, "repository_id");
        const before = object(again, "completeness")["continuation"];
        const signal = new AbortController().signal;
        await connection.app.workspace.find(id)?.engine.refresh({ signal });
        const next = { ...request, continuation: before ?? continuation };
        assert.equal(await code(next), "STALE_CONTINUATION");
      });
    });
  }
});
