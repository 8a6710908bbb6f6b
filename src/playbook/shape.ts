/**
 * Schema issues in words: what was expected, what was found, and what was probably meant.
 * @module
 */
import type { z } from "zod";
import { isJsonObject, type Json } from "../contract/json.ts";
import { pointerTo, valueAt } from "../contract/json_pointer.ts";
import { suggestion } from "./nearest.ts";
import type { Problems } from "./places.ts";
import { quoted } from "./problem.ts";

type Issue = z.core.$ZodIssue;

/** How an issue's path becomes a pointer of the document. */
type PointerOf = (path: readonly (string | number)[]) => string;

/** Reports every issue of a failed parse of `root`. `known` gives the keys allowed at a pointer. */
export function reportIssues(
  issues: readonly Issue[],
  root: unknown,
  problems: Problems,
  pointerOf: PointerOf,
  known: (pointer: string) => Iterable<string> = () => [],
): void {
  for (const issue of issues) {
    const path = issue.path.map((key) => typeof key === "number" ? key : String(key));
    const pointer = pointerOf(path);
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) {
        const hint = suggestion(key, known(pointer));
        problems.error(pointerTo(pointer, key), `unknown key ${quoted(key)}${hint}`, "key");
      }
    } else {
      const value = foundAt(root, pointer);
      const at = issue.code === "invalid_key" ? "key" : "value";
      problems.error(
        pointer,
        issueInWords(issue, path.at(-1), value, problems.written(pointer)),
        at,
      );
    }
  }
}

/** The value at a pointer of something that was parsed from JSON or YAML. */
function foundAt(root: unknown, pointer: string): Json | undefined {
  if (isJsonObject(root) || Array.isArray(root)) return valueAt(root, pointer);
  const isScalar = typeof root === "string" || typeof root === "number" ||
    typeof root === "boolean";
  return pointer === "" && (root === null || isScalar) ? root : undefined;
}

function issueInWords(
  issue: Issue,
  key: string | number | undefined,
  value: Json | undefined,
  written: string | undefined,
): string {
  if (issue.code === "invalid_key") return `expected a name like "my_input", found ${quoted(key)}`;
  const expected = expectation(issue);
  if (value === undefined) return `missing key ${quoted(key)}: expected ${expected}`;
  const hint = issue.code === "invalid_value" && typeof value === "string"
    ? suggestion(value, issue.values.map(String))
    : "";
  return `expected ${expected}, found ${describe(value, written)}${hint}${quoteIt(issue, value)}`;
}

/** YAML reads `012` as 12 and `no` as text: where text was wanted, quotes settle it. */
function quoteIt(issue: Issue, value: Json): string {
  const isText = issue.code === "invalid_type" && issue.expected === "string";
  return isText && typeof value !== "object" ? "; put it in quotes" : "";
}

function expectation(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return TYPE_WORDS[issue.expected] ?? `a value of type ${issue.expected}`;
    case "invalid_value":
      return issue.values.map(quoted).join(" or ");
    case "invalid_format":
      return issue.pattern === undefined ? `a valid ${issue.format}` : `text like ${issue.pattern}`;
    case "invalid_union":
      return unionWords(issue);
    case "too_small":
      return `${issue.inclusive === false ? "more than" : "at least"} ${
        amount(issue.minimum, issue.origin)
      }`;
    case "too_big":
      return `${issue.inclusive === false ? "less than" : "at most"} ${
        amount(issue.maximum, issue.origin)
      }`;
    default:
      return issue.message;
  }
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  array: "a list",
  object: "a map",
  record: "a map",
  null: "null",
};

function unionWords(issue: Issue & { code: "invalid_union" }): string {
  const branches = issue.errors.flatMap(([first]) =>
    first === undefined ? [] : [expectation(first)]
  );
  return branches.length === 0 ? "another value" : [...new Set(branches)].join(" or ");
}

function amount(bound: number | bigint, origin: string): string {
  const unit = origin === "array" ? " item" : origin === "string" ? " character" : "";
  return `${bound}${unit}${unit === "" || Number(bound) === 1 ? "" : "s"}`;
}

/** A value as messages show it, with the source text where it says something else. */
export function describe(value: Json, written: string | undefined): string {
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (isJsonObject(value)) return "a map";
  // A key with nothing behind it.
  if (value === null && written === "") return "nothing";
  if (typeof value === "string") return quoted(value);
  const kind = typeof value === "number" ? "the number " : "";
  const source = written === undefined || written === String(value) ? "" : ` (written ${written})`;
  return `${kind}${String(value)}${source}`;
}
