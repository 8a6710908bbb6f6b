/**
 * The repositories that commands about the index work on, opened without indexing them.
 * @module
 */
import type { CallOptions } from "../contract/tool.ts";
import { Adopted } from "../session/adopted.ts";
import type { Repository } from "../workspace/workspace.ts";
import type { CommandCall } from "./command.ts";
import { commandRoots } from "./roots.ts";
import { withApp } from "./with_app.ts";

/** Opens the roots of the settings, or the default root, and closes them when `use` has ended. */
export async function withRepositories<T>(
  given: CommandCall,
  use: (repositories: readonly Repository[], options: CallOptions) => Promise<T>,
): Promise<T> {
  const roots = commandRoots(given.settings);
  return await withApp(given, async ({ app: { workspace }, options }) => {
    const session = new Adopted();
    const repositories: Repository[] = [];
    for (const path of roots) {
      const request = { path, resolveMode: "direct", makeDefault: false } as const;
      repositories.push(await workspace.adopt(session, request, options));
    }
    return await use(repositories, options);
  });
}
