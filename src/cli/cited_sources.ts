/**
 * The folders that citations are about, and cited files that are still as they were when they were cited.
 * @module
 */
import type { FileCitation } from "../contract/citation.ts";
import { PLAYBOOK_ID } from "../contract/playbook.ts";
import { sha256Hex } from "../platform/digest.ts";
import { diskFiles } from "../platform/files.ts";
import { fileUri, resolveFrom } from "../platform/os_paths.ts";
import { kindOfPath } from "../platform/user_files.ts";
import type { SourceFile, SourceOf } from "../playbook/formats/format.ts";
import type { CommandCall } from "./command.ts";
import { findPlaybook } from "./playbook_files.ts";
import { playbookRoot } from "./playbook_root.ts";
import { lookupOf, withPlaybooks } from "./playbook_session.ts";
import { namedRoots, rootsIfAny } from "./roots.ts";

/**
 * Folders of the repositories that a playbook's citations name, in the order of their aliases.
 *
 * Those of `--workspace-root`; otherwise the playbook's own folder, if it is found and has one; otherwise the default.
 */
export async function citedRoots(
  playbookId: string,
  given: CommandCall,
): Promise<readonly string[]> {
  const named = namedRoots(given.settings);
  if (named.length > 0) return named;
  const defaults = rootsIfAny(given.settings);
  if (!PLAYBOOK_ID.test(playbookId)) return defaults;
  const files = findPlaybook(playbookId, lookupOf(given));
  if (kindOfPath(files.playbook) !== "file") return defaults;
  const own = await withPlaybooks(given, (session) => {
    return Promise.resolve(playbookRoot(session.load(files), files.playbook, defaults));
  });
  return own === undefined ? defaults : [own];
}

/** Looks citations up in folders; the digest decides, so a wrong folder gives nothing. */
export function sourcesIn(roots: readonly string[]): SourceOf {
  const trees = roots.map((root) => ({ root, files: diskFiles(root) }));
  const found = new Map<string, SourceFile | undefined>();
  return (citation) => {
    const key = `${citation.content.sha256}:${citation.path}`;
    if (!found.has(key)) found.set(key, findIn(trees, citation));
    return found.get(key);
  };
}

function findIn(
  trees: readonly { readonly root: string; readonly files: ReturnType<typeof diskFiles> }[],
  { path, content }: FileCitation,
): SourceFile | undefined {
  for (const { root, files } of trees) {
    const read = files.read(path, content.bytes);
    if (read.failure !== undefined || sha256Hex(read.value.bytes) !== content.sha256) continue;
    return { bytes: read.value.bytes, uri: fileUri(resolveFrom(root, path)) };
  }
  return undefined;
}
