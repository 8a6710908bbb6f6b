import assert from "node:assert/strict";
import { createApp } from "../../src/app.ts";
import { MAX_FILE_BYTES, MAX_FILES } from "../../src/contract/limits.ts";

/**
 * Where a tool's name may stand besides its own file: advice names the tools it advises. Every list of tools is
 * derived from the registry, so nothing else needs one.
 */
const ADVISERS: readonly RegExp[] = [
  /^tools\/(batch_advice|batch_probe|follow_up|hybrid_advice|impact_\w+|navigation_table|navigation_input|navigation_recovery|recovery_words|search_structural|target|read_match|document_symbols)\.ts$/,
  /^playbook\//,
  /^guidance\//,
  /^cli\//,
];

Deno.test("a tool's name stands in its own file and in advice, nowhere else", async () => {
  const app = createApp({
    roots: [],
    cwd: "/",
    home: undefined,
    limits: { maxFileBytes: MAX_FILE_BYTES, maxFiles: MAX_FILES },
    log: () => {},
  });
  const names = app.surface.tools.map(({ name }) => name).filter((name) => name !== "workspace");
  const source = new URL("../../src/", import.meta.url);
  const wrong: string[] = [];
  for await (const path of filesBelow(source, "")) {
    if (ADVISERS.some((adviser) => adviser.test(path))) continue;
    const text = await Deno.readTextFile(new URL(path, source));
    const found = names.filter((name) => text.includes(`"${name}"`));
    wrong.push(
      ...found.filter((name) => path !== `tools/${name}.ts`).map((name) => `${path}: ${name}`),
    );
  }
  assert.deepEqual(wrong, []);
});

async function* filesBelow(folder: URL, prefix: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${prefix}${name}`;
    if (isDirectory) yield* filesBelow(new URL(`${name}/`, folder), `${path}/`);
    else if (path.endsWith(".ts")) yield path;
  }
}
