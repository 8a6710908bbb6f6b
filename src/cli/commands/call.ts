/**
 * `frigg call`: one tool, or a session of calls from standard input, with answers as JSON.
 * @module
 */
import { invalidParams, ToolError } from "../../contract/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { UnresolvedReference } from "../../playbook/bind.ts";
import { inputLines } from "../../platform/process.ts";
import { bindAnswers } from "../answer_references.ts";
import type { Command, CommandCall } from "../command.ts";
import { EXIT, type ExitCode, usageError } from "../exit.ts";
import { outcomeJson, pretty, refusalJson } from "../print_json.ts";
import { firstIndex } from "../repositories.ts";
import { AT_OPTION, type OpenApp, withApp } from "../with_app.ts";

export const call: Command = {
  name: "call",
  summary: "Run one tool and print its answer as JSON",
  words: [
    { name: "TOOL", text: "a tool's name, or - for a session of calls on standard input" },
    { name: "[JSON]", text: "its arguments (default: {})" },
  ],
  options: [AT_OPTION],
  examples: [
    `frigg call search_symbol '{"query":"parse","path_class":"any"}'`,
    `frigg call - < calls.ndjson     {"tool":…,"arguments":{…}} a line; "\${1.matches[0].path}" reads answer 1`,
  ],
  run: (given) => given.words[0] === "-" ? session(given) : single(given),
};

async function single(given: CommandCall): Promise<ExitCode> {
  const [tool = "", text = "{}"] = given.words;
  const args = parse(text, (why) => usageError(`Cannot read the arguments as JSON: ${why}`));
  return await withApp(given, async (opened) => {
    await firstIndex(given, opened);
    const { dispatch, options } = opened;
    const outcome = await dispatch(tool, args, options);
    given.console.print(pretty(outcomeJson(outcome)));
    if (outcome.status !== "ok") listTools(tool, given, opened);
    return outcome.status === "ok" ? EXIT.ok : EXIT.differs;
  });
}

/** A host knows the names from its list of tools; a person who named another one at a shell does not. */
function listTools(named: string, { console }: CommandCall, { app }: OpenApp): void {
  const names = app.surface.tools.map(({ name }) => name);
  if (!names.includes(named)) console.note(`The tools: ${names.join(", ")}`);
}

/** One answer a line, in the order of the calls; all calls share one session. */
async function session(given: CommandCall): Promise<ExitCode> {
  if (given.words.length > 1) {
    throw usageError("Cannot use arguments with -: each line has its own");
  }
  return await withApp(given, async (app) => {
    await firstIndex(given, app);
    const answers: (JsonObject | undefined)[] = [];
    for await (const line of inputLines()) {
      if (line.trim() === "") continue;
      const { shown, answer } = await answerLine(line, answers, app);
      answers.push(answer);
      given.console.print(JSON.stringify(shown));
    }
    return answers.includes(undefined) ? EXIT.differs : EXIT.ok;
  });
}

/** What a line prints, and what later lines can refer to: nothing after a refusal. */
interface LineAnswer {
  readonly shown: JsonObject;
  readonly answer: JsonObject | undefined;
}

async function answerLine(
  line: string,
  answers: readonly (Json | undefined)[],
  { dispatch, options }: OpenApp,
): Promise<LineAnswer> {
  try {
    const { tool, args } = parseCall(line);
    const outcome = await dispatch(tool, bindAnswers(args, answers), options);
    const answer = outcome.status === "ok" ? outcome.response : undefined;
    return { shown: outcomeJson(outcome), answer };
  } catch (error) {
    return { shown: refusalJson(asRefusal(error)), answer: undefined };
  }
}

/** Only what the caller wrote wrongly is an answer; anything else ends the session. */
function asRefusal(error: unknown): ToolError {
  if (error instanceof ToolError) return error;
  if (!(error instanceof UnresolvedReference)) throw error;
  return invalidParams("arguments", error.message);
}

function parseCall(line: string): { readonly tool: string; readonly args: Json } {
  const value = parse(line, badCall);
  if (!isJsonObject(value)) throw badCall("expected a JSON object");
  const { tool, arguments: args = {}, ...rest } = value;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw badCall(`unknown key "${unknown}"`);
  if (typeof tool !== "string") throw badCall('expected "tool" with a name');
  return { tool, args };
}

function badCall(why: string): ToolError {
  return new ToolError(
    "invalid_params",
    `Cannot read the line as {"tool": NAME, "arguments": {…}}: ${why}`,
  );
}

function parse(text: string, refuse: (why: string) => Error): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw refuse(error.message);
    throw error;
  }
}
