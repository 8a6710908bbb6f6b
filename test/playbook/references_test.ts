import assert from "node:assert/strict";
import fc from "fast-check";
import {
  escapeTemplate,
  parseTemplate,
  referencesOf,
  wholeReference,
} from "../../src/playbook/references.ts";

const GOOD = [
  { text: "", want: [""] },
  { text: "plain", want: ["plain"] },
  { text: "$ $$ $x }{", want: ["$ $$ $x }{"] },
  { text: "$${HOME}", want: ["${HOME}"] },
  { text: "$$${a", want: ["$${a"] },
  { text: "${inputs.a-b_2}", want: [{ kind: "input", name: "a-b_2", text: "${inputs.a-b_2}" }] },
  {
    text: "a ${inputs.q}!",
    want: ["a ", { kind: "input", name: "q", text: "${inputs.q}" }, "!"],
  },
  {
    text: "${steps.find}",
    want: [{ kind: "step", stepId: "find", path: [], text: "${steps.find}" }],
  },
  {
    text: '${steps.a-b.rows[0]["x.y"].z}',
    want: [{
      kind: "step",
      stepId: "a-b",
      path: ["rows", 0, "x.y", "z"],
      text: '${steps.a-b.rows[0]["x.y"].z}',
    }],
  },
  {
    text: '${steps.a["\\"]}"]}',
    want: [{ kind: "step", stepId: "a", path: ['"]}'], text: '${steps.a["\\"]}"]}' }],
  },
];

Deno.test("parseTemplate() reads references and literals", async (t) => {
  for (const { text, want } of GOOD) {
    await t.step(JSON.stringify(text), () => {
      assert.deepEqual(parseTemplate(text), { kind: "ok", pieces: want });
    });
  }
});

const BAD = [
  { text: "${HOME}", shown: "${HOME}" },
  { text: "x ${inputs.A} y", shown: "${inputs.A}" },
  { text: "${inputs.a.b}", shown: "${inputs.a.b}" },
  { text: "${inputs.a", shown: "${inputs.a" },
  { text: "${steps.a[-1]}", shown: "${steps.a[-1]}" },
  { text: "${steps.a[01]}", shown: "${steps.a[01]}" },
  { text: "${steps.a..b}", shown: "${steps.a..b}" },
  { text: "${ steps.a }", shown: "${ steps.a }" },
  { text: '${steps.a["\\q"]}', shown: '${steps.a["\\q"]}' },
  { text: `\${inputs.${"a".repeat(65)}}`, shown: `\${inputs.${"a".repeat(65)}}` },
];

Deno.test("parseTemplate() refuses what is no reference", async (t) => {
  for (const { text, shown } of BAD) {
    await t.step(text, () => {
      const template = parseTemplate(text);
      assert.equal(template.kind, "malformed");
      assert.equal(template.kind === "malformed" && template.text, shown);
    });
  }
});

Deno.test("escapeTemplate() makes any text a template of itself", () => {
  const text = fc.string({ unit: fc.constantFrom("$", "{", "}", "a", "inputs.a", "é", "😀") });
  fc.assert(fc.property(text, (value) => {
    assert.deepEqual(parseTemplate(escapeTemplate(value)), { kind: "ok", pieces: [value] });
  }));
});

Deno.test("parseTemplate() finds a reference between any texts", () => {
  const around = fc.string({ unit: fc.constantFrom("$x", "{", "}", "a", "😀") });
  const key = fc.string({ unit: fc.constantFrom('"', "\\", "]", "}", ".", "a", "😀") });
  fc.assert(fc.property(around, key, fc.nat(), around, (before, name, index, after) => {
    const text = `\${steps.a-b[${JSON.stringify(name)}][${index % 1e9}]}`;
    const template = parseTemplate(before + text + after);
    const reference = { kind: "step", stepId: "a-b", path: [name, index % 1e9], text };
    const literals = (literal: string): readonly string[] => literal === "" ? [] : [literal];
    assert.deepEqual(template, {
      kind: "ok",
      pieces: [...literals(before), reference, ...literals(after)],
    });
  }));
});

Deno.test("wholeReference() knows a string that is one reference", () => {
  const pieces = (text: string): ReturnType<typeof wholeReference> => {
    const template = parseTemplate(text);
    return template.kind === "ok" ? wholeReference(template.pieces) : undefined;
  };
  assert.equal(pieces("${inputs.a}")?.text, "${inputs.a}");
  assert.equal(pieces("${inputs.a} "), undefined);
  assert.equal(pieces("a"), undefined);
});

Deno.test("referencesOf() lists references in document order", () => {
  const value = { b: ["${inputs.x}", { c: "${steps.s.y} ${inputs.z}" }], a: "$${no}", d: "${bad}" };
  assert.deepEqual(referencesOf(value).map(({ text }) => text), [
    "${inputs.x}",
    "${steps.s.y}",
    "${inputs.z}",
  ]);
});
