/**
 * Languages by the names a client may use, given once by the composition root.
 * @module
 */
import { invalidParams } from "../contract/errors.ts";

export interface LanguageNames {
  /** The id behind an id or alias, in any letter case. */
  readonly idOf: (name: string) => string | undefined;
  readonly supported: readonly string[];
}

/**
 * The id of a language that a request names, if it does.
 *
 * @throws {ToolError} invalid_params
 */
export function languageId(
  name: string | undefined,
  languages: LanguageNames,
): string | undefined {
  if (name === undefined) return undefined;
  const id = languages.idOf(name);
  if (id !== undefined) return id;
  const supported = [...languages.supported];
  throw invalidParams("language", 'Cannot use "language": it is not supported', {
    supported_values: supported,
  });
}
