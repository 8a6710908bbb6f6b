/**
 * Why an entry cannot be written or read: something about the person's request, or about a file.
 * @module
 */

export class HostError extends Error {
  // Bundlers rename classes, so nothing may rest on `constructor.name`.
  override readonly name = "HostError";

  constructor(
    readonly kind: "usage" | "environment",
    message: string,
    /** What the person can do now. */
    readonly advice?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A settings file that is not in its format, or in a form that cannot be edited without touching other text. */
export class SettingsProblem extends Error {
  override readonly name = "SettingsProblem";
}

/**
 * A problem at a place of a text; `at` counts UTF-16 units from 0, the message says line and column from 1.
 *
 * @example
 * problemAt("{\n  x", 4, "a key is expected").message // "2:3: a key is expected"
 */
export function problemAt(text: string, at: number, message: string): SettingsProblem {
  const before = text.slice(0, at).split(/\r\n|\n|\r/);
  return new SettingsProblem(`${before.length}:${(before.at(-1)?.length ?? 0) + 1}: ${message}`);
}
