/**
 * Prints how a regular expression and a literal fare in a runtime that was started without the engine flags.
 * @module
 */
import { ToolError } from "../../../src/contract/errors.ts";
import { patternOf, rangesOf } from "./matches.ts";

function regexOutcome(): unknown {
  try {
    return rangesOf(patternOf("a+"), "aa");
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { code: error.code, data: error.data };
  }
}

const literal = rangesOf(patternOf("A", { patternType: "literal", ignoreCase: true }), "aa");
const report = JSON.stringify({ literal, regex: regexOutcome() });
await Deno.stdout.write(new TextEncoder().encode(report));
