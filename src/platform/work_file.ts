/**
 * Looks at one path of a work tree as git does: a link is a link, whatever it points to.
 * @module
 */
import { failureOf, resolveInside } from "./containment.ts";
import type { WorkFile } from "./git/compare.ts";
import { MAX_OBJECT_BYTES } from "./git/object.ts";
import { folderOf, resolveFrom } from "./os_paths.ts";

/** What is at a path below the canonical `root`; undefined for neither file nor link. */
export function lookAt(root: string, path: string): WorkFile | undefined {
  const place = resolveFrom(root, path);
  // Only the last step may be a link: below a linked folder there is nothing of this work tree.
  const folder = resolveInside(root, folderOf(place));
  if (folder.kind !== "inside" || folder.path !== folderOf(place)) return undefined;
  try {
    return look(place);
  } catch (error) {
    return failureOf(error) === "absent" ? undefined : { kind: "unreadable" };
  }
}

function look(place: string): WorkFile | undefined {
  const info = Deno.lstatSync(place);
  if (info.isSymlink) return { kind: "link", target: Deno.readLinkSync(place) };
  if (!info.isFile) return undefined;
  if (info.size > MAX_OBJECT_BYTES) return { kind: "unreadable" };
  return { kind: "file", bytes: Deno.readFileSync(place) };
}
