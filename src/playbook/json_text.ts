/**
 * Text of a file as a JSON value of which a digest can be taken.
 * @module
 */
import type { Json } from "../contract/json.ts";
import { pointerTo } from "../contract/json_pointer.ts";
import { brokenTextPath } from "../contract/well_formed.ts";
import type { Problems } from "./places.ts";

/** The value of a text; what is wrong with it is told to `problems`. `what` names what should be there. */
export function parseJsonText(text: string, what: string, problems: Problems): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    const broken = brokenTextPath(value);
    if (broken === undefined) return value;
    const pointer = broken.reduce<string>(pointerTo, "").toWellFormed();
    problems.error(pointer, "it holds half a surrogate pair");
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    problems.error("", `expected ${what} as JSON: ${error.message}`);
  }
  return undefined;
}
