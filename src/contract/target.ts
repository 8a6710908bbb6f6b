/**
 * Executable identities: what a row offers as `target_ref` and what a tool takes as `target`.
 * @module
 */
import { z } from "zod";
import { ToolError } from "./errors.ts";

const text = z.string().min(1);

/**
 * The declared shape: one flat object, because hosts refuse unions.
 * Which fields belong to which kind is enforced by `parseTarget`.
 */
export const Target = z.strictObject({
  kind: z.enum(["result_match", "stable_symbol"]).describe("Which of the two forms this is"),
  result_handle: text.optional().describe("result_match: the producer's handle"),
  match_id: text.optional().describe("result_match: the row"),
  target_scope: text.optional().describe("result_match: the session's scope id"),
  repository_id: text.optional().describe("stable_symbol: the repository"),
  stable_symbol_id: text.optional().describe("stable_symbol: the symbol"),
  snapshot_token: text.optional().describe("stable_symbol: the symbol corpus it was seen in"),
}).describe("A row's target_ref, copied unchanged; exclusive with path, symbol, line, column");

export type ResultMatchTarget = {
  readonly kind: "result_match";
  readonly result_handle: string;
  readonly match_id: string;
  readonly target_scope: string;
};
export type StableSymbolTarget = {
  readonly kind: "stable_symbol";
  readonly repository_id: string;
  readonly stable_symbol_id: string;
  readonly snapshot_token: string;
};
export type TargetRef = ResultMatchTarget | StableSymbolTarget;

const ResultMatch = z.strictObject({
  kind: z.literal("result_match"),
  result_handle: text,
  match_id: text,
  target_scope: text,
});
const StableSymbol = z.strictObject({
  kind: z.literal("stable_symbol"),
  repository_id: text,
  stable_symbol_id: text,
  snapshot_token: text,
});

/**
 * The target as one of its two kinds.
 *
 * @throws {ToolError} invalid_params if a field is missing or belongs to the other kind
 */
export function parseTarget(target: z.infer<typeof Target>): TargetRef {
  const parsed = (target.kind === "result_match" ? ResultMatch : StableSymbol).safeParse(target);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const extra = issue?.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  const field = ["target", extra ?? issue?.path.join(".") ?? ""].filter((part) => part !== "");
  throw new ToolError(
    "invalid_params",
    extra === undefined
      ? `Cannot use "target": kind "${target.kind}" needs "${field[1] ?? ""}"`
      : `Cannot use "target": "${extra}" does not belong to kind "${target.kind}"`,
    { field: field.join(".") },
  );
}
