import assert from "node:assert/strict";
import { lintPlaybook, parsePlaybook, parsePlaybookValue } from "../../src/playbook/load.ts";
import { parseYaml } from "../../src/playbook/yaml_text.ts";
import { formatProblem, PlaybookError, toToolError } from "../../src/playbook/problem.ts";
import { FAKE_SURFACE } from "./fake_host.ts";

const FILE = "playbooks/demo.playbook.yaml";
const OPTIONS = { surface: FAKE_SURFACE, allowWorkspace: true };
const TOOLS = "a step may have list_repositories, read_file, read_match, search_text, workspace";

/** A playbook with one step whose params are given, the step starting in line 3. */
function withParams(params: string, head = ""): string {
  return `playbook_id: demo\n${head}steps:\n  - step_id: find\n    tool_name: search_text\n    params: ${params}\n`;
}

function problemsOf(load: () => unknown): readonly string[] {
  try {
    load();
    return [];
  } catch (error) {
    if (error instanceof PlaybookError) return error.problems.map(formatProblem);
    throw error;
  }
}

const BROKEN = [
  {
    name: "an unclosed quote",
    text: "playbook_id: 'demo\nsteps: []\n",
    want: [":2:10: Missing closing 'quote"],
  },
  {
    name: "a tab as indentation",
    text: "playbook_id: demo\nsteps:\n\t- step_id: a\n",
    want: [":3:1: Tabs are not allowed as indentation"],
  },
  {
    name: "two documents",
    text: "playbook_id: demo\n---\nsteps: []\n",
    want: [":2:1: expected one document, found another"],
  },
  {
    name: "a duplicate key",
    text: "playbook_id: demo\nplaybook_id: demo\n",
    want: [':2:1: duplicate key "playbook_id"'],
  },
  {
    name: "a key that is a number",
    text: "1: a\n",
    want: [":1:1: expected a key that is text, found 1"],
  },
  {
    name: "a key that is a map",
    text: "? {a: 1}\n: b\n",
    want: [":1:3: expected a key that is text"],
  },
  { name: "a tag", text: "playbook_id: !!str demo\n", want: [":1:20: expected no tags"] },
  { name: "a custom tag", text: "playbook_id: !my demo\n", want: [":1:18: expected no tags"] },
  {
    name: "an input with the name of the prototype",
    text: withParams("{ query: a }", "inputs: {__proto__: a, ok: b}\n"),
    want: [':2:10: expected a name like "my_input", found "__proto__"'],
  },
  {
    name: "a directive",
    text: "%YAML 1.1\n---\na: yes\n",
    want: [":1:1: expected no % directives"],
  },
  {
    name: "a merge key",
    text: "a: &a {b: 1}\nc:\n  <<: *a\n",
    want: [":3:3: expected no merge keys"],
  },
  {
    name: "an unknown alias",
    text: "a: *b\n",
    want: [":1:4: expected an anchor &b before this alias"],
  },
  {
    name: "an alias to its parent",
    text: "a: &a [*a]\n",
    want: [":1:8: expected no alias to its own parent"],
  },
  {
    name: "half a surrogate pair in a text",
    text: 'a: "\\ud800"\n',
    want: [":1:4: expected text, found half a surrogate pair"],
  },
  {
    name: "half a surrogate pair in a key",
    text: '"\\udc00": 1\n',
    want: [":1:1: expected text, found half a surrogate pair"],
  },
  { name: "infinity", text: "a: .inf\n", want: [":1:4: expected a finite number, found .inf"] },
  {
    name: "not a number",
    text: "é: [.nan]\n",
    want: [":1:6: expected a finite number, found .nan"],
  },
  {
    name: "an unsafe integer",
    text: "a: 9007199254740993\n",
    want: [":1:4: expected an integer within ±(2^53-1), found 9007199254740993"],
  },
  { name: "nothing", text: "", want: [":1:1: expected a map, found null"] },
  {
    name: "an unquoted reference in a flow map",
    text: withParams("{ query: ${inputs.q} }"),
    want: [':5:22: expected a quoted reference: inside { } and [ ] write "${…}"'],
  },
  {
    name: "an unquoted reference in a flow list",
    text: withParams("[${inputs.q}]"),
    want: [':5:14: expected a quoted reference: inside { } and [ ] write "${…}"'],
  },
  {
    name: "an unknown key of the playbook",
    text: withParams("{ query: a }", "tittle: x\n"),
    want: [':2:1: unknown key "tittle"; did you mean "title"?'],
  },
  {
    name: "an unknown key of a step",
    text: "playbook_id: demo\nsteps:\n  - step_id: a\n    tool_nam: search_text\n",
    want: [
      ':3:5: missing key "tool_name": expected a string',
      ':4:5: unknown key "tool_nam"; did you mean "tool_name"?',
    ],
  },
  {
    name: "a number for an id",
    text: "playbook_id: 012\nsteps:\n  - step_id: a\n    tool_name: search_text\n",
    want: [":1:14: expected a string, found the number 12 (written 012); put it in quotes"],
  },
  {
    name: "a malformed step_id",
    text: "playbook_id: demo\nsteps:\n  - step_id: Find\n    tool_name: search_text\n",
    want: [':3:14: expected text like /^[a-z][a-z0-9_-]{0,63}$/, found "Find"'],
  },
  {
    name: "an unknown value of compare",
    text:
      "playbook_id: demo\nsteps:\n  - step_id: a\n    tool_name: search_text\n    compare: expectation\n",
    want: [
      ':5:14: expected "full" or "expectations", found "expectation"; did you mean "expectations"?',
    ],
  },
  {
    name: "a total that is text",
    text:
      "playbook_id: demo\nsteps:\n  - step_id: a\n    tool_name: search_text\n    params: {query: a}\n    expect: {total: all}\n",
    want: [':6:21: expected a number or a map, found "all"'],
  },
  {
    name: "no steps",
    text: "playbook_id: demo\nsteps: []\n",
    want: [":2:8: expected at least 1 item, found an empty list"],
  },
  {
    name: "an id that is not the file's stem",
    text: "playbook_id: other\nsteps:\n  - step_id: a\n    tool_name: workspace\n",
    want: [':1:14: expected the file\'s stem "demo", found "other"'],
  },
  {
    name: "a duplicate step_id",
    text:
      "playbook_id: demo\nsteps:\n  - {step_id: a, tool_name: workspace}\n  - {step_id: a, tool_name: workspace}\n",
    want: [':4:15: duplicate step_id "a"'],
  },
  {
    name: "an unknown tool",
    text: "playbook_id: demo\nsteps:\n  - step_id: a\n    tool_name: serch_text\n",
    want: [`:4:16: unknown tool "serch_text"; did you mean "search_text"?; ${TOOLS}`],
  },
  {
    name: "a playbook tool",
    text: "playbook_id: demo\nsteps:\n  - step_id: a\n    tool_name: playbook_run\n",
    want: [`:4:16: unknown tool "playbook_run"; ${TOOLS}`],
  },
  {
    name: "an unknown key of params",
    text: withParams("{ query: a, limt: 3 }"),
    want: [':5:25: unknown key "limt"; did you mean "limit"?'],
  },
  {
    name: "a missing key of params",
    text: withParams("{ limit: 3 }"),
    want: [':5:13: Cannot use "query": required: a non-empty string'],
  },
  {
    name: "params out of range",
    text: withParams("{ query: a, limit: 0 }"),
    want: [':5:32: Cannot use "limit": expected an integer of at least 1, got 0'],
  },
  {
    name: "a number where the tool wants text",
    text: withParams("{ query: 012 }"),
    want: [":5:22: expected a string, found the number 12 (written 012); put it in quotes"],
  },
  {
    name: "a number from an input where the tool wants text",
    text: withParams('{ query: "${inputs.q}" }', "inputs: {q: 7}\n"),
    want: [
      ':6:22: expected a string, found the number 7 from "${inputs.q}"; put the input\'s value in quotes',
    ],
  },
  {
    name: "params of the alias",
    text:
      "playbook_id: demo\nsteps:\n  - step_id: a\n    tool_name: list_repositories\n    params: {all: true}\n",
    want: [':5:14: unknown key "all"'],
  },
  {
    name: "an unknown input",
    text: withParams('{ query: "${inputs.symbl}" }', "inputs: {symbol: a}\n"),
    want: [':6:22: ${inputs.symbl} refers to an unknown input; did you mean "symbol"?'],
  },
  {
    name: "a reference to its own step",
    text: withParams('{ query: "${steps.find.x}" }'),
    want: [":5:22: ${steps.find.x} refers to its own step"],
  },
  {
    name: "a reference to a later step",
    text: withParams('{ query: "${steps.next.x}" }') +
      "  - {step_id: next, tool_name: workspace}\n",
    want: [":5:22: ${steps.next.x} refers to a later step"],
  },
  {
    name: "a reference to an unknown step",
    text: withParams('{ query: "${steps.fnd[0]}" }'),
    want: [":5:22: ${steps.fnd[0]} refers to an unknown step"],
  },
  {
    name: "a malformed reference",
    text: withParams('{ query: "a ${HOME}" }'),
    want: [
      ":5:22: malformed ${HOME}: expected ${inputs.NAME} or ${steps.ID.KEY[N]}; a literal ${ is written $${",
    ],
  },
  {
    name: "a claim about an unknown step",
    text: withParams("{ query: a }") + "claims:\n  - text: So.\n    cites: [fin]\n",
    want: [':8:13: "fin" cites an unknown step; did you mean "find"?'],
  },
  {
    name: "a broken JSONPath",
    text: withParams("{ query: a }") +
      "    expect:\n      json:\n        - {path: '$.[', exists: true}\n",
    want: [/^:8:18: expected a JSONPath: /],
  },
  {
    name: "a broken pattern",
    text: withParams("{ query: a }") +
      "    expect:\n      json:\n        - {path: $.a, matches: '('}\n",
    want: [/^:8:32: expected a pattern: /],
  },
  {
    name: "a count that cannot hold",
    text: withParams("{ query: a }") + "    expect: {total: {min: 3, max: 2}}\n",
    want: [":6:21: expected min of at most 2, found 3"],
  },
];

Deno.test("parsePlaybook() refuses with file, line and column", async (t) => {
  for (const { name, text, want } of BROKEN) {
    await t.step(name, () => {
      const problems = problemsOf(() => parsePlaybook(text, FILE, OPTIONS));
      assert.equal(problems.length, want.length, problems.join("\n"));
      for (const [index, expected] of want.entries()) {
        const found = (problems[index] ?? "").replace(FILE, "");
        if (typeof expected === "string") assert.equal(found, expected);
        else assert.match(found, expected);
      }
    });
  }
});

Deno.test("parsePlaybook() bounds what a file may cost", async (t) => {
  const bomb = "a: &a [1,1,1,1,1,1,1,1,1,1]\n" +
    ["b", "c", "d", "e", "f", "g"].map((name, index) => {
      const before = "abcdef"[index];
      return `${name}: &${name} [${Array.from({ length: 10 }, () => `*${before}`).join(",")}]\n`;
    }).join("");
  const cases = [
    {
      name: "alias bomb",
      text: bomb,
      want: /expected at most 100000 values after aliases are expanded$/,
    },
    {
      name: "deep flow",
      text: "a: " + "[".repeat(100) + "]".repeat(100),
      want: /at most 64 levels of nesting/,
    },
    {
      name: "very deep flow",
      text: "a: " + "[".repeat(50_000),
      want: /expected at most 64 levels of nesting$/,
    },
    {
      name: "size",
      text: `a: ${"x".repeat(1_048_576)}`,
      want: /:1:1: expected a file of at most 1048576 bytes, found 1048579$/,
    },
    {
      name: "steps",
      text: `playbook_id: demo\nsteps:\n${
        Array.from({ length: 257 }, (_, at) => `  - {step_id: s${at}, tool_name: workspace}\n`)
          .join("")
      }`,
      want: /:259:5: expected at most 256 steps, found 257$/,
    },
  ];
  for (const { name, text, want } of cases) {
    await t.step(name, () => {
      const [first = ""] = problemsOf(() => parsePlaybook(text, FILE, OPTIONS));
      assert.match(first, want);
    });
  }
});

Deno.test("parseYaml() gives each alias what its name stood for where the alias is written", () => {
  const text = "a: &p {q: &q 1}\nb: &r {q: *q}\nc: &q 2\nd: *p\ne: *r\nf: *q\n";
  assert.deepEqual(parseYaml(text, FILE).value, {
    a: { q: 1 },
    b: { q: 1 },
    c: 2,
    d: { q: 1 },
    e: { q: 1 },
    f: 2,
  });
});

const ACCEPTED = [
  {
    name: "a reference of unknown type",
    params: '{ query: a, limit: "${steps.first.total_matches}" }',
  },
  { name: "a reference for a list", params: '{ query: a, globs: "${steps.first.matches}" }' },
  { name: "a reference for an enum", params: '{ query: a, path_class: "${steps.first.class}" }' },
  { name: "a reference inside a text", params: '{ query: "a ${steps.first.matches[0].path}" }' },
  { name: "a literal ${", params: '{ query: "$${HOME}" }' },
  { name: "anchors and aliases", params: "&p { query: a, globs: [b] }" },
];

Deno.test("parsePlaybook() lets references stand for any value", async (t) => {
  for (const { name, params } of ACCEPTED) {
    await t.step(name, () => {
      const text =
        `playbook_id: demo\nsteps:\n  - {step_id: first, tool_name: search_text, params: {query: b}}\n` +
        `  - step_id: find\n    tool_name: search_text\n    params: ${params}\n`;
      assert.deepEqual(problemsOf(() => parsePlaybook(text, FILE, OPTIONS)), []);
    });
  }
});

Deno.test("parsePlaybook() still refuses what no reference excuses", async (t) => {
  const first = "playbook_id: demo\nsteps:\n  - {step_id: first, tool_name: workspace}\n";
  const cases = [
    {
      name: "another key",
      params: '{ query: "${steps.first.a}", limit: 0 }',
      want: /"limit": expected/,
    },
    {
      name: "text around a reference where a number is wanted",
      params: '{ query: a, limit: "1${steps.first.a}" }',
      want: /"limit": expected an integer of at least 1, got "1x"/,
    },
  ];
  for (const { name, params, want } of cases) {
    await t.step(name, () => {
      const text = `${first}  - step_id: find\n    tool_name: search_text\n    params: ${params}\n`;
      const [problem = ""] = problemsOf(() => parsePlaybook(text, FILE, OPTIONS));
      assert.match(problem, want);
    });
  }
});

Deno.test("parsePlaybook() tells every unknown key of params, and not what only seems to be missing", () => {
  const text = withParams('{ qurey: a, limt: 0, "\\e[2J": 1 }');
  assert.deepEqual(
    problemsOf(() => parsePlaybook(text, FILE, OPTIONS)).map((problem) => problem.split(";")[0]),
    [
      `${FILE}:5:15: unknown key "qurey"`,
      `${FILE}:5:25: unknown key "limt"`,
      `${FILE}:5:34: unknown key "\\u001b[2J"`,
    ],
  );
  const [, known] = problemsOf(() =>
    parsePlaybook(withParams("{ query: a, x: 1, limit: 0 }"), FILE, OPTIONS)
  );
  assert.match(known ?? "", /:5:38: Cannot use "limit"/);
});

Deno.test("parsePlaybook() refuses expectations that cannot hold, cannot fail, or may never end", async (t) => {
  const looking = /:7:\d+: expected a pattern that runs in linear time/;
  const path = /:7:\d+: expected a path from the root of its repository/;
  const cases = [
    {
      name: "looking ahead",
      expect: '{ json: [{ path: $, matches: "^(?=a)(a+)+$" }] }',
      want: looking,
    },
    {
      name: "a back-reference",
      expect: '{ json: [{ path: $, matches: "(a*)*\\\\1b" }] }',
      want: looking,
    },
    {
      name: "min above max",
      expect: "{ json: [{ path: $, min: 3, max: 1 }] }",
      want: /expected min of at most 1/,
    },
    {
      name: "nothing that equals",
      expect: "{ json: [{ path: $, exists: false, equals: 1 }] }",
      want: /compares to nothing/,
    },
    { name: "an absolute path", expect: "{ contains_paths: [/src/a.ts] }", want: path },
    {
      name: "a path that begins with a dot",
      expect: "{ not_contains_paths: [./src/a.ts] }",
      want: path,
    },
    {
      name: "a path that climbs",
      expect: "{ not_contains_paths: [repo-001:src/../a.ts] }",
      want: path,
    },
    { name: "a folder", expect: "{ not_contains_paths: [src/] }", want: path },
  ];
  for (const { name, expect, want } of cases) {
    await t.step(name, () => {
      const text = `${withParams("{ query: a }", "title: T\n")}    expect: ${expect}\n`;
      const [problem = ""] = problemsOf(() => parsePlaybook(text, FILE, OPTIONS));
      assert.match(problem, want);
    });
  }
  const good =
    '{ contains_paths: [.github/a..b.yml, "repo-002:src/a.ts"], json: [{ path: $, matches: "^(a+)+$" }] }';
  parsePlaybook(`${withParams("{ query: a }")}    expect: ${good}\n`, FILE, OPTIONS);
});

Deno.test("parsePlaybook() refuses files that are not named like playbooks", async (t) => {
  for (const file of ["demo.yaml", "Demo.playbook.yaml", ".playbook.yaml", "a/x.trace.json"]) {
    await t.step(file, () => {
      const [problem = ""] = problemsOf(() =>
        parsePlaybook(withParams("{query: a}"), file, OPTIONS)
      );
      assert.match(problem, /:1:1: expected a file name <id>\.playbook\.yaml/);
    });
  }
});

Deno.test("parsePlaybook() counts columns in bytes and CR as a line end", () => {
  const text =
    'playbook_id: demo\r\nsteps:\r\n  - {step_id: a, tool_name: search_text, params: {query: "é😀", limt: 1}}\r\n';
  const [problem] = problemsOf(() => parsePlaybook(text, FILE, OPTIONS));
  assert.equal(problem, `${FILE}:3:68: unknown key "limt"; did you mean "limit"?`);
});

Deno.test("parsePlaybookValue() tells problems by pointer", async (t) => {
  const step = { step_id: "a", tool_name: "search_text", params: { query: "x" } };
  const cases = [
    { name: "no object", value: [], want: ["expected a map, found an empty list"] },
    {
      name: "workspace",
      value: { playbook_id: "p", workspace: { path: "x" }, steps: [step] },
      want: ["/workspace: expected no workspace: a playbook run over MCP uses the session's"],
    },
    {
      name: "unknown key of params",
      value: { playbook_id: "p", steps: [{ ...step, params: { query: "x", qurey: 1 } }] },
      want: ['/steps/0/params/qurey: unknown key "qurey"; did you mean "query"?'],
    },
    {
      name: "unsafe number",
      value: { playbook_id: "p", steps: [{ ...step, params: { query: "x", limit: 2 ** 60 } }] },
      want: [
        "/steps/0/params/limit: expected a number within ±(2^53-1), found 1152921504606847000",
      ],
    },
  ];
  for (const { name, value, want } of cases) {
    await t.step(name, () => {
      const options = { surface: FAKE_SURFACE, allowWorkspace: false };
      assert.deepEqual(problemsOf(() => parsePlaybookValue(value, options)), want);
    });
  }
});

Deno.test("toToolError() names step and field", () => {
  try {
    parsePlaybookValue({
      playbook_id: "p",
      steps: [{ step_id: "a", tool_name: "search_text", params: { query: "x", limt: 1 } }],
    }, OPTIONS);
    assert.fail("accepted");
  } catch (error) {
    assert.ok(error instanceof PlaybookError);
    const refusal = toToolError(error, "playbook");
    assert.equal(refusal.code, "invalid_params");
    assert.equal(
      refusal.message,
      'Cannot use "playbook": step "a": /steps/0/params/limt: unknown key "limt"; did you mean "limit"?',
    );
    assert.equal(refusal.data["field"], "playbook.steps.0.params.limt");
    assert.equal(refusal.data["step_id"], "a");
  }
});

Deno.test("lintPlaybook() warns of what says nothing", async (t) => {
  const base = withParams("{ query: a }");
  const cases = [
    { name: "clean", text: base, want: [] },
    {
      name: "compare",
      text: `${base}    compare: expectations\n`,
      want: [":6:14: nothing is compared: the step has no expect"],
    },
    {
      name: "within_top",
      text: `${base}    expect: {within_top: 3}\n`,
      want: [":6:26: within_top bounds contains_paths and witness_groups, and neither is here"],
    },
    { name: "empty expect", text: `${base}    expect: {}\n`, want: [":6:13: expect says nothing"] },
    {
      name: "empty count",
      text: `${base}    expect: {total: {}}\n`,
      want: [":6:21: {} says nothing"],
    },
    {
      name: "reference in expect",
      text: `${base}    expect: {text_contains: "\${inputs.a}"}\n`,
      want: [":6:29: references are not resolved here, only in params"],
    },
    { name: "error", text: "a: [", want: [/^:1:5: /] },
  ];
  for (const { name, text, want } of cases) {
    await t.step(name, () => {
      const found = lintPlaybook(text, FILE, FAKE_SURFACE).map((problem) =>
        formatProblem(problem).replace(FILE, "")
      );
      assert.equal(found.length, want.length, found.join("\n"));
      want.forEach((expected, index) =>
        typeof expected === "string"
          ? assert.equal(found[index], expected)
          : assert.match(found[index] ?? "", expected)
      );
    });
  }
});
