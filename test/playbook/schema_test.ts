import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import { initPlaybook } from "../../src/playbook/init.ts";
import { lintPlaybook, parsePlaybook } from "../../src/playbook/load.ts";
import { PlaybookError } from "../../src/playbook/problem.ts";
import { playbookSchema } from "../../src/playbook/schema.ts";
import { FAKE_SURFACE } from "./fake_host.ts";

function validate(value: unknown): boolean {
  const ajv = new Ajv2020({ strict: false });
  return ajv.validate(playbookSchema(FAKE_SURFACE), value);
}

function playbook(step: object): object {
  return { playbook_id: "demo", steps: [{ step_id: "a", ...step }] };
}

const CASES = [
  { name: "a step", step: { tool_name: "search_text", params: { query: "x" } }, want: true },
  { name: "no params", step: { tool_name: "workspace" }, want: true },
  { name: "the alias", step: { tool_name: "list_repositories", params: {} }, want: true },
  {
    name: "a reference for a number",
    step: { tool_name: "search_text", params: { query: "x", limit: "${steps.b.total}" } },
    want: true,
  },
  { name: "an unknown tool", step: { tool_name: "serch_text" }, want: false },
  { name: "a playbook tool", step: { tool_name: "playbook_run" }, want: false },
  {
    name: "params of another tool",
    step: { tool_name: "search_text", params: { path: "x" } },
    want: false,
  },
  {
    name: "text for a number",
    step: { tool_name: "search_text", params: { query: "x", limit: "3" } },
    want: false,
  },
  { name: "an unknown key", step: { tool_name: "workspace", parms: {} }, want: false },
];

Deno.test("playbookSchema() judges steps by their tool", async (t) => {
  for (const { name, step, want } of CASES) {
    await t.step(name, () => assert.equal(validate(playbook(step)), want));
  }
});

Deno.test("initPlaybook() writes a start that lints clean", async (t) => {
  for (const id of ["demo", "12", "1.5", "a.b-c_d"]) {
    await t.step(id, () => {
      const file = `playbooks/${id}.playbook.yaml`;
      const text = initPlaybook(id);
      assert.deepEqual(lintPlaybook(text, file, FAKE_SURFACE), []);
      const options = { surface: FAKE_SURFACE, allowWorkspace: true };
      const { playbook: loaded } = parsePlaybook(text, file, options);
      assert.equal(loaded.playbook_id, id);
      assert.equal(validate(loaded), true);
    });
  }
});

Deno.test("initPlaybook() lints clean with its comments taken away", () => {
  const text = initPlaybook("demo").replace(/^( *)# (- step_id| {2}|claims|- text)/gm, "$1$2");
  assert.match(text, /tool_name: read_match/);
  assert.deepEqual(lintPlaybook(text, "demo.playbook.yaml", FAKE_SURFACE), []);
});

Deno.test("initPlaybook() refuses what is no id", () => {
  assert.throws(() => initPlaybook("../x"), PlaybookError);
});
