/** The narrow start that docs/operating.md shows, run as it stands there. */
import assert from "node:assert/strict";
import { sourceEnvironment } from "../support/program.ts";
import { checkout, type Ended, PROJECT, runToEnd } from "./frigg.ts";

/** Arguments of the start in the document, with these folders in place of its examples. */
function documentedStart(folders: Readonly<Record<string, string>>): string[] {
  const markdown = Deno.readTextFileSync(`${PROJECT}docs/operating.md`);
  const [, command = ""] = /```sh\ndeno (run [^]*?)\n```/.exec(markdown) ?? [];
  return command.replaceAll("\\\n", "").split(/\s+/).map((word) =>
    Object.entries(folders).reduce((text, [from, to]) => text.replaceAll(from, to), word)
  );
}

Deno.test("the hardened start serves its root with the permissions that it names", async () => {
  using repo = checkout({ "a.ts": "export const needle = 1;\n" });
  const cache = sourceEnvironment()["DENO_DIR"] ?? "";
  const args = documentedStart({
    "/abs/repo": repo.root,
    "/abs/frigg": PROJECT.replace(/\/$/, ""),
    "/abs/cache/npm": `${cache}/npm`,
  });
  const start = { cwd: PROJECT, env: { ...sourceEnvironment(), HOME: "/" } };
  const run = (...more: readonly string[]): Promise<Ended> =>
    runToEnd({ command: Deno.execPath(), args: [...args, ...more] }, start);

  const found = await run("search", "needle");
  assert.deepEqual([found.code, found.stdout], [
    0,
    "a.ts:1:14: export const needle = 1;\n",
  ], found.stderr);
  const symbols = await run("call", "search_symbol", '{"query":"needle","path_class":"any"}');
  assert.match(symbols.stdout, /"line": 1,/, symbols.stderr);
  assert.equal(repo.exists(".frigg/CURRENT"), true);
});
