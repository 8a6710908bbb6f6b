import assert from "node:assert/strict";
import { TREE_SITTER_CORE } from "../../src/platform/assets.ts";
import { buildNotices, packagesInBundle } from "../../scripts/notices.ts";

const BUNDLE = [
  "// npm/zod/4.6.7/v4/core/util.js",
  "var zod = 1;",
  "  // npm/@modelcontextprotocol/server/2.4.0/dist/index.mjs",
  'const text = "// npm/not-a-comment/1.0.0/x.js";',
  "// src/contract/lines.ts",
].join("\n");

const ASSET = { embedded: "go", module: "@vscode/tree-sitter-wasm/wasm/tree-sitter-go.wasm" };

Deno.test("packagesInBundle() reads the bundler's file comments", () => {
  assert.deepEqual(packagesInBundle(BUNDLE), [
    { name: "zod", version: "4.6.7" },
    { name: "@modelcontextprotocol/server", version: "2.4.0" },
  ]);
});

Deno.test("buildNotices() has each package's licence once, after the runtime's", async () => {
  const notices = await buildNotices([BUNDLE, BUNDLE], [ASSET, TREE_SITTER_CORE, ASSET]);
  const titles = notices.split(/\n\n-{80}\n\n/).map((part) => part.split("\n")[0]);
  assert.deepEqual(titles, [
    "Deno (the runtime this program is compiled with)",
    "@modelcontextprotocol/server 2.4.0",
    "@vscode/tree-sitter-wasm 0.3.1",
    "web-tree-sitter 0.27.2",
    "zod 4.6.7",
  ]);
  assert.match(notices, /Copyright \(c\) Microsoft Corporation/);
});

Deno.test("buildNotices() refuses a package without a licence text", async () => {
  await assert.rejects(
    buildNotices(["// npm/no-such-package/1.2.3_1/index.js"], []),
    { message: 'Cannot find a licence text in package "no-such-package" 1.2.3_1' },
  );
});
