/** From source; `test/scripts/compile_test.ts` and e2e tests see the binary's side. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import {
  assetBytes,
  assetFolders,
  readNotices,
  TREE_SITTER_CORE,
  workerUrl,
} from "../../src/platform/assets.ts";

const WASM_MAGIC = [0x00, 0x61, 0x73, 0x6d];
const MISSING = [
  { name: "package not in deno.json", module: "no-such-package/grammar.wasm" },
  { name: "file not in the package", module: "@vscode/tree-sitter-wasm/wasm/no-such-grammar.wasm" },
];

Deno.test("assetBytes() reads a file of an npm package", async () => {
  const bytes = await assetBytes(TREE_SITTER_CORE);
  assert.deepEqual([...bytes.subarray(0, 4)], WASM_MAGIC);
});

Deno.test("assetBytes() advises to install what is missing", async (t) => {
  for (const { name, module } of MISSING) {
    await t.step(name, async () => {
      await assert.rejects(assetBytes({ embedded: "x", module }), {
        message: `Cannot find asset "${module}": run \`deno install\``,
      });
    });
  }
});

Deno.test("assetFolders() holds every grammar package", () => {
  const modules = [
    TREE_SITTER_CORE.module,
    "@vscode/tree-sitter-wasm/wasm/tree-sitter-go.wasm",
  ];
  const [folder] = assetFolders();
  for (const module of modules) {
    const file = fileURLToPath(import.meta.resolve(module));
    assert.ok(file.startsWith(`${folder}/`), `${file} is not under ${folder}`);
  }
});

Deno.test("workerUrl() names the engine's worker entry", () => {
  assert.equal(workerUrl().href, new URL("../../src/engine/worker.ts", import.meta.url).href);
});

Deno.test("readNotices() has nothing from source", async () => {
  assert.equal(await readNotices(), undefined);
});
