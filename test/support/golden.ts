/**
 * Golden files: what a test compares with, and rewrites when FRIGG_GOLDEN=write.
 * @module
 */
import assert from "node:assert/strict";

const FOLDER = new URL("../golden/", import.meta.url);

/** Whether the run rewrites what tests compare with. */
export function isGoldenWrite(): boolean {
  return Deno.env.get("FRIGG_GOLDEN") === "write";
}

/** Compares JSON with a golden file, or rewrites the file. */
export function assertGolden(name: string, value: unknown): void {
  const file = new URL(name, FOLDER);
  const text = JSON.stringify(value, null, 2) + "\n";
  if (isGoldenWrite()) {
    Deno.mkdirSync(FOLDER, { recursive: true });
    Deno.writeTextFileSync(file, text);
    return;
  }
  assert.equal(
    text,
    Deno.readTextFileSync(file),
    `${name} differs; read the diff, then run the golden task`,
  );
}
