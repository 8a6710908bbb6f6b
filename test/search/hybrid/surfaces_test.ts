import assert from "node:assert/strict";
import { sourceClassOf, surfaceFamiliesOf } from "../../../src/search/hybrid/surfaces.ts";
import { pathClassOf } from "../../../src/snapshot/classify.ts";

const ROWS = [
  { path: "src/a.ts", source: "runtime", families: ["runtime"] },
  { path: "src/main.ts", source: "runtime", families: ["runtime", "entrypoint"] },
  { path: "cmd/tool/main.go", source: "project", families: ["entrypoint"] },
  { path: "test/a_test.ts", source: "tests", families: ["tests"] },
  { path: "src/a.test.ts", source: "tests", families: ["tests"] },
  { path: "src/a/__tests__/b.js", source: "tests", families: ["tests"] },
  { path: "runtime-tests/deno/a.ts", source: "tests", families: ["tests"] },
  { path: "pkg/test_a.py", source: "tests", families: ["tests"] },
  { path: "src/latest/a.ts", source: "runtime", families: ["runtime"] },
  { path: "test/fixtures/a.json", source: "fixtures", families: [] },
  { path: "playbooks/a.yaml", source: "playbooks", families: [] },
  { path: "README.md", source: "readme", families: [] },
  { path: "docs/guide.md", source: "documentation", families: [] },
  { path: "docs/bench.md", source: "benchmark_docs", families: [] },
  { path: "contracts/errors.json", source: "error_contracts", families: [] },
  { path: "contract/tools.json", source: "tool_contracts", families: [] },
  { path: "specs/protocol.txt", source: "specs", families: [] },
  { path: "package.json", source: "runtime", families: ["runtime", "package_surface"] },
  { path: "benches/a.rs", source: "support", families: [] },
  { path: "web/vite.config.ts", source: "project", families: ["build_config"] },
  { path: "pnpm-workspace.yaml", source: "runtime", families: ["runtime", "workspace_config"] },
];

Deno.test("a path tells what part of a project a file is", async (t) => {
  for (const { path, source, families } of ROWS) {
    await t.step(path, () => {
      const pathClass = pathClassOf(path);
      assert.equal(sourceClassOf(path, pathClass), source);
      assert.deepEqual(surfaceFamiliesOf(path, pathClass), families);
    });
  }
});
