import assert from "node:assert/strict";
import { checkout, frigg, IS_BINARY, runToEnd, shopCheckout, type Start } from "./frigg.ts";

/** Symbols of the shop, one for each language family. */
const SYMBOLS = [
  { query: "SessionStore", path: "src/session.ts", kind: "class", line: 10 },
  { query: "ServeHTTP", path: "gateway/gateway.go", kind: "method", line: 29 },
  { query: "Discount", path: "pricing/lib.rs", kind: "struct", line: 5 },
  { query: "summarize", path: "tools/report.py", kind: "function", line: 16 },
];

Deno.test("alone in an empty folder, without environment, in /: indexes, finds and replays", async (t) => {
  using shop = shopCheckout();
  using home = checkout();
  const root = ["--workspace-root", `${shop.root}/fixtures/shop`];
  const run = await placed(home.root);
  await t.step("index", async () => {
    const { code, stdout } = await run(["index", ...root]);
    assert.equal(code, 0);
    assert.match(stdout, /^Indexed shop: 9 files, /);
  });
  for (const { query, ...want } of SYMBOLS) {
    await t.step(`symbol ${query}`, async () => {
      const args = JSON.stringify({ query, path_class: "any", limit: 1 });
      const { stdout } = await run(["call", "search_symbol", args, ...root]);
      const [{ path, kind, line }] = JSON.parse(stdout).matches;
      assert.deepEqual({ path, kind, line }, want);
    });
  }
  await t.step("replay", async () => {
    const { code, stdout } = await run(["playbook", "replay", `${shop.root}/playbooks`]);
    assert.equal(code, 0, stdout);
  });
});

/** The binary copied into that folder; from source there is nothing to copy. */
async function placed(folder: string): Promise<typeof frigg> {
  const binary = Deno.env.get("FRIGG_BIN");
  if (binary === undefined) return frigg;
  const command = `${folder}/frigg`;
  await Deno.copyFile(binary, command);
  return (args, start: Start = {}) => runToEnd({ command, args }, { cwd: "/", ...start });
}

Deno.test({
  name: "the binary knows its version and the licences of what is inside",
  ignore: !IS_BINARY,
  fn: async () => {
    const version = await frigg(["version"]);
    assert.match(version.stdout, /^frigg \d+\.\d+\.\d+\n$/);
    const notices = await frigg(["version", "--notices"]);
    assert.equal(notices.code, 0);
    assert.match(notices.stdout, /commander/);
  },
});
