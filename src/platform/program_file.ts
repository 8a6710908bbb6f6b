/**
 * Files that somebody starts: whether they can be started, and whether two are the same program.
 * @module
 */
import { failureOf } from "./containment.ts";
import { sha256Hex } from "./digest.ts";

/** What stands where a program should be. */
export type ProgramState = "program" | "absent" | "not_a_file" | "not_executable" | "unreadable";

export function programState(path: string): ProgramState {
  try {
    const { isFile, mode } = Deno.statSync(path);
    if (!isFile) return "not_a_file";
    // Windows has no such bits, whatever it says.
    const isRunnable = Deno.build.os === "windows" || mode === null || (mode & ANY_EXECUTE) !== 0;
    return isRunnable ? "program" : "not_executable";
  } catch (error) {
    return failureOf(error);
  }
}

const ANY_EXECUTE = 0o111;

/** Whether two files have the same bytes; links are followed. */
export function isSameProgram(a: string, b: string): boolean {
  if (Deno.realPathSync(a) === Deno.realPathSync(b)) return true;
  if (Deno.statSync(a).size !== Deno.statSync(b).size) return false;
  return sha256Hex(Deno.readFileSync(a)) === sha256Hex(Deno.readFileSync(b));
}
