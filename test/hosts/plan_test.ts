import assert from "node:assert/strict";
import { FORMATS } from "../../src/hosts/format.ts";
import { COMMON_SHAPE, type Scope } from "../../src/hosts/host.ts";
import { isOurs, launchOf } from "../../src/hosts/launch.ts";
import { launchFor, type Order } from "../../src/hosts/order.ts";
import { planRegister, planUninstall, type Wanted } from "../../src/hosts/plan.ts";
import { vscode } from "../../src/hosts/vscode.ts";

const WANTED: Wanted = {
  format: FORMATS.jsonc,
  keys: ["mcpServers", "frigg"],
  entry: { command: "/f" },
  isOurs: () => true,
};

Deno.test("a text in which anything else has changed is never given out", async (t) => {
  const cases = [
    { name: "a neighbour is lost", text: '{"mcpServers":{"frigg":{"command":"/f"}}}' },
    { name: "a neighbour differs", text: '{"mcpServers":{"frigg":{"command":"/f"}},"a":2}' },
    { name: "something is new", text: '{"mcpServers":{"frigg":{"command":"/f"}},"a":1,"b":1}' },
    { name: "the entry is not there", text: '{"a":1}' },
  ];
  for (const { name, text } of cases) {
    await t.step(name, () => {
      const format = { ...FORMATS.jsonc, insert: () => text, remove: () => "{}" };
      const wrong = { ...WANTED, format };
      assert.throws(() => planRegister('{"a":1}', wrong), /without touching something else/);
    });
  }
  await t.step("a neighbour goes with the entry", () => {
    const format = { ...FORMATS.jsonc, remove: () => undefined };
    const text = '{"a":1,"mcpServers":{"frigg":{"command":"/f"}}}';
    assert.throws(() => planUninstall(text, { ...WANTED, format }), /touching something else/);
  });
});

Deno.test("launchOf() reads every form of a command", async (t) => {
  const cases = [
    { name: "object", entry: { command: "/f", args: ["a"] }, want: { command: "/f", args: ["a"] } },
    { name: "list", entry: { command: ["/f", "a"] }, want: { command: "/f", args: ["a"] } },
    { name: "no arguments", entry: { command: "/f" }, want: { command: "/f", args: [] } },
    { name: "a number among them", entry: { command: "/f", args: [1] }, want: undefined },
    { name: "no command", entry: { url: "x" }, want: undefined },
    { name: "an empty list", entry: { command: [] }, want: undefined },
    { name: "no object", entry: "/f", want: undefined },
  ];
  for (const { name, entry, want } of cases) {
    await t.step(name, () => assert.deepEqual(launchOf(entry), want));
  }
});

Deno.test("isOurs() knows what frigg wrote from what somebody made of it", async (t) => {
  const args = ["--workspace-root", "/r"];
  const main = ["run", "--quiet", "/src/main.ts", ...args];
  const cases = [
    { name: "as written", entry: { command: "/a/frigg", args, env: {} }, want: true },
    { name: "on Windows", entry: { command: "C:\\a\\frigg.exe", args, env: {} }, want: true },
    { name: "from source", entry: { command: "/b/deno", args: main, env: {} }, want: true },
    {
      name: "a variable was set",
      entry: { command: "/a/frigg", args, env: { A: "1" } },
      want: false,
    },
    {
      name: "a member was added",
      entry: { command: "/a/frigg", args, env: {}, cwd: "/" },
      want: false,
    },
    {
      name: "a flag was added",
      entry: { command: "/a/frigg", args: [...args, "-v"], env: {} },
      want: false,
    },
    { name: "another program", entry: { command: "/a/wrapper", args, env: {} }, want: false },
  ];
  for (const { name, entry, want } of cases) {
    await t.step(name, () => assert.equal(isOurs(entry, COMMON_SHAPE, []), want));
  }
});

Deno.test("only a project's shared file has the host's variable for its folder", () => {
  const order: Order = {
    site: { os: "linux", home: "/h", env: () => undefined, project: "/p" },
    program: { command: "/f", args: [] },
    roots: ["/p", "/q"],
    extra: [],
    followsLinks: false,
  };
  const roots = (scope: Scope): readonly string[] =>
    launchFor(vscode, scope, order).args.filter((word) => word !== "--workspace-root");
  assert.deepEqual(roots("project"), ["${workspaceFolder}", "/q"]);
  assert.deepEqual(roots("user"), ["/p", "/q"]);
});
