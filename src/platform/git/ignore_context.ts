/**
 * Reads the ignore rules that lie outside a workspace root, for the walker in its worker.
 *
 * The user's global ignore file is never read: results must not depend on the person.
 * @module
 */
import * as fs from "node:fs";
import * as path from "node:path";
import type { IgnoreContext, IgnoreFiles } from "../ignore_rules.ts";
import { ifPresent, readText } from "./disk.ts";
import type { GitRoot } from "./locate.ts";

/**
 * Reads `info/exclude` and the ignore files of the folders from the git root to the parent of the
 * workspace root.
 *
 * Both paths have their links resolved. Without a git root nothing outside the workspace counts.
 *
 * @throws {GitError} `unreadable` if the system refuses a read
 */
export function readIgnoreContext(workspaceRoot: string, git: GitRoot | undefined): IgnoreContext {
  if (git === undefined) return { prefix: "", exclude: undefined, parents: [] };
  const parts = path.relative(git.root, workspaceRoot).split(path.sep).filter((part) =>
    part !== ""
  );
  const { common } = git.location;
  return {
    prefix: parts.join("/"),
    exclude: common === undefined ? undefined : readText(path.join(common, "info", "exclude")),
    parents: parts.map((_, depth) => {
      const dir = parts.slice(0, depth).join("/");
      return { dir, ...readIgnoreFiles(path.join(git.root, dir)) };
    }),
  };
}

function readIgnoreFiles(folder: string): IgnoreFiles {
  const gitignore = readPlain(path.join(folder, ".gitignore"));
  const ignore = readPlain(path.join(folder, ".ignore"));
  return {
    ...(gitignore === undefined ? {} : { gitignore }),
    ...(ignore === undefined ? {} : { ignore }),
  };
}

/** Git does not follow a link in place of an ignore file, which might point outside. */
function readPlain(file: string): string | undefined {
  const isFile = ifPresent(file, () => fs.lstatSync(file))?.isFile() ?? false;
  return isFile ? readText(file) : undefined;
}
