/**
 * Other ways to come to the same index, which must not change any answer: `playbook run --twice` tries one.
 * @module
 */
import type { Files, FolderEntry } from "../platform/files.ts";
import { IGNORE_FILES } from "../platform/ignore_rules.ts";

export interface IndexWay {
  /** Order in which folders give their entries: the system's, or from its end. */
  readonly listing: "system" | "reversed";
  /** Parts of the tree that are indexed one after the other and merged; 1 for all of it at once. */
  readonly shards: number;
}

export const USUAL_WAY: IndexWay = { listing: "system", shards: 1 };

/** As little like the usual way as there is. */
export const OTHER_WAY: IndexWay = { listing: "reversed", shards: 3 };

/** The tree as it is met when folders are listed in the order of `way`. */
export function listedBy({ listing }: Pick<IndexWay, "listing">, files: Files): Files {
  return listing === "system" ? files : withEntries(files, (_, entries) => entries.toReversed());
}

/** The tree with the files of its first `count` of `shards` parts, dealt out by their paths. */
export function firstShards(files: Files, count: number, shards: number): Files {
  return withEntries(
    files,
    (folder, entries) =>
      entries.filter(({ name, kind }) =>
        kind !== "file" || IGNORE_FILES.includes(name) ||
        shardOf(`${folder}/${name}`, shards) < count
      ),
  );
}

function withEntries(
  files: Files,
  change: (folder: string, entries: readonly FolderEntry[]) => readonly FolderEntry[],
): Files {
  return {
    ...files,
    list: (folder) => {
      const listed = files.list(folder);
      return listed.failure === undefined ? { value: change(folder, listed.value) } : listed;
    },
  };
}

function shardOf(path: string, shards: number): number {
  let hash = 0;
  for (const byte of new TextEncoder().encode(path)) hash = (hash * 31 + byte) % 65_521;
  return hash % shards;
}
