/**
 * JSON pointers (RFC 6901): how traces, diffs and evidence name a place in an answer.
 * @module
 */
import { isJsonObject, type Json } from "./json.ts";

/** The pointer of a member or an array position below `pointer`. */
export function pointerTo(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The keys of a pointer, unescaped; none for "". */
export function pointerKeys(pointer: string): readonly string[] {
  if (pointer === "") return [];
  return pointer.slice(1).split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value at a pointer, or undefined if there is none. */
export function valueAt(json: Json | undefined, pointer: string): Json | undefined {
  let value = json;
  for (const key of pointerKeys(pointer)) {
    if (Array.isArray(value)) value = /^(0|[1-9]\d*)$/.test(key) ? value[Number(key)] : undefined;
    else if (isJsonObject(value)) value = Object.hasOwn(value, key) ? value[key] : undefined;
    else return undefined;
  }
  return value;
}
