/**
 * JSON with comments as a tree of ranges. The gate to `jsonc-parser`, of which only the reading half is used: its
 * edits open one-line neighbours and move comments from one member to another.
 *
 * Offsets count UTF-16 units from 0, ends are exclusive.
 * @module
 */
import {
  createScanner,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { problemAt } from "./host_error.ts";

export interface JsoncNode {
  readonly start: number;
  readonly end: number;
  /** What it stands for, comments left out. */
  readonly value: unknown;
  /** Absent for everything but objects. */
  readonly members?: readonly JsoncMember[];
}

/** A key with its value, from the key's quote to the value's end. */
export interface JsoncMember {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly node: JsoncNode;
}

/**
 * The tree of a text; undefined if it holds nothing but blanks and comments.
 *
 * @throws {SettingsProblem} with line and column
 */
export function parseJsonc(text: string): JsoncNode | undefined {
  try {
    return parsed(text);
  } catch (error) {
    // The parser calls itself for each level.
    if (error instanceof RangeError) throw problemAt(text, 0, "nested too deeply to be edited");
    throw error;
  }
}

function parsed(text: string): JsoncNode | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (first !== undefined) {
    throw problemAt(text, first.offset, `not valid JSON (${printParseErrorCode(first.error)})`);
  }
  return root === undefined ? undefined : nodeOf(root);
}

function nodeOf(node: Node): JsoncNode {
  const place = { start: node.offset, end: node.offset + node.length };
  const value: unknown = getNodeValue(node);
  if (node.type !== "object") return { ...place, value };
  return { ...place, value, members: (node.children ?? []).flatMap(memberOf) };
}

function memberOf({ offset, length, children = [] }: Node): JsoncMember[] {
  const [key, value] = children;
  if (key === undefined || value === undefined) return [];
  const place = { start: offset, end: offset + length };
  return [{ ...place, key: String(key.value), node: nodeOf(value) }];
}

/** The end of the comma that follows a place, comments between them passed over; undefined if none does. */
export function commaAfter(text: string, at: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(at);
  scanner.scan();
  const found = scanner.getTokenOffset();
  return text[found] === "," ? found + 1 : undefined;
}
