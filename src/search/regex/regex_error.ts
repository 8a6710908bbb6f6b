/**
 * Refusals of patterns, with the codes a client can branch on.
 * @module
 */
import { invalidParams, type ToolError } from "../../contract/errors.ts";

export type RegexErrorCode =
  | "regex_empty_pattern"
  | "regex_pattern_too_long"
  | "regex_too_many_alternations"
  | "regex_too_many_groups"
  | "regex_too_many_quantifiers"
  | "regex_unsupported_construct"
  | "regex_invalid_pattern";

/** A pattern that cannot be used; `field` is the parameter that holds it. */
export function regexError(field: string, code: RegexErrorCode, message: string): ToolError {
  return invalidParams(field, message, { regex_error_code: code });
}
