/**
 * Folders that are measured without being named: source that an npm package carries.
 * @module
 */
import { packageFolder } from "../../test/search/hybrid/real_world.ts";

export function defaultFolders(): string[] {
  return [packageFolder("zod", "src")];
}
