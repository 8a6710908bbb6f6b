/**
 * Adds, changes and removes one table of a TOML text and leaves every other byte as it is. The gate to
 * `toml-eslint-parser`, which gives ranges.
 *
 * A table is a block at the end of the file, which ends as the file did: with a line end or without. That tells what
 * to put back when it is removed.
 * @module
 */
import { type AST, getStaticTOMLValue, ParseError, parseTOML } from "toml-eslint-parser";
import { isJsonObject, type Json } from "../contract/json.ts";
import { problemAt, SettingsProblem } from "./host_error.ts";
import { sameValue } from "./same_value.ts";

/** What a text stands for. @throws {SettingsProblem} with line and column */
export function tomlValue(text: string): unknown {
  const value: unknown = getStaticTOMLValue(parse(text));
  return value;
}

/** The text with a table at its end. @throws {SettingsProblem} if there is something of that name already */
export function insertToml(text: string, keys: readonly string[], value: Json): string {
  const eol = firstLineBreak(text);
  const block = blockOf(keys, value, eol);
  if (text === "") return block;
  const added = /[\r\n]$/.test(text) ? text + eol + block + eol : text + eol + eol + block;
  // A table that is written inline cannot be extended by a block.
  parse(added);
  return added;
}

/** The text of a file that holds the table and nothing else. */
export function newToml(keys: readonly string[], value: Json): string {
  return `${blockOf(keys, value, "\n")}\n`;
}

/** The text with other values in our table; comments inside stay if the same keys are set. @throws {SettingsProblem} */
export function replaceToml(text: string, keys: readonly string[], value: Json): string {
  const [table, ...deeper] = tablesBelow(text, keys);
  if (table === undefined || !isJsonObject(value)) throw notATable(text, keys);
  const pairs = table.body.map((pair) => ({ key: lastKey(pair.key), range: pair.value.range }));
  const sameKeys = sameValue(pairs.map(({ key }) => key).sort(), Object.keys(value).sort());
  if (deeper.length > 0 || !sameKeys || isDeeper(table, keys)) {
    const block = blockOf(keys, value, firstLineBreak(text));
    const rest = deeper.toReversed().reduce((left, { range }) => cut(left, range), text);
    return rest.slice(0, table.range[0]) + block + rest.slice(table.range[1]);
  }
  const held = valueAt(tomlValue(text), keys);
  return pairs.toReversed().reduce((changed, { key, range: [start, end] }) => {
    const wanted = value[key] ?? null;
    if (isJsonObject(held) && sameValue(held[key], wanted)) return changed;
    return changed.slice(0, start) + tomlText(wanted) + changed.slice(end);
  }, text);
}

/** The text without the table; undefined if it was made for that and holds nothing else. @throws {SettingsProblem} */
export function removeToml(text: string, keys: readonly string[]): string | undefined {
  const tables = tablesBelow(text, keys);
  if (tables.length === 0) throw notATable(text, keys);
  const left = tables.toReversed().reduce((rest, { range }) => cut(rest, range), text);
  // In a file that was there and empty, no line end is behind our table.
  return left === "" && /[\r\n]$/.test(text) ? undefined : left;
}

/** The text without a table, the comment behind its last value, and the blank line that was put before it. */
function cut(text: string, [start, end]: readonly [number, number]): string {
  const [tail = "", , lineBreak] = /^[ \t]*(#[^\r\n]*)?(\r?\n)?/.exec(text.slice(end)) ?? [];
  const blank = lineBreak === undefined ? /(\r?\n){1,2}$/ : /(?<=\n)\r?\n$/;
  return text.slice(0, start).replace(blank, "") + text.slice(end + tail.length);
}

function parse(text: string): AST.TOMLProgram {
  try {
    return parseTOML(text, { tomlVersion: "1.0" });
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw problemAt(text, error.index, `not valid TOML (${error.message})`);
  }
}

/** The tables at the keys and below them, in the order of the text. */
function tablesBelow(text: string, keys: readonly string[]): readonly AST.TOMLTable[] {
  const [top] = parse(text).body;
  return top.body.filter((node) => node.type === "TOMLTable").filter(({ resolvedKey }) =>
    keys.every((key, at) => resolvedKey[at] === key)
  );
}

function isDeeper({ resolvedKey }: AST.TOMLTable, keys: readonly string[]): boolean {
  return resolvedKey.length > keys.length;
}

function lastKey({ keys }: AST.TOMLKey): string {
  return keys.map((key) => key.type === "TOMLBare" ? key.name : key.value).join(".");
}

function valueAt(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((at, key) => isJsonObject(at) ? at[key] : undefined, value);
}

function notATable(text: string, keys: readonly string[]): SettingsProblem {
  return problemAt(text, 0, `"${keys.join(".")}" is not written as a table of its own`);
}

function blockOf(keys: readonly string[], value: Json, eol: string): string {
  const pairs = isJsonObject(value) ? Object.entries(value) : [];
  const lines = pairs.map(([key, member]) => `${key} = ${tomlText(member ?? null)}`);
  return [`[${keys.join(".")}]`, ...lines].join(eol);
}

function tomlText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(tomlText).join(", ")}]`;
  if (typeof value !== "string") return JSON.stringify(value);
  // Paths of Windows are readable as literal strings only.
  if (value.includes("\\") && /^[^'\p{Cc}]*$/u.test(value)) return `'${value}'`;
  // TOML wants one control character more escaped than JSON does.
  return JSON.stringify(value).replaceAll("\x7f", "\\u007F");
}

function firstLineBreak(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}
