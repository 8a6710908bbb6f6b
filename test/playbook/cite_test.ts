import assert from "node:assert/strict";
import { CitationPayload, isFileCitation } from "../../src/contract/citation.ts";
import { ToolError } from "../../src/contract/errors.ts";
import type { Trace } from "../../src/contract/playbook.ts";
import { composeCitations } from "../../src/playbook/cite.ts";
import { citationsAsMarkdown } from "../../src/playbook/cite_markdown.ts";
import { traceDigest } from "../../src/playbook/digest.ts";
import { parsePlaybookValue } from "../../src/playbook/load.ts";
import { runPlaybook } from "../../src/playbook/run.ts";
import { FAKE_SURFACE, FakeHost } from "./fake_host.ts";

const FILES = {
  "src/a.ts": "// é\nexport function parse() {}\n",
  "src/b|c.ts": 'import { parse } from "./a.ts";\n',
};

const STEPS = [
  { step_id: "find", tool_name: "search_text", params: { query: "parse" } },
  {
    step_id: "proof",
    tool_name: "read_match",
    params: {
      result_handle: "${steps.find.result_handle}",
      match_id: "${steps.find.matches[0].match_id}",
    },
  },
  { step_id: "none", tool_name: "search_text", params: { query: "resetTimer", count_only: true } },
  { step_id: "part", tool_name: "search_text", params: { query: "parse", limit: 1 } },
  { step_id: "fails", tool_name: "read_file", params: { path: "gone.ts" } },
  { step_id: "where", tool_name: "workspace", params: {} },
];

async function trace(claims?: readonly unknown[]): Promise<Trace> {
  const playbook = {
    playbook_id: "demo",
    steps: STEPS,
    ...(claims === undefined ? {} : { claims }),
  };
  const loaded = parsePlaybookValue(playbook, { surface: FAKE_SURFACE, allowWorkspace: true });
  const options = { signal: new AbortController().signal };
  return await runPlaybook(loaded, {}, new FakeHost(FILES), options);
}

async function compose(claims?: readonly unknown[], answer?: string): Promise<CitationPayload> {
  const payload = await composeCitations(await trace(claims), answer);
  assert.ok("uncited" in payload);
  assert.deepEqual(CitationPayload.parse(payload), payload);
  return payload;
}

Deno.test("composeCitations() makes one claim and one citation of each evidence row", async () => {
  const payload = await compose();
  assert.equal(payload.answer_schema, "frigg.playbook.answer.v1");
  assert.deepEqual(payload.claims, [
    {
      claim_id: "claim-001",
      text: 'Step "find" (search_text) shows repo-001:src/a.ts:2: parse',
      citation_ids: ["cit-001"],
    },
    {
      claim_id: "claim-002",
      text: 'Step "find" (search_text) shows repo-001:src/b|c.ts:1: parse',
      citation_ids: ["cit-002"],
    },
    {
      claim_id: "claim-003",
      text: 'Step "proof" (read_match) shows repo-001:src/a.ts:1-2: // é',
      citation_ids: ["cit-003"],
    },
    {
      claim_id: "claim-004",
      text: 'Step "part" (search_text) shows repo-001:src/a.ts:2: parse',
      citation_ids: ["cit-004"],
    },
  ]);
  assert.equal(payload.answer, payload.claims.map(({ text }) => text).join("\n"));
  assert.deepEqual(payload.uncited, []);
});

Deno.test("composeCitations() fills every field of a citation", async () => {
  const { citations: [, second] } = await compose();
  assert.deepEqual(second, {
    citation_id: "cit-002",
    tool_call_id: "find",
    tool_name: "search_text",
    repository_id: "repo-001",
    path: "src/b|c.ts",
    span: { start_line: 1, start_column: 10, end_line: 1, end_column: 15 },
    content: {
      sha256: "a4b34fd2166d5a8a46d9fe95c972fd46f851b4efe81d765e686b096b0bd0c163",
      git_blob: "5be74880dc981c0c4eadf46dc0f5a22528052405",
      bytes: 32,
    },
    span_sha256: "30c471f6aafbca7085640653eeef555e85eb0df1602c98a662814c27767d1188",
    quote: { exact: "parse", prefix: "import { ", suffix: ' } from "./a.ts";\n', truncated: false },
    encoding: "utf-8",
    eol: "lf",
    swhid: "swh:1:cnt:5be74880dc981c0c4eadf46dc0f5a22528052405;path=/src/b|c.ts;lines=1-1",
    vcs: { commit: "a".repeat(40), dirty: false, remote: "https://github.com/acme/shop" },
    permalink: `https://github.com/acme/shop/blob/${"a".repeat(40)}/src/b%7Cc.ts#L1-L1`,
  });
});

Deno.test("composeCitations() twice gives equal payloads and reads no file", async () => {
  const one = await trace();
  assert.deepEqual(await composeCitations(one), await composeCitations(one));
});

Deno.test("composeCitations() binds claims to steps and rows", async () => {
  const { claims, citations } = await compose([
    { text: "It is parsed.", cites: ["find[1]", "proof"] },
    { text: "Nothing resets.", cites: ["none"], absence: true },
  ]);
  assert.deepEqual(claims, [
    { claim_id: "claim-001", text: "It is parsed.", citation_ids: ["cit-002", "cit-003"] },
    { claim_id: "claim-002", text: "Nothing resets.", citation_ids: ["cit-004"], absence: true },
  ]);
  assert.deepEqual(citations.map((citation) => [citation.citation_id, isFileCitation(citation)]), [
    ["cit-001", true],
    ["cit-002", true],
    ["cit-003", true],
    ["cit-004", false],
    ["cit-005", true],
  ]);
  assert.deepEqual(citations[3], {
    citation_id: "cit-004",
    tool_call_id: "none",
    tool_name: "search_text",
    absence: {
      query: { query: "resetTimer", count_only: true },
      total: 0,
      searched: [{
        repository_id: "repo-001",
        files: 2,
        bytes: 65,
        manifest_digest: "05b3abf2579a5eb66403cd78be557fd860633a1fe2103c7642030defe32c657f",
        ignore_digest: "5f0af516936c6ab13dfce52362f84a3c0aa8d87aca8f2bcaf55ad4e1e0178034",
        vcs: { commit: "a".repeat(40), dirty: false, remote: "https://github.com/acme/shop" },
      }],
    },
  });
});

const ANSWER = `# Parsing

Parsing happens in one place [find[0]]. See e.g. src/a.ts:2 for it. It is exported. [proof]
- Nothing resets the timer [none].
- A [link](x) and a box [x] support nothing.

\`\`\`
code. is not a sentence. [nonsense]
\`\`\`
The last one is [cit-003] and src/b|c.ts#L1-L4.
`;

Deno.test("composeCitations() binds the sentences of an answer", async () => {
  const { answer, claims, uncited } = await compose(undefined, ANSWER);
  assert.equal(answer, ANSWER);
  assert.deepEqual(claims, [
    {
      claim_id: "claim-001",
      text: "Parsing happens in one place.",
      citation_ids: ["cit-001"],
    },
    {
      claim_id: "claim-002",
      text: "See e.g. src/a.ts:2 for it.",
      citation_ids: ["cit-001", "cit-003", "cit-005"],
    },
    { claim_id: "claim-003", text: "It is exported.", citation_ids: ["cit-003"] },
    {
      claim_id: "claim-004",
      text: "Nothing resets the timer.",
      citation_ids: ["cit-004"],
      absence: true,
    },
    {
      claim_id: "claim-005",
      text: "The last one is and src/b|c.ts#L1-L4.",
      citation_ids: ["cit-002", "cit-003"],
    },
  ]);
  assert.deepEqual(uncited, ["A [link](x) and a box [x] support nothing."]);
});

Deno.test("composeCitations() keeps row claims for an answer without marks", async () => {
  const { claims, uncited } = await compose(undefined, "It parses. Trust me.");
  assert.equal(claims.length, 4);
  assert.deepEqual(uncited, ["It parses.", "Trust me."]);
});

Deno.test("composeCitations() counts a sentence that is a claim as supported", async () => {
  const claims = [{ text: "It parses.", cites: ["proof"] }];
  const payload = await compose(claims, "It parses. So says [find[0]].");
  assert.deepEqual(payload.claims.map(({ text }) => text), ["It parses.", "So says."]);
  assert.deepEqual(payload.uncited, []);
});

Deno.test("composeCitations() takes a blank answer for none", async () => {
  assert.deepEqual(await compose(undefined, " \n"), await compose());
});

const REFUSED = [
  {
    name: "a claim about a failed step",
    claims: [{ text: "x", cites: ["fails"] }],
    want: 'Cannot cite "fails": the step failed with resource_not_found',
    field: "trace_artifact.claims.0.cites.0",
  },
  {
    name: "a claim about a row that is not there",
    claims: [{ text: "x", cites: ["find[2]"] }],
    want: 'Cannot cite "find[2]": the step has 2 rows with evidence',
    field: "trace_artifact.claims.0.cites.0",
  },
  {
    name: "a claim about a step without evidence",
    claims: [{ text: "x", cites: ["where"] }],
    want:
      'Cannot cite "where": the step has no evidence, and its answer says nothing about completeness',
    field: "trace_artifact.claims.0.cites.0",
  },
  {
    name: "an absence that a hit refutes",
    claims: [{ text: "x", cites: ["find"], absence: true }],
    want: 'Cannot cite step "find" for an absence: its total is 2',
    field: "trace_artifact.steps.0",
  },
  {
    name: "an absence that an incomplete search does not prove",
    claims: [{ text: "x", cites: ["part"], absence: true }],
    want: 'Cannot cite step "part" for an absence: its search is not complete',
    field: "trace_artifact.steps.3",
  },
  {
    name: "an absence from a failed step",
    claims: [{ text: "x", cites: ["fails"], absence: true }],
    want: 'Cannot cite step "fails" for an absence: it failed with resource_not_found',
    field: "trace_artifact.steps.4",
  },
  {
    name: "a mark of a citation that is not there",
    answer: "So [cit-009].",
    want: 'Cannot cite "cit-009": the trace gives 4 citations',
    field: "answer",
  },
  {
    name: "a mark of a failed step",
    answer: "So [fails].",
    want: 'Cannot cite "fails": the step failed with resource_not_found',
    field: "answer",
  },
];

Deno.test("composeCitations() refuses what has no evidence", async (t) => {
  for (const { name, claims, answer, want, field } of REFUSED) {
    await t.step(name, async () => {
      const made = await trace(claims);
      await assert.rejects(composeCitations(made, answer), (error) => {
        assert.ok(error instanceof ToolError);
        assert.deepEqual([error.code, error.message, error.data["field"]], [
          "invalid_params",
          want,
          field,
        ]);
        return true;
      });
    });
  }
});

Deno.test("composeCitations() refuses an edited trace", async () => {
  const made = await trace();
  const edited = { ...made, playbook_id: "other" };
  await assert.rejects(
    composeCitations(edited),
    /^ToolError: Cannot cite the trace: it was edited/,
  );
  const digest = await traceDigest(edited);
  const again = await composeCitations({ ...edited, digest });
  assert.equal(again.playbook_id, "other");
});

Deno.test("composeCitations() refuses evidence without its source", async () => {
  const made = await trace();
  const steps = made.steps.map((step) => ({ ...step, sources: [] }));
  const digest = await traceDigest({ ...made, steps });
  await assert.rejects(
    composeCitations({ ...made, steps, digest }),
    /Cannot cite step "find": its sources lack repo-001:src\/a\.ts/,
  );
});

Deno.test("citationsAsMarkdown() writes claims with footnotes", async () => {
  const payload = await compose([
    { text: "It is parsed.", cites: ["find[1]", "proof"] },
    { text: "Nothing resets.", cites: ["none"], absence: true },
  ]);
  const commit = "a".repeat(40);
  const link = `https://github.com/acme/shop/blob/${commit}`;
  assert.equal(
    citationsAsMarkdown(payload),
    `# demo

It is parsed. [^cit-002] [^cit-003]
Nothing resets. [^cit-004]

[^cit-001]: [src/a.ts:2](${link}/src/a.ts#L2-L2); sha256 3bbee4542809; step \`find\` (search_text)
[^cit-002]: [src/b\\|c.ts:1](${link}/src/b%7Cc.ts#L1-L1); sha256 a4b34fd2166d; step \`find\` (search_text)
[^cit-003]: [src/a.ts:1-2](${link}/src/a.ts#L1-L2); sha256 3bbee4542809; step \`proof\` (read_match)
[^cit-004]: nothing found for \`{"query":"resetTimer","count_only":true}\` in repo-001 (2 files); step \`none\` (search_text)
[^cit-005]: [src/a.ts:2](${link}/src/a.ts#L2-L2); sha256 3bbee4542809; step \`part\` (search_text)
`,
  );
});

Deno.test("citationsAsMarkdown() keeps the answer's own words", async () => {
  const payload = await compose(undefined, "# Report\n\nIt is here [proof]. Trust me.\n");
  const [body] = citationsAsMarkdown(payload).split("\n[^cit-001]: ");
  assert.equal(
    body,
    "# demo\n\n# Report\n\nIt is here. [^cit-003] Trust me.\n\n## Without evidence\n\n- Trust me.\n",
  );
});
