import assert from "node:assert/strict";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { list, object } from "../support/json.ts";
import { programCommand } from "../support/program.ts";
import { checkout, IS_BINARY } from "./frigg.ts";

/** The inspector's package is large and needs Node, so it runs where the compiled file is tested. */
const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";

Deno.test({
  name: "the inspector's command line lists tools, calls them and tells refusals",
  ignore: !IS_BINARY,
  fn: async (t) => {
    using project = checkout({ "src/a.ts": "export function needle(): void {}\n" });
    const method = (...words: string[]): Promise<Inspected> =>
      inspect(project.root, ["--method", ...words]);
    await t.step("tools/list", async () => {
      const { answer } = await method("tools/list");
      assert(list(answer, "tools").some(({ name }) => name === "search_text"));
    });
    await t.step("tools/call", async () => {
      const { answer } = await method(
        "tools/call",
        "--tool-name",
        "search_text",
        "--tool-arg",
        "query=needle",
      );
      const [row] = list(object(answer, "structuredContent"), "matches");
      assert.deepEqual([row?.["path"], row?.["line"], row?.["column"]], ["src/a.ts", 1, 17]);
    });
    await t.step("a refusal", async () => {
      const { code, output } = await method(
        "tools/call",
        "--tool-name",
        "read_file",
        "--tool-arg",
        "path=../x",
      );
      assert.notEqual(code, 0);
      assert.match(output, /access_denied: path is outside workspace roots/);
    });
  },
});

interface Inspected {
  readonly code: number;
  readonly output: string;
  /** What it printed, where that is a JSON object. */
  readonly answer: JsonObject;
}

async function inspect(root: string, words: readonly string[]): Promise<Inspected> {
  const { command, args } = programCommand(["--workspace-root", root]);
  const { code, stdout, stderr } = await new Deno.Command("npx", {
    args: ["-y", INSPECTOR, "--cli", command, ...args, ...words],
    stdin: "null",
  }).output();
  const text = new TextDecoder().decode(stdout);
  const output = text + new TextDecoder().decode(stderr);
  return { code, output, answer: parsed(text) };
}

function parsed(text: string): JsonObject {
  const start = text.indexOf("{");
  if (start === -1) return {};
  try {
    const value: unknown = JSON.parse(text.slice(start));
    return isJsonObject(value) ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
