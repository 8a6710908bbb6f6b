import assert from "node:assert/strict";
import type {
  AbsenceCitation,
  CitationPayload,
  FileCitation,
} from "../../../src/contract/citation.ts";
import { LineIndex } from "../../../src/contract/lines.ts";
import type { Span } from "../../../src/contract/source.ts";
import type { CallOptions } from "../../../src/contract/tool.ts";
import type { Run } from "../../../src/playbook/host.ts";
import { relocatedPayload, relocations } from "../../../src/playbook/verify/relocate.ts";
import type { VerifyStatus } from "../../../src/playbook/verify/status.ts";
import { verifyCitation, verifyPayload } from "../../../src/playbook/verify/verify.ts";
import { connect } from "../../support/client.ts";
import { tempRepo } from "../../support/repo.ts";
import { cited, payload as demoPayload, span } from "../formats/payload.ts";

const LONG = `LONG START\n${"a long line of text\n".repeat(150)}LONG END`;
/** Lines far enough apart that 32 characters around one do not reach the next. */
const FAR = "-".repeat(40);
const BLOCK = `${FAR}\nblock line\n${FAR}\n`;

const BEFORE: Readonly<Record<string, string>> = {
  "same.txt": "one é two\n😀\nlast same\n",
  "below.txt": "kept first\nkept second\n",
  "above.txt": "alpha above\nbeta above\ngamma é above\n",
  "from.txt": "stays here\nwanders one\nwanders two\n",
  "copied.txt": `${FAR}\nonly below\n${FAR}\nbefore the twin\ntwin line\nafter the twin\n${BLOCK}`,
  "cut.txt": "remains\ncut one\ncut two\ncut three\n",
  "crlf.txt": "single one\nsingle two\npair a\npair b\n",
  "old.txt": "renamed one\nrenamed two\n",
  "removed.txt": "removed one\nremoved two\nremoved three\n",
  "long.txt": `${LONG}\n`,
  "tail.txt": `LONG TAIL\n${"x\n".repeat(2000)}tail end\n`,
};

/** The edits: above, below, another file, copies, deletions, line ends, another name. */
const AFTER: Readonly<Record<string, string>> = {
  "same.txt": BEFORE["same.txt"] ?? "",
  "below.txt": "kept first\nkept second\nadded below\n",
  "above.txt": "new\nnew\nalpha above\nbeta above\ngamma é above\n",
  "from.txt": "stays here\n",
  "to.txt": "new\nnew\nnew\nwanders one\nwanders two\n",
  "copied.txt": `twin line\n${FAR}\nonly below\n${FAR}\n${BEFORE["copied.txt"]}${BLOCK}`,
  "cut.txt": "remains\n",
  "crlf.txt": "single one\r\nsingle two\r\npair a\r\npair b\r\n",
  "new.txt": BEFORE["old.txt"] ?? "",
  "long.txt": `new\n${LONG}\n`,
  "tail.txt": `LONG TAIL\n${"y\n".repeat(2000)}tail end\n`,
};

/** What is cited, what becomes of it, and where it stands then. */
const CASES: readonly (readonly [path: string, text: string, VerifyStatus, place?: string])[] = [
  ["same.txt", "one", "exact"],
  ["same.txt", "é", "exact"],
  ["same.txt", "😀", "exact"],
  ["same.txt", "two\n😀\nlast", "exact"],
  ["below.txt", "kept first", "exact_span"],
  ["below.txt", "kept first\nkept second", "exact_span"],
  ["above.txt", "alpha above", "moved", "above.txt:3:1-3:12"],
  ["above.txt", "beta above", "moved", "above.txt:4:1-4:11"],
  ["above.txt", "é above", "moved", "above.txt:5:7-5:15"],
  ["above.txt", "alpha above\nbeta above", "moved", "above.txt:3:1-4:11"],
  ["from.txt", "stays here", "exact_span"],
  ["from.txt", "wanders one", "moved", "to.txt:4:1-4:12"],
  ["from.txt", "wanders one\nwanders two", "moved", "to.txt:4:1-5:12"],
  ["from.txt", "two", "ambiguous"],
  ["copied.txt", "only below", "ambiguous"],
  ["copied.txt", "twin line", "moved", "copied.txt:9:1-9:10"],
  ["copied.txt", "block line", "ambiguous"],
  ["cut.txt", "remains", "exact_span"],
  ["cut.txt", "cut one", "gone"],
  ["cut.txt", "cut two\ncut three", "gone"],
  ["crlf.txt", "single one", "exact_span"],
  ["crlf.txt", "single two", "exact_span"],
  ["crlf.txt", "pair a\npair b", "gone"],
  ["old.txt", "renamed one", "moved", "new.txt:1:1-1:12"],
  ["old.txt", "renamed one\nrenamed two", "moved", "new.txt:1:1-2:12"],
  ["removed.txt", "removed one", "missing"],
  ["removed.txt", "removed two\nremoved three", "missing"],
  ["removed.txt", "removed three", "missing"],
  ["long.txt", LONG, "moved", "long.txt:2:1-153:9"],
  ["tail.txt", (BEFORE["tail.txt"] ?? "").trimEnd(), "gone"],
];
const TRUNCATED = ["long.txt", "tail.txt"];

const OPTIONS: CallOptions = { signal: new AbortController().signal };

function spanOf(text: string, needle: string): Span {
  const encoder = new TextEncoder();
  const start = encoder.encode(text.slice(0, text.indexOf(needle))).length;
  const lines = new LineIndex(encoder.encode(text));
  const from = lines.position(start);
  const to = lines.position(start + encoder.encode(needle).length);
  return span([from.line, from.column], [to.line, to.column]);
}

function citation(
  [path, needle]: readonly [string, string, ...unknown[]],
  number: number,
): FileCitation {
  const text = BEFORE[path] ?? "";
  const truncated = TRUNCATED.includes(path);
  return cited(number, { path, text, span: spanOf(text, needle), truncated });
}

function payloadOf(citations: readonly FileCitation[]): CitationPayload {
  return { ...demoPayload(), answer: "", claims: [], citations };
}

async function withRun(
  files: Readonly<Record<string, string | Uint8Array>>,
  use: (run: Run) => Promise<void>,
): Promise<void> {
  using repo = tempRepo(files);
  await using connection = await connect([repo.root]);
  const run = await connection.app.playbookHost().open(OPTIONS);
  try {
    await use(run);
  } finally {
    await run.close();
  }
}

Deno.test("every citation is exact in the tree it was made of", async () => {
  const payload = payloadOf(CASES.map((row, index) => citation(row, index + 1)));
  await withRun(BEFORE, async (run) => {
    const verified = await verifyPayload(payload, run);
    assert.deepEqual(verified.map(({ status }) => status), CASES.map(() => "exact"));
  });
});

Deno.test("thirty citations after edits stand each on its own rung", async (t) => {
  assert.equal(CASES.length, 30);
  await withRun(AFTER, async (run) => {
    for (const [index, row] of CASES.entries()) {
      const [path, text, status, place] = row;
      await t.step(`${path} ${JSON.stringify(text.slice(0, 20))} is ${status}`, async () => {
        const verified = await verifyCitation(citation(row, index + 1), run);
        assert.equal(verified.status, status);
        if (place !== undefined) {
          const [found] = verified.places ?? [];
          assert.equal(found === undefined ? "" : shown(found), place);
        }
      });
    }
  });
});

function shown({ path, span: { start_line, start_column, end_line, end_column } }: {
  readonly path: string;
  readonly span: Span;
}): string {
  return `${path}:${start_line}:${start_column}-${end_line}:${end_column}`;
}

Deno.test("what moved is exact once it is relocated, and all else stays as it was", async () => {
  const before = payloadOf(CASES.map((row, index) => citation(row, index + 1)));
  await withRun(AFTER, async (run) => {
    const verified = await verifyPayload(before, run);
    const moved = await relocations(before, verified, run);
    const after = relocatedPayload(before, moved);
    const again = await verifyPayload(after, run);
    for (const [index, { status }] of verified.entries()) {
      assert.equal(again[index]?.status, status === "moved" ? "exact" : status);
      if (status !== "moved") assert.deepEqual(after.citations[index], before.citations[index]);
    }
    assert.equal(moved.length, CASES.filter(([, , status]) => status === "moved").length);
  });
});

Deno.test("a file whose digest fits proves no span that it does not have", async () => {
  const [row] = CASES;
  assert(row !== undefined);
  const lying = { ...citation(row, 1), span: span([3, 1], [3, 4]) };
  await withRun(BEFORE, async (run) => {
    const verified = await verifyCitation(lying, run);
    assert.deepEqual([verified.status, verified.places?.[0]?.span], [
      "moved",
      span([1, 1], [1, 4]),
    ]);
  });
});

Deno.test("an empty quote needs its surroundings", async () => {
  const point = cited(1, {
    path: "above.txt",
    text: BEFORE["above.txt"] ?? "",
    span: span([2, 1], [2, 1]),
  });
  await withRun(BEFORE, async (run) => {
    assert.equal((await verifyCitation(point, run)).status, "exact");
  });
  await withRun(AFTER, async (run) => {
    assert.equal((await verifyCitation(point, run)).status, "gone");
  });
});

Deno.test("an ignored file is looked at like any other", async () => {
  const text = "secret one\nsecret two\n";
  const hidden = cited(1, { path: "hidden.txt", text, span: span([2, 1], [2, 11]) });
  await withRun({ ".ignore": "hidden.txt\n", "hidden.txt": `new\n${text}` }, async (run) => {
    const { status, places } = await verifyCitation(hidden, run);
    assert.deepEqual([status, places?.[0]?.span.start_line], ["moved", 3]);
  });
});

Deno.test("an absence is proved by the same tree or by the same search, and by no other tool", async () => {
  const absent = (tool_name: string, query: string): AbsenceCitation => ({
    citation_id: "cit-001",
    tool_call_id: "none",
    tool_name,
    absence: {
      query: { query },
      total: 0,
      searched: [{
        repository_id: "repo-001",
        files: 1,
        manifest_digest: "0".repeat(64),
        ignore_digest: "0".repeat(64),
      }],
    },
  });
  await withRun({ "a.txt": "needle\n" }, async (run) => {
    const statuses = [];
    for (
      const [tool, query] of [
        ["search_text", "nowhere"],
        ["search_text", "needle"],
        ["search_text", ""],
        ["workspace", "nowhere"],
      ] as const
    ) {
      statuses.push((await verifyCitation(absent(tool, query), run)).status);
    }
    assert.deepEqual(statuses, ["exact_span", "gone", "unproven", "unproven"]);
    const [repository] = run.repositories();
    assert(repository !== undefined);
    const { manifest_digest, ignore_digest } = repository.header;
    const same = absent("workspace", "nowhere");
    const searched = same.absence.searched.map((one) => ({
      ...one,
      manifest_digest,
      ignore_digest,
    }));
    const proved = await verifyCitation({ ...same, absence: { ...same.absence, searched } }, run);
    assert.equal(proved.status, "exact");
  });
});
