/**
 * The repositories of a command as they are now, opened for looking things up in them.
 * @module
 */
import type { Tree } from "../playbook/verify/source_lookup.ts";
import { Adopted } from "../session/adopted.ts";
import type { CommandCall } from "./command.ts";
import { withApp } from "./with_app.ts";

/** Opens the repositories of `roots` in their order, current to the tree, and closes them after `use`. */
export async function withTree<T>(
  given: CommandCall,
  roots: readonly string[],
  use: (tree: Tree) => Promise<T>,
): Promise<T> {
  return await withApp(given, async ({ app, options }) => {
    const ids: string[] = [];
    const adopted = new Adopted();
    for (const path of roots) {
      const request = { path, resolveMode: "direct", makeDefault: false } as const;
      ids.push((await app.workspace.adopt(adopted, request, options)).id);
    }
    const run = await app.playbookHost(ids).open(options);
    try {
      return await use(run);
    } finally {
      await run.close();
    }
  });
}
