/** No path of any tool leads out of the workspace, and no refusal tells whether something is there. */
import assert from "node:assert/strict";
import { relative } from "node:path";
import { isJsonObject, type Json, type JsonObject } from "../../src/contract/json.ts";
import { connect, type Connection } from "../support/client.ts";
import { list, object, pick } from "../support/json.ts";
import { type TempRepo, tempRepo } from "../support/repo.ts";

/** Text inputs that name a file of the workspace. */
const PATHS = ["path", "playbook_path"];
/** Text inputs whose names sound like it, and what they are. */
const NO_PATHS: Readonly<Record<string, string>> = {
  path_regex: "a pattern over paths",
  exclude_path_regex: "a pattern over paths",
  path_class: "a class of paths",
};
const SOUNDS_LIKE_A_PATH = /path|file|folder|dir|root|uri/i;
/** `workspace` adopts any folder that it is given: that is what a path is for there. */
const ADOPTS = "workspace";

/** The text inputs of a schema, those of nested objects included. */
function textInputs(schema: Json | undefined): string[] {
  if (Array.isArray(schema)) return schema.flatMap(textInputs);
  if (!isJsonObject(schema)) return [];
  const { properties } = schema;
  const own = isJsonObject(properties)
    ? Object.entries(properties).filter(([, input]) => isText(input)).map(([name]) => name)
    : [];
  return [...own, ...Object.values(schema).flatMap(textInputs)];
}

function isText(schema: Json | undefined): boolean {
  return isJsonObject(schema) && schema["type"] === "string";
}

/** Arguments that a tool needs besides its path. */
const NEEDED: Readonly<Record<string, JsonObject>> = {
  explore: { operation: "probe", query: "secret" },
  inspect_syntax_tree: { line: 1, column: 1 },
  find_declarations: { line: 1, column: 14 },
  find_implementations: { line: 1, column: 14 },
  find_references: { line: 1, column: 14 },
  go_to_definition: { line: 1, column: 14 },
  incoming_calls: { line: 1, column: 14 },
  outgoing_calls: { line: 1, column: 14 },
};

const SECRET = "outside-secret-41c7";
const PLAYBOOK = `playbook_schema: frigg.playbook.v1\nplaybook_id: ${SECRET}\nsteps: []\n`;
const ENDINGS: Readonly<Record<string, string>> = {
  path: ".ts",
  playbook_path: ".playbook.yaml",
};

interface Escape {
  readonly name: string;
  readonly path: string;
}

/** Ways out to a file of this ending: one that is there and one that is not. */
function escapes(root: string, outside: string, ending: string): Escape[] {
  const up = relative(root, outside);
  const upWith = (dot: string, slash: string): string =>
    up.replaceAll("/", slash).replaceAll(".", dot);
  const ways: readonly Escape[] = [
    { name: "up", path: up },
    { name: "up from a folder", path: `src/../${up}` },
    { name: "up in the middle", path: `./src/.././../repo/${up}` },
    { name: "absolute", path: outside },
    { name: "absolute through the root", path: `${root}/${up}` },
    { name: "a folder's link", path: "leakdir" },
    { name: "a link to a link", path: "chain" },
    { name: "backslashes", path: up.replaceAll("/", "\\") },
    { name: "absolute with backslashes", path: outside.replaceAll("/", "\\") },
    { name: "full-width dots", path: upWith("\uff0e", "/") },
    { name: "full-width slashes", path: upWith(".", "\uff0f") },
    { name: "full-width backslashes", path: upWith(".", "\uff3c") },
    { name: "division slashes", path: upWith(".", "\u2215") },
    { name: "fraction slashes", path: upWith(".", "\u2044") },
    { name: "one dot leaders", path: upWith("\u2024", "/") },
    { name: "two dot leaders", path: up.replaceAll("..", "\u2025") },
  ];
  const files = ways.flatMap(({ name, path }) => [
    { name: `${name}, something there`, path: `${path}/secret${ending}` },
    { name: `${name}, nothing there`, path: `${path}/none${ending}` },
  ]);
  return [
    ...files,
    { name: "a file's link", path: `leak${ending}` },
    { name: "a file's link, nothing there", path: `dangling${ending}` },
  ];
}

function links(repo: TempRepo, outside: string): void {
  for (const ending of Object.values(ENDINGS)) {
    Deno.symlinkSync(`${outside}/secret${ending}`, `${repo.root}/leak${ending}`);
    Deno.symlinkSync(`${outside}/none${ending}`, `${repo.root}/dangling${ending}`);
  }
  Deno.symlinkSync(outside, `${repo.root}/leakdir`);
  Deno.symlinkSync("leakdir", `${repo.root}/chain`);
}

const REFUSAL = {
  error_code: "access_denied",
  retryable: false,
  message: "access_denied: path is outside workspace roots",
};

/** Every tool and input that names a file. */
function pathInputs({ app }: Connection): { readonly tool: string; readonly input: string }[] {
  return app.surface.tools.filter(({ name }) => name !== ADOPTS).flatMap(({ name, inputSchema }) =>
    [...new Set(textInputs(inputSchema))]
      .filter((input) => PATHS.includes(input)).map((input) => ({ tool: name, input }))
  );
}

Deno.test("no path of a tool leads out of the workspace", async (t) => {
  using outside = tempRepo({
    "secret.ts": `export const secret = "${SECRET}";\n`,
    "secret.playbook.yaml": PLAYBOOK,
  }, "outside");
  using repo = tempRepo({ "src/a.ts": "export const secret = 1;\n" });
  links(repo, outside.root);
  await using connection = await connect([repo.root]);

  await t.step("every input that sounds like a path is known as one, or as none", () => {
    for (const { name, inputSchema } of connection.app.surface.tools) {
      const sounding = textInputs(inputSchema).filter((input) => SOUNDS_LIKE_A_PATH.test(input));
      for (const input of sounding) {
        assert(PATHS.includes(input) || input in NO_PATHS, `${name} ${input}`);
      }
    }
  });

  const inputs = pathInputs(connection);
  await t.step("the table covers what it should", () => {
    assert(inputs.length >= 12, `${inputs.length} inputs`);
  });

  for (const { tool, input } of inputs) {
    const ways = escapes(repo.root, outside.root, ENDINGS[input] ?? "");
    for (const { name, path } of ways) {
      await t.step(`${tool} ${input}: ${name}`, async () => {
        assert.deepEqual(
          await connection.refused(tool, { ...NEEDED[tool], [input]: path }),
          REFUSAL,
        );
      });
    }
    if (input !== "path") continue;
    await t.step(`steps of a playbook: ${tool}`, async () => {
      const steps = ways.map(({ path }, at): JsonObject => ({
        step_id: `s${at}`,
        tool_name: tool,
        params: { ...NEEDED[tool], path },
      }));
      const playbook = { playbook_schema: "frigg.playbook.v1", playbook_id: "escapes", steps };
      const { trace_artifact: trace } = await connection.call("playbook_run", { playbook });
      assert(isJsonObject(trace));
      const refusals = list(trace, "steps").map((step) =>
        pick(object(step, "outcome"), "error_code", "message")
      );
      assert.deepEqual(refusals, ways.map(() => [REFUSAL.error_code, REFUSAL.message]));
      assert(!JSON.stringify(trace).includes(SECRET));
    });
  }
  await t.step("nothing of this was a bug", () => assert.deepEqual(connection.logged, []));
});
