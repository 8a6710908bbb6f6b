/**
 * The published JSON schema of SARIF 2.1.0.
 * @module
 */
import schema from "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json" with { type: "json" };
import { Ajv } from "ajv";

/** What makes a value no SARIF log; empty for a valid one. */
export function sarifProblems(log: unknown): readonly string[] {
  // The schema is of draft 4, and one of its patterns is no Unicode pattern.
  const ajv = new Ajv({
    unicodeRegExp: false,
    strict: false,
    allErrors: true,
    validateFormats: false,
    validateSchema: false,
  });
  const { $schema: _, id: _id, ...rest } = schema;
  const validate = ajv.compile(rest);
  validate(log);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
}
