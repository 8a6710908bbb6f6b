/**
 * Half surrogate pairs: JSON can spell them, but no file can hold them and no digest can be taken of them.
 * @module
 */
import type { Json } from "./json.ts";

/** Where in a value a text or a name holds half a surrogate pair; undefined if none does. */
export function brokenTextPath(root: Json): (string | number)[] | undefined {
  // Not recursive: whoever wrote the value may nest deeper than the stack.
  const open: Located[] = [{ value: root }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { value, key } = at;
    const texts = [value, key].filter((text) => typeof text === "string");
    if (!texts.every((text) => text.isWellFormed())) return pathTo(at);
    if (typeof value !== "object" || value === null) continue;
    for (const [name, member] of Object.entries(value)) {
      open.push({ value: member, parent: at, key: Array.isArray(value) ? Number(name) : name });
    }
  }
  return undefined;
}

interface Located {
  readonly value: Json | undefined;
  readonly key?: string | number;
  /** undefined for the root. */
  readonly parent?: Located;
}

function pathTo(located: Located): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at: Located | undefined = located; at?.key !== undefined; at = at.parent) {
    path.push(at.key);
  }
  return path.reverse();
}
