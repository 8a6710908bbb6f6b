/**
 * Adds, changes and removes one member of a JSONC text and leaves every other byte as it is.
 *
 * What removing must put back is told by layout alone, since nothing else remembers it. An object that was there and
 * empty gets our member right behind its brace; an object that we make has a space or a line break there, and goes
 * when it is empty again. So `{}` gives `{"a": …}` and back, while a new object gives `{ "a": … }`.
 * @module
 */
import type { Json } from "../contract/json.ts";
import { isJsonObject } from "../contract/json.ts";
import { problemAt } from "./host_error.ts";
import { type Layout, manyLines, nested, oneLine, pair } from "./json_text.ts";
import { commaAfter, type JsoncMember, type JsoncNode, parseJsonc } from "./jsonc.ts";
import {
  afterComment,
  DEFAULT_STEP,
  firstLineBreak,
  hasLineBreak,
  indentAt,
  isLineEnd,
  layoutOf,
} from "./jsonc_layout.ts";
import { sameValue } from "./same_value.ts";

/** The way from the top of a text to a member, outermost first. */
interface Way {
  readonly objects: readonly JsoncNode[];
  /** One for each key that is there. */
  readonly members: readonly JsoncMember[];
}

/** The text with a value below keys that are not there yet. @throws {SettingsProblem} */
export function insertJsonc(text: string, keys: readonly string[], value: Json): string {
  const root = parseJsonc(text);
  if (root === undefined) return withRoot(text, nested(keys, value));
  const { objects, members } = wayTo(text, root, keys);
  const object = objects.at(-1) ?? root;
  const [key = "", ...rest] = keys.slice(members.length);
  return insertMember(text, object, { key, value: nested(rest, value) }, layoutOf(text, root));
}

/** The text of a file that holds the value and nothing else. */
export function newJsonc(keys: readonly string[], value: Json): string {
  return `${withRoot("", nested(keys, value))}\n`;
}

/** The text with another value below keys that are there; members that keep their value keep their bytes. */
export function replaceJsonc(text: string, keys: readonly string[], value: Json): string {
  const root = parseJsonc(text);
  const member = root === undefined ? undefined : memberAt(text, root, keys);
  if (root === undefined || member === undefined) return text;
  const changes = changesOf(text, member.node, value, layoutOf(text, root));
  return changes.toSorted((a, b) => b.start - a.start).reduce(
    (changed, { start, end, by }) => changed.slice(0, start) + by + changed.slice(end),
    text,
  );
}

/** The text without what is below the keys; undefined if it was made for that and holds nothing else. */
export function removeJsonc(text: string, keys: readonly string[]): string | undefined {
  const root = parseJsonc(text);
  if (root === undefined) return text;
  const { objects, members } = wayTo(text, root, keys);
  if (members.length < keys.length) return text;
  let at = keys.length - 1;
  while (at > 0 && isMadeFor(text, objects[at], members[at])) at--;
  const [object, member] = [objects[at], members[at]];
  if (object === undefined || member === undefined) return text;
  if (at === 0 && object === root && isRootMadeFor(text, root)) return withoutRoot(text, root);
  return removeMember(text, object, member);
}

/** Objects and members along the keys, as far as they are there. */
function wayTo(text: string, root: JsoncNode, keys: readonly string[]): Way {
  const objects: JsoncNode[] = [];
  const members: JsoncMember[] = [];
  let node = root;
  for (const key of keys) {
    if (node.members === undefined) throw problemAt(text, node.start, "an object is expected");
    objects.push(node);
    const found = node.members.filter((member) => member.key === key);
    const [member, twin] = found;
    // Hosts differ in which of two they take.
    if (twin !== undefined) throw problemAt(text, twin.start, `"${key}" stands there twice`);
    if (member === undefined) break;
    members.push(member);
    node = member.node;
  }
  return { objects, members };
}

function memberAt(
  text: string,
  root: JsoncNode,
  keys: readonly string[],
): JsoncMember | undefined {
  const { members } = wayTo(text, root, keys);
  return members.length === keys.length ? members.at(-1) : undefined;
}

interface NewMember {
  readonly key: string;
  readonly value: Json;
}

function insertMember(
  text: string,
  object: JsoncNode,
  { key, value }: NewMember,
  layout: Layout,
): string {
  const last = object.members?.at(-1);
  if (last === undefined) return insertFirst(text, object, { key, value }, layout);
  if (!hasLineBreak(text.slice(object.start, last.start))) {
    return spliced(text, last.end, `, ${pair(key, oneLine(value))}`);
  }
  const indent = indentAt(text, last.start);
  const line = layout.eol + indent + pair(key, manyLines(value, indent, layout));
  const comma = commaAfter(text, last.end);
  // A file that writes trailing commas gets one more.
  if (comma !== undefined) return spliced(text, afterComment(text, comma), `${line},`);
  return spliced(spliced(text, afterComment(text, last.end), line), last.end, ",");
}

/** Into an object without members, but perhaps with comments. */
function insertFirst(
  text: string,
  { start, end }: JsoncNode,
  { key, value }: NewMember,
  layout: Layout,
): string {
  const inside = text.slice(start + 1, end - 1);
  const at = start + 1 + inside.trimEnd().length;
  if (inside.trim() === "") return spliced(text, start + 1, pair(key, oneLine(value)));
  if (!hasLineBreak(inside)) return spliced(text, at, ` ${pair(key, oneLine(value))}`);
  const indent = indentAt(text, start) + layout.step;
  return spliced(text, at, layout.eol + indent + pair(key, manyLines(value, indent, layout)));
}

/**
 * The text with an object where there was none: behind blanks and comments, or before a comment that has no line end,
 * which would swallow it.
 */
function withRoot(text: string, value: Json): string {
  const eol = firstLineBreak(text);
  const object = manyLines(value, "", { step: DEFAULT_STEP, eol });
  return isOpenEnded(text) ? object + eol + text : text + object;
}

function isOpenEnded(text: string): boolean {
  return text.trim() !== "" && !/[\r\n]$/.test(text);
}

interface Change {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

function changesOf(text: string, node: JsoncNode, value: Json, layout: Layout): readonly Change[] {
  if (sameValue(node.value, value)) return [];
  const { members, start, end } = node;
  const isOneLine = !hasLineBreak(text.slice(start, end));
  const whole = isOneLine ? oneLine(value) : manyLines(value, indentAt(text, start), layout);
  if (members === undefined || !isJsonObject(value)) return [{ start, end, by: whole }];
  const keys = members.map(({ key }) => key).sort();
  if (!sameValue(keys, Object.keys(value).sort())) return [{ start, end, by: whole }];
  return members.flatMap((member) =>
    changesOf(text, member.node, value[member.key] ?? null, layout)
  );
}

/** Whether an object was made to hold a member, and holds nothing else now. */
function isMadeFor(
  text: string,
  object: JsoncNode | undefined,
  member: JsoncMember | undefined,
): boolean {
  if (object === undefined || member === undefined || object.members?.length !== 1) return false;
  const before = text.slice(object.start + 1, member.start);
  const after = text.slice(commaAfter(text, member.end) ?? member.end, object.end - 1);
  return before !== "" && before.trim() === "" && after.trim() === "";
}

/** Whether the object at the top is, to the byte, what is written where there was none. */
function isRootMadeFor(text: string, root: JsoncNode): boolean {
  const value = root.value;
  if (!isJsonObject(value) || root.members?.length !== 1) return false;
  const layout = { step: DEFAULT_STEP, eol: firstLineBreak(text) };
  return text.slice(root.start, root.end) === manyLines(value, "", layout);
}

function withoutRoot(text: string, root: JsoncNode): string | undefined {
  const [before, after] = [text.slice(0, root.start), text.slice(root.end)];
  // Only a new file has an end of line behind its object and nothing else.
  if (before === "" && /^(\r\n|\n|\r)$/.test(after)) return undefined;
  return before === "" ? after.replace(/^(\r\n|\n|\r)/, "") : before + after;
}

function removeMember(text: string, object: JsoncNode, member: JsoncMember): string {
  const siblings = object.members ?? [];
  const previous = siblings[siblings.indexOf(member) - 1];
  const comma = commaAfter(text, member.end);
  const end = comma ?? member.end;
  const from = previous?.end ?? object.start + 1;
  // The bytes that go into a one-line object, whatever follows them.
  if (previous !== undefined && text.slice(from, member.start) === ", ") {
    return text.slice(0, from) + text.slice(member.end);
  }
  const start = cutFrom(text, from, member.start, end, siblings.length === 1);
  if (comma !== undefined) {
    return text.slice(0, start) + joined(text.slice(end), start === member.start);
  }
  if (previous === undefined) return text.slice(0, start) + text.slice(end);
  // The comma before the last member was put there for it, unless the file writes one behind the last, too.
  const before = commaAfter(text, previous.end) ?? start;
  return text.slice(0, before - 1) + text.slice(before, Math.max(start, before)) + text.slice(end);
}

/** What follows a member that is cut out, in its place if the blanks before it stay. */
function joined(rest: string, takesPlace: boolean): string {
  return takesPlace ? rest.replace(/^[ \t]+/, "") : rest;
}

/** Where the cut begins: with the blanks before the member, unless that joins what follows to a line's comment. */
function cutFrom(text: string, from: number, start: number, end: number, alone: boolean): number {
  const between = text.slice(from, start);
  const cut = alone ? from + between.trimEnd().length : start - leadOf(text, start);
  const line = text.slice(from, cut).split(/[\r\n]/).at(-1) ?? "";
  return line.includes("//") && !isLineEnd(text, end) ? start : cut;
}

/** Length of the line break and indentation before a place, or of the blanks. */
function leadOf(text: string, at: number): number {
  return /(\r\n|\n|\r)?[ \t]*$/.exec(text.slice(0, at))?.[0].length ?? 0;
}

function spliced(text: string, at: number, added: string): string {
  return text.slice(0, at) + added + text.slice(at);
}
