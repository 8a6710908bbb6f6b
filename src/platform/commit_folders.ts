/**
 * Finds paths in the tree of a commit, links followed as a file system would follow them in a checkout.
 *
 * The counterpart of containment.ts: what lies outside the root is not known and told alike, whatever is there.
 * @module
 */
import { MAX_LINKS } from "./containment.ts";
import { GitError } from "./git/git_error.ts";
import type { ObjectStore } from "./git/object_store.ts";
import type { Oid } from "./git/oid.ts";
import { type FolderItem, readFolder } from "./git/tree.ts";
import { isAbsolutePath } from "./folders.ts";
import { isInside, joinPath, relativeTo, resolveFrom } from "./os_paths.ts";

/** Where a path leads: an entry with its canonical path below the root, or why there is none. */
export type Found =
  | { readonly kind: "inside"; readonly path: string; readonly item: FolderItem }
  | { readonly kind: "absent" | "outside" };

/** A few nested trees that repeat themselves can stand for billions of folders. */
const MAX_LISTINGS = 2_000_000;

export class CommitFolders {
  readonly #store: ObjectStore;
  readonly #root: string;
  readonly #top: FolderItem;
  /** By tree id: one that stands in many commits and places is read once. */
  readonly #known = new Map<Oid, ReadonlyMap<string, FolderItem>>();
  #listings = 0;

  /** `tree` is that of the canonical folder `root`. */
  constructor(store: ObjectStore, root: string, tree: Oid) {
    this.#store = store;
    this.#root = root;
    this.#top = { name: "", kind: "folder", oid: tree, validName: true };
  }

  /** Entries of a folder, each name once. @throws {GitError} */
  entries(folder: FolderItem): Iterable<FolderItem> {
    if (++this.#listings > MAX_LISTINGS) {
      throw new GitError("too_large", `Cannot list more than ${MAX_LISTINGS} folders`);
    }
    return this.#itemsOf(folder).values();
  }

  /** The entry at a path below the root, no link followed. @throws {GitError} */
  find(path: string): FolderItem | undefined {
    if (path === "") return this.#top;
    let item: FolderItem | undefined = this.#top;
    for (const name of path.split("/")) {
      item = item === undefined ? undefined : this.#child(item, name);
    }
    return item;
  }

  /** Where `path` leads (relative to the root, or absolute), links followed. @throws {GitError} */
  follow(path: string): Found {
    if (path.includes("\0")) return { kind: "absent" };
    return this.#enter(resolveFrom(this.#root, path), MAX_LINKS);
  }

  /** Goes on at an absolute path; beyond the root it is worked out by spelling, for nothing there is known. */
  #enter(place: string, linksLeft: number): Found {
    if (!isInside(this.#root, place)) return { kind: "outside" };
    return this.#walk(relativeTo(this.#root, place).split("/"), linksLeft);
  }

  #walk(names: string[], linksLeft: number): Found {
    const way: FolderItem[] = [];
    const rest = names.filter((name) => name !== "");
    for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
      if (STEPS_IN_PLACE.includes(name)) {
        if (!isFolder(way.at(-1) ?? this.#top)) return { kind: "absent" };
        if (name !== "..") continue;
        if (way.length === 0) return this.#enter(joinPath(this.#root, "..", ...rest), linksLeft);
        way.pop();
        continue;
      }
      const item = this.#child(way.at(-1) ?? this.#top, name);
      if (item === undefined) return { kind: "absent" };
      if (item.kind !== "link") {
        way.push(item);
        continue;
      }
      if (linksLeft-- === 0) return { kind: "absent" };
      const target = this.#targetOf(item);
      if (isAbsolutePath(target)) return this.#enter(joinPath(target, ...rest), linksLeft);
      rest.unshift(...target.split("/"));
    }
    const path = way.map(({ name }) => name).join("/");
    return { kind: "inside", path, item: way.at(-1) ?? this.#top };
  }

  #child(folder: FolderItem, name: string): FolderItem | undefined {
    const item = this.#itemsOf(folder).get(name);
    return item?.validName === true ? item : undefined;
  }

  /** Nothing for what is no folder, or a submodule's, whose files are another repository's. */
  #itemsOf({ kind, oid }: FolderItem): ReadonlyMap<string, FolderItem> {
    if (kind !== "folder") return NOTHING;
    const known = this.#known.get(oid);
    if (known !== undefined) return known;
    const items = new Map<string, FolderItem>();
    for (const item of readFolder(this.#store, oid)) {
      // A name that is not valid may look like one that is; no path can hold the mark.
      const key = item.validName ? item.name : `${item.name}\0${items.size}`;
      // Git makes no tree with one name twice, but somebody else may.
      if (!items.has(key)) items.set(key, item);
    }
    this.#known.set(oid, items);
    return items;
  }

  #targetOf({ oid }: FolderItem): string {
    return new TextDecoder().decode(this.#store.readKind(oid, "blob"));
  }
}

/** Names that lead to no entry, but can be followed from a folder only. */
const STEPS_IN_PLACE = ["", ".", ".."];

function isFolder({ kind }: FolderItem): boolean {
  return kind === "folder" || kind === "submodule";
}

const NOTHING: ReadonlyMap<string, FolderItem> = new Map();
