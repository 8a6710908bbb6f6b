/**
 * `frigg search`: `search_text` for people, one line a hit.
 *
 * Reads what changed since the last index first. Says on stderr whenever the lines are not all there is; `--json` prints the tool's own answers.
 * @module
 */
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { joinPath } from "../../platform/os_paths.ts";
import { workingFolder } from "../../platform/process.ts";
import type { Command, CommandCall } from "../command.ts";
import type { Flags } from "../flags.ts";
import type { Console } from "../console.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { shownFrom } from "../playbook_files.ts";
import { outcomeJson, pretty } from "../print_json.ts";
import { catchUp } from "../repositories.ts";
import { hitLine } from "../hit_line.ts";
import { count } from "../words.ts";
import { AT_OPTION, type OpenApp, withApp } from "../with_app.ts";

export const search: Command = {
  name: "search",
  summary: "Search text and print path:line:column: text",
  words: [{ name: "WORDS...", text: "what to find; several words are one text with spaces" }],
  options: [
    { flags: "--regex", text: "WORDS is a regular expression" },
    { flags: "--ignore-case", text: "upper and lower case are the same" },
    { flags: "--word", text: "whole words only" },
    { flags: "--glob GLOB", text: "only paths that match, such as src/**/*.ts" },
    { flags: "--hidden", text: "hidden files as well" },
    AT_OPTION,
    { flags: "--all", text: "every page; with --json one page a line" },
  ],
  examples: [
    "frigg search session timeout",
    "frigg search --regex 'enforce\\w+\\(' --glob 'src/**/*.ts'",
  ],
  run: (given) => withApp(given, (app) => searchAll(app, given)),
};

async function searchAll(app: OpenApp, given: CommandCall): Promise<ExitCode> {
  const { console, settings, flags } = given;
  await catchUp(given, app);
  const wanted = argumentsOf(given.words, flags);
  let shown = 0;
  let continuation: Json | undefined;
  do {
    const args = continuation === undefined ? wanted : { ...wanted, continuation };
    const outcome = await app.dispatch("search_text", args, app.options);
    if (outcome.status === "err") {
      console.print(pretty(outcomeJson(outcome)));
      return EXIT.differs;
    }
    const page = outcome.response;
    if (settings.json) console.print(flags.has("all") ? JSON.stringify(page) : pretty(page));
    else for (const row of rowsOf(page)) console.print(hitLine(placed(row, app), console.paint));
    shown += rowsOf(page).length;
    continuation = flags.has("all") ? completenessOf(page)["continuation"] : undefined;
    if (!settings.json && continuation === undefined) conclude(page, shown, console);
  } while (continuation !== undefined);
  return EXIT.ok;
}

function argumentsOf(words: readonly string[], flags: Flags): JsonObject {
  const glob = flags.value("glob");
  return {
    query: words.join(" "),
    ...(flags.has("regex") ? { pattern_type: "regex" } : {}),
    ...(flags.has("ignore-case") ? { ignore_case: true } : {}),
    ...(flags.has("word") ? { word: true } : {}),
    ...(flags.has("hidden") ? { include_hidden: true } : {}),
    ...(glob === undefined ? {} : { glob }),
  };
}

/** With several roots a path alone does not say which file is meant. */
function placed(row: JsonObject, { app: { workspace }, roots }: OpenApp): JsonObject {
  const { repository_id: id, path } = row;
  const root = typeof id === "string" ? workspace.find(id)?.root : undefined;
  if (roots.length < 2 || root === undefined || typeof path !== "string") return row;
  return { ...row, path: shownFrom(workingFolder(), joinPath(root, path)) };
}

function rowsOf({ matches }: JsonObject): readonly JsonObject[] {
  return Array.isArray(matches) ? matches.filter(isJsonObject) : [];
}

function completenessOf({ completeness }: JsonObject): JsonObject {
  return isJsonObject(completeness) ? completeness : {};
}

/** What the lines do not say: how many hits there are, and whether that is all. */
function conclude(page: JsonObject, shown: number, { note, warn, paint }: Console): void {
  const { total, truncated, incomplete_reasons: reasons } = completenessOf(page);
  const { message, correction_hint: hint } = page;
  if (truncated === true) {
    const all = typeof total === "number" ? ` of ${count(total, "hit")}` : "";
    warn(paint.yellow(`Only the first ${shown}${all} are shown: narrow the search, or use --all`));
  }
  if (Array.isArray(reasons) && reasons.length > 0) {
    warn(paint.yellow(`Not every file was searched: ${reasons.join(", ")}${skippedWords(page)}`));
  }
  if (shown > 0) return;
  note(typeof message === "string" ? message : "Nothing found");
  if (typeof hint === "string") note(hint);
}

function skippedWords({ skipped }: JsonObject): string {
  const rows = Array.isArray(skipped) ? skipped.filter(isJsonObject) : [];
  if (rows.length === 0) return "";
  return `; skipped ${rows.map(({ path, reason }) => `${path} (${reason})`).join(", ")}`;
}
