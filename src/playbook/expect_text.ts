/**
 * `text_contains`: whether an answer shows a text.
 * @module
 */
import { isJsonObject, type Json } from "../contract/json.ts";
import { pointerTo } from "../contract/json_pointer.ts";
import type { ExpectationResult, StepOutcome } from "../contract/playbook.ts";
import type { ToolInfo } from "../contract/tool.ts";
import { SOURCE_FIELDS } from "./volatile.ts";

interface ShownText {
  readonly pointer: string;
  readonly text: string;
}

/** One result a wanted text: in source text and rows of an answer, or in the message of a refusal. */
export function checkText(
  wanted: string | readonly string[] | undefined,
  outcome: StepOutcome,
  tool: Pick<ToolInfo, "rows"> | undefined,
): readonly ExpectationResult[] {
  if (wanted === undefined) return [];
  const texts = typeof wanted === "string" ? [wanted] : wanted;
  const shown = outcome.status === "err"
    ? [{ pointer: "/outcome/message", text: outcome.message }]
    : [...sourceTexts(outcome.response_json, ""), ...rowTexts(outcome.response_json, tool)];
  return texts.map((text, index) => {
    const found = shown.find((candidate) => candidate.text.includes(text));
    return {
      name: typeof wanted === "string" ? "text_contains" : `text_contains[${index}]`,
      passed: found !== undefined,
      expected: text,
      actual: found === undefined ? excerpt(shown) : text,
      ...(found === undefined ? {} : { where: found.pointer }),
    };
  });
}

function* sourceTexts(value: Json | undefined, pointer: string): Generator<ShownText> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield* sourceTexts(item, pointerTo(pointer, index));
    }
  } else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      const at = pointerTo(pointer, key);
      if (typeof member === "string" && SOURCE_FIELDS.has(key)) yield { pointer: at, text: member };
      else yield* sourceTexts(member, at);
    }
  }
}

function rowTexts(answer: Json, tool: Pick<ToolInfo, "rows"> | undefined): readonly ShownText[] {
  if (tool === undefined || !isJsonObject(answer)) return [];
  return tool.rows(answer).flatMap(({ rows }) =>
    rows.map(({ pointer, text }) => ({ pointer, text }))
  );
}

/** The beginning of what was shown instead. */
function excerpt(shown: readonly ShownText[]): string {
  // A row's text is often its excerpt again.
  const text = [...new Set(shown.map((candidate) => candidate.text))].join("\n");
  return text.length <= MAX_EXCERPT_CHARS ? text : `${text.slice(0, MAX_EXCERPT_CHARS)}…`;
}

/** Characters of shown text in a failed expectation. */
const MAX_EXCERPT_CHARS = 400;
