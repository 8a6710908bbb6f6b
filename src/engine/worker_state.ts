/**
 * What a worker works on once it is open.
 * @module
 */
import { type Files } from "../platform/files.ts";
import type { EngineLimits, OpenRequest, OuterIgnores } from "./protocol.ts";

export interface Opened {
  readonly role: OpenRequest["role"];
  readonly files: Files;
  readonly limits: EngineLimits;
  readonly outerIgnores: OuterIgnores;
}
