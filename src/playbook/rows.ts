/**
 * Rows of a recorded answer, which may be older than the tool that reads them.
 * @module
 */
import { z } from "zod";
import { isJsonObject, type Json } from "../contract/json.ts";
import type { RowCollection, ToolInfo } from "../contract/tool.ts";

/** The rows of an answer; undefined if it is none that this version of the tool could have given. */
export function recordedRows(
  answer: Json,
  tool: Pick<ToolInfo, "rows">,
): readonly RowCollection[] | undefined {
  if (!isJsonObject(answer)) return undefined;
  try {
    return tool.rows(answer);
  } catch (error) {
    if (error instanceof z.ZodError) return undefined;
    throw error;
  }
}
