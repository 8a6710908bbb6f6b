import assert from "node:assert/strict";
import fc from "fast-check";
import {
  insertToml,
  newToml,
  removeToml,
  replaceToml,
  tomlValue,
} from "../../src/hosts/toml_edit.ts";

const KEYS = ["mcp_servers", "frigg"];
const ENTRY = { command: "/f", args: ["-r", "/p"], timeout: 20, enabled: true };
const BLOCK =
  '[mcp_servers.frigg]\ncommand = "/f"\nargs = ["-r", "/p"]\ntimeout = 20\nenabled = true';
const CRLF_BLOCK = BLOCK.replaceAll("\n", "\r\n");

/** Every row goes both ways. */
const CASES = [
  { name: "an empty file", before: "", after: BLOCK },
  {
    name: "other tables and comments",
    before: '# mine\nmodel = "x" # here\n\n[mcp_servers.other]\ncommand = "y"\n',
    after: `# mine\nmodel = "x" # here\n\n[mcp_servers.other]\ncommand = "y"\n\n${BLOCK}\n`,
  },
  { name: "no line end at the end", before: "a = 1", after: `a = 1\n\n${BLOCK}` },
  { name: "blank lines at the end", before: "a = 1\n\n\n", after: `a = 1\n\n\n\n${BLOCK}\n` },
  { name: "CRLF", before: "a = 1\r\n", after: `a = 1\r\n\r\n${CRLF_BLOCK}\r\n` },
  {
    name: "our header in a text that is none",
    before: 'a = """\n[mcp_servers.frigg]\n"""\n',
    after: `a = """\n[mcp_servers.frigg]\n"""\n\n${BLOCK}\n`,
  },
  { name: "nothing but a comment", before: "# mine", after: `# mine\n\n${BLOCK}` },
];

Deno.test("a table is added at the end, and removed to the byte", async (t) => {
  for (const { name, before, after } of CASES) {
    await t.step(name, () => {
      assert.equal(insertToml(before, KEYS, ENTRY), after);
      assert.equal(removeToml(after, KEYS), before);
    });
  }
});

Deno.test("a file that was made for the table goes with it", () => {
  assert.equal(newToml(KEYS, ENTRY), `${BLOCK}\n`);
  assert.equal(removeToml(newToml(KEYS, ENTRY), KEYS), undefined);
  assert.equal(removeToml(`${BLOCK}\n\n[a]\nb = 1\n`, KEYS), "\n[a]\nb = 1\n");
});

Deno.test("replaceToml() keeps the bytes of what keeps its value", async (t) => {
  const old = BLOCK.replace('"/f"', '"/old" # here');
  const cases = [
    { name: "one value", before: old, after: BLOCK.replace('"/f"', '"/f" # here') },
    {
      name: "other keys make another table, its own tables included",
      before: '[mcp_servers.frigg]\nurl = "x"\n[mcp_servers.frigg.env]\nA = "1"\n[z]\nb = 1\n',
      after: `${BLOCK}\n[z]\nb = 1\n`,
    },
  ];
  for (const { name, before, after } of cases) {
    await t.step(name, () => assert.equal(replaceToml(before, KEYS, ENTRY), after));
  }
});

Deno.test("paths of Windows are literal strings, and everything reads back", () => {
  const entry = { command: "C:\\bin\\frigg.exe", args: ["it's C:\\x", 'a "b" \x7f\t'] };
  const text = newToml(KEYS, entry);
  assert.equal(text.split("\n")[1], "command = 'C:\\bin\\frigg.exe'");
  assert.deepEqual(JSON.parse(JSON.stringify(tomlValue(text))), { mcp_servers: { frigg: entry } });
});

Deno.test("a text that cannot be edited safely is refused with its place", async (t) => {
  const cases = [
    { name: "cut off", text: 'a = 1\nb = "x', says: /^2:7: not valid TOML/ },
    { name: "servers written inline", text: "mcp_servers = { a = {} }\n", says: /not valid TOML/ },
    { name: "servers that are a list", text: "mcp_servers = []\n", says: /not valid TOML/ },
  ];
  for (const { name, text, says } of cases) {
    await t.step(name, () => {
      assert.throws(() => insertToml(text, KEYS, ENTRY), {
        name: "SettingsProblem",
        message: says,
      });
    });
  }
  await t.step("an entry that is no table of its own", () => {
    const text = '[mcp_servers]\nfrigg = { command = "x" }\n';
    assert.throws(() => removeToml(text, KEYS), /^SettingsProblem: 1:1: .* table of its own/);
    assert.throws(() => replaceToml(text, KEYS, ENTRY), /table of its own/);
  });
});

const LINES = fc.constantFrom(
  "# note",
  "",
  "  ",
  'a = "[mcp_servers.frigg]"',
  "[mcp_servers.other]",
  "[mcp_servers]",
  "[[list]]",
  "b = [\n  1, # one\n]",
  "[mcp_servers.frigg2]",
  "c.d = 1",
);

Deno.test("whatever the file looks like, a table comes and goes without a trace", () => {
  const files = fc.record({
    lines: fc.uniqueArray(LINES, { maxLength: 8 }),
    end: fc.constantFrom("", "\n", "\n\n", " "),
    eol: fc.constantFrom("\n", "\r\n"),
  }).map(({ lines, end, eol }) => (lines.join("\n") + end).replaceAll("\n", eol));
  fc.assert(
    fc.property(files, (before) => {
      const added = insertToml(before, KEYS, ENTRY);
      assert(added.startsWith(before));
      assert.equal(removeToml(added, KEYS), before);
      const changed = replaceToml(added, KEYS, { ...ENTRY, command: "/g" });
      assert.equal(removeToml(changed, KEYS), before);
    }),
    { numRuns: 2_000 },
  );
});
