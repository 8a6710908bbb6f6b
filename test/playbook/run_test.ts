import assert from "node:assert/strict";
import { ToolError } from "../../src/contract/errors.ts";
import type { Trace } from "../../src/contract/playbook.ts";
import type { InputValues } from "../../src/playbook/bind.ts";
import { traceDigest } from "../../src/playbook/digest.ts";
import { type LoadedPlaybook, parsePlaybookValue } from "../../src/playbook/load.ts";
import { PlaybookError } from "../../src/playbook/problem.ts";
import { recordTrace, runPlaybook } from "../../src/playbook/run.ts";
import { parseTrace, serializeTrace } from "../../src/playbook/trace_file.ts";
import { FAKE_SURFACE, FakeHost, type FakeOptions } from "./fake_host.ts";

const FILES = {
  "src/a.ts": "// é\nexport function parse() {}\n",
  "src/b.ts": 'import { parse } from "./a.ts";\n',
};

function load(steps: readonly unknown[], more: object = {}): LoadedPlaybook {
  const options = { surface: FAKE_SURFACE, allowWorkspace: true };
  return parsePlaybookValue({ playbook_id: "demo", steps, ...more }, options);
}

function run(host: FakeHost, loaded: LoadedPlaybook, inputs: InputValues = {}): Promise<Trace> {
  return runPlaybook(loaded, inputs, host, { signal: new AbortController().signal });
}

const FIND = { step_id: "find", tool_name: "search_text", params: { query: "${inputs.symbol}" } };
const PROOF = {
  step_id: "proof",
  tool_name: "read_match",
  params: {
    result_handle: "${steps.find.result_handle}",
    match_id: "${steps.find.matches[0].match_id}",
    presentation_mode: "text",
  },
};
const DEMO = load([FIND, PROOF, {
  step_id: "stale",
  tool_name: "read_match",
  params: { result_handle: "nothing", match_id: "search:m1" },
}], { inputs: { symbol: "parse" }, claims: [{ text: "So.", cites: ["proof"] }] });

Deno.test("runPlaybook() gives one trace of all steps", async () => {
  const host = new FakeHost(FILES);
  const trace = await run(host, DEMO);
  assert.equal(trace.trace_schema, "frigg.playbook.trace.v1");
  assert.equal(trace.step_count, 3);
  assert.deepEqual(trace.claims, [{ text: "So.", cites: ["proof"] }]);
  assert.equal(trace.digest, await traceDigest(trace));
  assert.deepEqual([host.opened, host.closed], [1, 1]);
  assert.deepEqual(trace.header.inputs, { symbol: "parse" });
  assert.deepEqual(Object.keys(trace.header.surface), ["read_match", "search_text"]);
});

Deno.test("runPlaybook() keeps params as written and shows resolved ones renamed", async () => {
  const { steps: [find, proof] } = await run(new FakeHost(FILES), DEMO);
  assert.deepEqual(find?.params_json, { query: "${inputs.symbol}" });
  assert.deepEqual(find?.resolved_params, { query: "parse" });
  assert.deepEqual(proof?.params_json, PROOF.params);
  assert.deepEqual(proof?.resolved_params, {
    result_handle: "handle#1",
    match_id: "search:m1",
    presentation_mode: "text",
  });
});

Deno.test("runPlaybook() renames and leaves out what is not portable", async () => {
  const { steps: [find] } = await run(new FakeHost(FILES), DEMO);
  assert.deepEqual(find?.outcome, {
    status: "ok",
    response_json: {
      total_matches: 2,
      matches: [
        {
          match_id: "search:m1",
          target_ref: {
            kind: "result_match",
            result_handle: "handle#1",
            match_id: "search:m1",
            target_scope: "scope#1",
          },
          repository_id: "repo-001",
          path: "src/a.ts",
          line: 2,
          column: 17,
          end_column: 22,
          excerpt: "export function parse() {}",
          end_line: 2,
        },
        {
          match_id: "search:m2",
          target_ref: {
            kind: "result_match",
            result_handle: "handle#1",
            match_id: "search:m2",
            target_scope: "scope#1",
          },
          repository_id: "repo-001",
          path: "src/b.ts",
          line: 1,
          column: 10,
          end_column: 15,
          excerpt: 'import { parse } from "./a.ts";',
          end_line: 1,
        },
      ],
      completeness: {
        unit: "occurrence",
        returned: 2,
        total: 2,
        complete: true,
        truncated: false,
      },
      result_handle: "handle#1",
      handle_scope: "search",
      metadata: { note: "searched repo-001/src of repo-001" },
    },
  });
});

Deno.test("runPlaybook() takes evidence from the cited bytes", async () => {
  const { steps: [find] } = await run(new FakeHost(FILES), DEMO);
  assert.deepEqual(find?.sources.map(({ repository, path, bytes }) => [repository, path, bytes]), [
    ["repo-001", "src/a.ts", 33],
    ["repo-001", "src/b.ts", 32],
  ]);
  const [first] = find?.evidence ?? [];
  assert.equal(first?.row, "/matches/0");
  assert.deepEqual(first?.span, { start_line: 2, start_column: 17, end_line: 2, end_column: 22 });
  assert.equal(first?.quote.exact, "parse");
  assert.equal(
    first?.span_sha256,
    "30c471f6aafbca7085640653eeef555e85eb0df1602c98a662814c27767d1188",
  );
});

Deno.test("runPlaybook() forces reads to JSON", async () => {
  const host = new FakeHost(FILES);
  await run(host, DEMO);
  const read = host.calls.find(({ tool }) => tool === "read_match");
  assert.deepEqual(read?.args, {
    result_handle: `result-${"0".repeat(32)}-000001`,
    match_id: "search:m1",
    presentation_mode: "json",
  });
});

Deno.test("runPlaybook() records a refusal and goes on", async () => {
  const { steps } = await run(new FakeHost(FILES), DEMO);
  assert.deepEqual(steps[2]?.outcome, {
    status: "err",
    code: "ErrorCode(-32602)",
    message: "STALE_HANDLE: No handle nothing in repo-001",
    error_code: "STALE_HANDLE",
  });
  assert.deepEqual([steps[2]?.sources, steps[2]?.evidence], [[], []]);
});

Deno.test("runPlaybook() gives one digest in any folder", async () => {
  const one = await run(new FakeHost(FILES), DEMO);
  const other = new FakeHost(FILES, {
    root: "/srv/build/42/checkout",
    id: "checkout-ba9876543210",
  });
  const two = await run(other, DEMO);
  assert.equal(serializeTrace(two), serializeTrace(one));
  assert.ok(!/someone|checkout|0123456789ab/.test(serializeTrace(two)));
});

Deno.test("runPlaybook() rewrites absolute paths of params", async () => {
  const host = new FakeHost(FILES);
  const step = {
    step_id: "read",
    tool_name: "read_file",
    params: { path: `${host.root}/src/a.ts` },
  };
  const { steps: [read] } = await run(host, load([step]));
  assert.deepEqual(read?.params_json, { path: "repo-001/src/a.ts" });
  assert.equal(read?.resolved_params, undefined);
  assert.equal(read?.outcome.status, "ok");
});

Deno.test("runPlaybook() takes overrides and checks them first", async () => {
  const trace = await run(new FakeHost(FILES), DEMO, { symbol: "import" });
  assert.deepEqual(trace.steps[0]?.resolved_params, { query: "import" });
  const host = new FakeHost(FILES);
  await assert.rejects(run(host, DEMO, { symbol: 7 }), PlaybookError);
  assert.equal(host.opened, 0);
});

Deno.test("runPlaybook() answers list_repositories", async () => {
  const { steps, header } = await run(
    new FakeHost(FILES),
    load([{
      step_id: "list",
      tool_name: "list_repositories",
    }]),
  );
  assert.deepEqual(steps[0]?.params_json, null);
  assert.deepEqual(steps[0]?.outcome, {
    status: "ok",
    response_json: {
      repositories: [{
        repository_id: "repo-001",
        display_name: "repo-001",
        root_path: "repo-001",
      }],
    },
  });
  assert.deepEqual(Object.keys(header.surface), ["list_repositories"]);
});

async function refusalOf(
  options: FakeOptions,
  loaded: LoadedPlaybook,
  signal = new AbortController().signal,
): Promise<ToolError> {
  const host = new FakeHost(FILES, options);
  try {
    await runPlaybook(loaded, {}, host, { signal });
  } catch (error) {
    assert.equal(host.closed, host.opened);
    if (error instanceof ToolError) return error;
    throw error;
  }
  assert.fail("the run gave a trace");
}

Deno.test("runPlaybook() ends on invalid params, naming the step", async () => {
  const steps = [FIND, {
    step_id: "limit",
    tool_name: "search_text",
    params: { query: "a", limit: "${steps.find.matches[0].path}" },
  }];
  const refusal = await refusalOf({}, load(steps, { inputs: { symbol: "parse" } }));
  assert.equal(refusal.code, "invalid_params");
  assert.equal(
    refusal.message,
    'Cannot run step "limit": Cannot use "limit": expected an integer of at least 1, got "src/a.ts"',
  );
  assert.equal(refusal.data["step_id"], "limit");
});

Deno.test("runPlaybook() refuses a reference that finds nothing", async () => {
  const loaded = load([FIND, PROOF], { inputs: { symbol: "nowhere" } });
  const refusal = await refusalOf({}, loaded);
  assert.equal(refusal.code, "invalid_params");
  assert.match(
    refusal.message,
    /^Cannot run step "proof": Cannot resolve \$\{steps\.find\.result_handle\}: /,
  );
  assert.equal(refusal.data["step_id"], "proof");
});

Deno.test("recordTrace() records a reference that finds nothing", async () => {
  const host = new FakeHost(FILES);
  const options = { signal: new AbortController().signal };
  const loaded = load([FIND, PROOF], { inputs: { symbol: "nowhere" } });
  const open = await host.open();
  const trace = await recordTrace({ loaded, overrides: {}, host, run: open }, options);
  const { outcome, resolved_params } = trace.steps[1] ?? {};
  assert.equal(resolved_params, undefined);
  assert.equal(outcome?.status === "err" && outcome.error_code, "UNRESOLVED_REFERENCE");
  assert.equal(outcome?.status === "err" && outcome.code, "INTERNAL_ERROR");
  assert.equal(host.closed, 0);
});

const CHANGES = [
  {
    name: "between steps",
    options: {
      onCall: (tool: string, files: Map<string, string>) => {
        if (tool === "read_match") files.set("src/c.ts", "new");
      },
    },
    want: "repo-001:src/c.ts",
  },
  {
    name: "between the answer and its evidence",
    options: {
      onCite: (files: Map<string, string>) => {
        files.set("src/a.ts", "other\nexport function parse() {}\n");
      },
    },
    want: "repo-001:src/a.ts",
  },
  {
    name: "by deletion",
    options: { onCite: (files: Map<string, string>) => void files.delete("src/a.ts") },
    want: "repo-001:src/a.ts",
  },
];

Deno.test("runPlaybook() gives no trace of a changing tree", async (t) => {
  for (const { name, options, want } of CHANGES) {
    await t.step(name, async () => {
      const refusal = await refusalOf(
        options,
        load([FIND, PROOF], { inputs: { symbol: "parse" } }),
      );
      assert.equal(refusal.code, "tree_changed");
      assert.deepEqual(refusal.data["paths"], [want]);
    });
  }
});

Deno.test("runPlaybook() gives no trace when it is cancelled", async () => {
  const controller = new AbortController();
  const onCall = (): void => controller.abort();
  const loaded = load([FIND, FIND].map((step, at) => ({ ...step, step_id: `s${at}` })), {
    inputs: { symbol: "parse" },
  });
  const refusal = await refusalOf({ onCall }, loaded, controller.signal);
  assert.equal(refusal.code, "cancelled");
});

Deno.test("runPlaybook() gives no trace when a step times out", async () => {
  const onCall = (): void => {
    throw new ToolError("timeout", "Cannot finish in time");
  };
  const refusal = await refusalOf({ onCall }, load([{ step_id: "a", tool_name: "workspace" }]));
  assert.equal(refusal.code, "timeout");
  assert.equal(refusal.message, 'Cannot run step "a": Cannot finish in time');
});

Deno.test("runPlaybook() vouches for a commit only as far as the tree was compared with it", async (t) => {
  const files = { "src/a.ts": "parse\n", "build/a.js": "parse\n" };
  const cases = [
    { path: "src/a.ts", dirty: false },
    { path: "build/a.js", dirty: true },
  ];
  for (const { path, dirty } of cases) {
    await t.step(path, async () => {
      const read = { step_id: "read", tool_name: "read_file", params: { path } };
      const { header } = await run(new FakeHost(files), load([read]));
      assert.deepEqual(header.repositories.map(({ vcs }) => vcs?.dirty), [dirty]);
    });
  }
});

Deno.test("a trace survives being written and read", async () => {
  const trace = await run(new FakeHost(FILES), DEMO);
  const text = serializeTrace(trace);
  assert.deepEqual(parseTrace(text, "demo.trace.json"), JSON.parse(JSON.stringify(trace)));
  assert.equal(serializeTrace(parseTrace(text, "demo.trace.json")), text);
  assert.ok(text.startsWith('{\n  "claims": [') && text.endsWith("}\n") && !text.includes("\r"));
});
