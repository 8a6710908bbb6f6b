import assert from "node:assert/strict";
import { insertJsonc, newJsonc, removeJsonc, replaceJsonc } from "../../src/hosts/jsonc_edit.ts";

const KEYS = ["servers", "frigg"];
const ENTRY = { command: "/f", args: ["-r", "/p"] };
const ONE_LINE = '"frigg": { "command": "/f", "args": ["-r", "/p"] }';

/** Every row goes both ways. */
const CASES = [
  {
    name: "an object with a comment behind its last member",
    before: '{\n  // mine\n  "servers": {\n    "a": { "x": 1 } // keep\n  }\n}\n',
    after: '{\n  // mine\n  "servers": {\n    "a": { "x": 1 }, // keep\n    "frigg": {\n' +
      '      "command": "/f",\n      "args": ["-r", "/p"]\n    }\n  }\n}\n',
  },
  {
    name: "trailing commas, CRLF, tabs",
    before: '{\r\n\t"servers": {\r\n\t\t"a": {},\r\n\t},\r\n}\r\n',
    after: '{\r\n\t"servers": {\r\n\t\t"a": {},\r\n\t\t"frigg": {\r\n\t\t\t"command": "/f",\r\n' +
      '\t\t\t"args": ["-r", "/p"]\r\n\t\t},\r\n\t},\r\n}\r\n',
  },
  {
    name: "no servers yet, four spaces",
    before: '{\n    "theme": "dark"\n}',
    after: '{\n    "theme": "dark",\n    "servers": {\n        "frigg": {\n' +
      '            "command": "/f",\n            "args": ["-r", "/p"]\n        }\n    }\n}',
  },
  {
    name: "no servers yet, on one line",
    before: '{ "theme": "dark" }',
    after: `{ "theme": "dark", "servers": { ${ONE_LINE} } }`,
  },
  {
    name: "servers that are empty stay on their line",
    before: '{\n  "servers": {}\n}\n',
    after: `{\n  "servers": {${ONE_LINE}}\n}\n`,
  },
  {
    name: "servers that are empty over several lines",
    before: '{\n  "servers": {\n  }\n}\n',
    after: `{\n  "servers": {${ONE_LINE}\n  }\n}\n`,
  },
  {
    name: "a comment instead of servers",
    before: '{\n  "servers": {\n    // none yet\n  }\n}\n',
    after: '{\n  "servers": {\n    // none yet\n    "frigg": {\n      "command": "/f",\n' +
      '      "args": ["-r", "/p"]\n    }\n  }\n}\n',
  },
  { name: "an empty object", before: "{}\n", after: `{"servers": { ${ONE_LINE} }}\n` },
  {
    name: "one line with a trailing comma",
    before: '{"servers":{"a":1,}}',
    after: `{"servers":{"a":1, ${ONE_LINE},}}`,
  },
  {
    name: "an empty file",
    before: "",
    after: '{\n  "servers": {\n    "frigg": {\n      "command": "/f",\n' +
      '      "args": ["-r", "/p"]\n    }\n  }\n}',
  },
  {
    name: "nothing but a comment without line end",
    before: "// mine",
    after: '{\n  "servers": {\n    "frigg": {\n      "command": "/f",\n' +
      '      "args": ["-r", "/p"]\n    }\n  }\n}\n// mine',
  },
];

Deno.test("an entry is added without touching anything, and removed to the byte", async (t) => {
  for (const { name, before, after } of CASES) {
    await t.step(name, () => {
      assert.equal(insertJsonc(before, KEYS, ENTRY), after);
      assert.equal(removeJsonc(after, KEYS), before);
    });
  }
});

Deno.test("a file that was made for the entry goes with it", () => {
  const text = newJsonc(KEYS, ENTRY);
  assert.equal(text.at(-1), "\n");
  assert.equal(removeJsonc(text, KEYS), undefined);
  assert.equal(removeJsonc(text.replace("{", '{\n  "a": 1,'), KEYS), '{\n  "a": 1\n}\n');
  assert.equal(removeJsonc(`// mine\n${text}`, KEYS), "// mine\n\n");
});

Deno.test("replaceJsonc() keeps the bytes of what keeps its value", async (t) => {
  const cases = [
    {
      name: "one value, comments and all",
      before: '{"servers":{"frigg":{"command":"/old" /* here */,"args":["-r","/p"]}}}',
      after: '{"servers":{"frigg":{"command":"/f" /* here */,"args":["-r","/p"]}}}',
    },
    {
      name: "other members make another entry",
      before: '{\n  "servers": {\n    "frigg": {\n      "url": "x"\n    } // mine\n  }\n}',
      after: '{\n  "servers": {\n    "frigg": {\n      "command": "/f",\n' +
        '      "args": ["-r", "/p"]\n    } // mine\n  }\n}',
    },
  ];
  for (const { name, before, after } of cases) {
    await t.step(name, () => assert.equal(replaceJsonc(before, KEYS, ENTRY), after));
  }
});

Deno.test("a text that cannot be edited safely is refused with its place", async (t) => {
  const cases = [
    { name: "cut off", text: '{\n  "servers": {\n    "a": {', says: /^3:11: not valid JSON/ },
    { name: "a missing comma", text: '{ "a": 1 "b": 2 }', says: /^1:10: not valid JSON \(Comma/ },
    { name: "servers that are a list", text: '{\n  "servers": []\n}', says: /^2:14: an object/ },
    { name: "two of the same name", text: '{"servers":{},"servers":{}}', says: /^1:15: .* twice/ },
    { name: "no object at all", text: '"x"', says: /^1:1: an object is expected/ },
    { name: "two values", text: "{}{}", says: /^1:3: not valid JSON/ },
  ];
  for (const { name, text, says } of cases) {
    await t.step(name, () => {
      assert.throws(() => insertJsonc(text, KEYS, ENTRY), {
        name: "SettingsProblem",
        message: says,
      });
    });
  }
});

Deno.test("others that joined our entry's line or object stay", async (t) => {
  const cases = [
    {
      name: "behind us on our line, below a comment",
      before: '{\n  "servers": {\n    "a": 1, // keep\n    "frigg": {}, "b": 2\n  }\n}',
      after: '{\n  "servers": {\n    "a": 1, // keep\n    "b": 2\n  }\n}',
    },
    {
      name: "a brace behind us, below a comment",
      before: '{ "servers": { "a": 1, // keep\n  "frigg": {} } }',
      after: '{ "servers": { "a": 1 // keep\n   } }',
    },
    {
      name: "first of several",
      before: '{\n  "servers": {\n    "frigg": {},\n    "b": 2\n  }\n}',
      after: '{\n  "servers": {\n    "b": 2\n  }\n}',
    },
  ];
  for (const { name, before, after } of cases) {
    await t.step(name, () => assert.equal(removeJsonc(before, KEYS), after));
  }
});

Deno.test("a text nested without end is refused, not a crash", () => {
  const text = `{"a": ${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
  assert.throws(() => insertJsonc(text, KEYS, ENTRY), { message: /^1:1: nested too deeply/ });
});
