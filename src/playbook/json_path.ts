/**
 * JSONPath (RFC 9535) over an answer; the only file that knows the JSONPath library.
 *
 * The functions `match` and `search` are refused: their patterns would run on a backtracking engine. The
 * expectation `matches` does that work.
 * @module
 */
import { exec, type JsonValue } from "jsonpath-rfc9535";
import { type Json, toJson } from "../contract/json.ts";
import { pointerTo } from "../contract/json_pointer.ts";

/** Characters of a path; what people write is far below it. */
const MAX_PATH_CHARS = 512;

export interface JsonNode {
  readonly pointer: string;
  readonly value: Json;
}

/**
 * The nodes a path selects, in its order.
 *
 * @throws {SyntaxError} if the path is not one
 */
export function selectNodes(json: Json, path: string): readonly JsonNode[] {
  const problem = pathProblem(path);
  if (problem !== undefined) throw new SyntaxError(problem);
  const nodes: JsonNode[] = [];
  exec(asInput(json), path, (value, keys) => {
    nodes.push({ pointer: keys.reduce<string>(pointerTo, ""), value });
  });
  return nodes;
}

/** What is wrong with a path, or undefined. */
export function pathProblem(path: string): string | undefined {
  if (path.length > MAX_PATH_CHARS) {
    return `expected at most ${MAX_PATH_CHARS} characters, found ${path.length}`;
  }
  if (/(?<![\w.'"])(?:match|search)\(/.test(path)) {
    return 'expected a path without match() and search(); use "matches" beside the path';
  }
  try {
    exec(null, path, () => {});
    return undefined;
  } catch (error) {
    if (error instanceof Error) return `expected a JSONPath: ${error.message}`;
    throw error;
  }
}

function asInput(json: Json): JsonValue {
  const value: JsonValue = JSON.parse(JSON.stringify(toJson(json)));
  return value;
}
