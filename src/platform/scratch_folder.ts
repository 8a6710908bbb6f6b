/**
 * A folder for a moment.
 * @module
 */
import { removeIfThere } from "./atomic_write.ts";
import { joinPath } from "./os_paths.ts";

export interface ScratchFolder extends Disposable {
  /** Canonical. */
  readonly path: string;
}

/** A folder with these files, among the system's temporary ones; it goes when it is disposed of. */
export function scratchFolder(files: Readonly<Record<string, string>>): ScratchFolder {
  const path = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "frigg-" }));
  for (const [name, text] of Object.entries(files)) {
    Deno.writeTextFileSync(joinPath(path, name), text);
  }
  return { path, [Symbol.dispose]: () => removeIfThere(path) };
}
