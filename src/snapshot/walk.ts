/**
 * The files of a workspace that git's ignore rules leave, in the order of their paths' bytes.
 *
 * Hidden entries are included and marked. Links are not followed and not listed. Nothing is lost silently: what
 * could not be read or had no usable name is in `skipped`.
 * @module
 */
import { MAX_TEXT_BYTES } from "../contract/limits.ts";
import type { Files, FolderEntry } from "../platform/files.ts";
import {
  contextSources,
  folderSources,
  type IgnoreContext,
  ignoreDigest,
  type IgnoreFiles,
  IgnoreRules,
  type IgnoreSource,
} from "../platform/ignore_rules.ts";
import { isHidden } from "./classify.ts";
import { comparePaths } from "./path_order.ts";
import type { SkippedEntry } from "./snapshot.ts";

export interface WalkOptions {
  readonly ignores: IgnoreContext;
  /** FRIGG_MAX_FILES: files beyond it, in path order, are left out. */
  readonly maxFiles: number;
  /** Called for each entry; throws to end the walk. */
  readonly tick: () => void;
}

export interface WalkedFile {
  readonly path: string;
  readonly hidden: boolean;
}

export interface Walked {
  readonly files: readonly WalkedFile[];
  readonly skipped: readonly SkippedEntry[];
  /** A folder could not be read, a name not be used, or there were too many files. */
  readonly failed: boolean;
  /** SHA-256 over the ignore rules that applied. */
  readonly ignoreDigest: string;
}

const NEVER = [".git", ".frigg"];
const NEVER_AT_ROOT = "target";

/** Walks a tree in one go. */
export function walk(files: Files, options: WalkOptions): Walked {
  const steps = walkSteps(files, options);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Walks a tree folder by folder, for those who have other work to do in between. */
export function* walkSteps(files: Files, options: WalkOptions): Generator<void, Walked> {
  const walker = new Walker(files, options);
  yield* walker.folder("", IgnoreRules.root(options.ignores));
  return walker.result();
}

class Walker {
  readonly #files: Files;
  readonly #options: WalkOptions;
  readonly #found: WalkedFile[] = [];
  readonly #skipped: SkippedEntry[] = [];
  readonly #sources: IgnoreSource[];
  #full = false;

  constructor(files: Files, options: WalkOptions) {
    this.#files = files;
    this.#options = options;
    this.#sources = contextSources(options.ignores);
  }

  result(): Walked {
    const failed = this.#skipped.some(({ folder, reason }) => folder || reason !== "unreadable");
    return {
      files: this.#found,
      skipped: this.#skipped,
      failed,
      ignoreDigest: ignoreDigest(this.#sources),
    };
  }

  /** Walks one folder, a step for itself and for each below; `outer` are the rules of the folder around it. */
  *folder(path: string, outer: IgnoreRules): Generator<void> {
    yield;
    const listed = this.#files.list(path);
    if (listed.failure !== undefined) return this.#skip(path, "unreadable", true);
    const rules = outer.child(path, this.#ignoreFiles(path, listed.value));
    const prefix = path === "" ? "" : `${path}/`;
    for (const entry of inPathOrder(listed.value)) {
      if (this.#full) return;
      this.#options.tick();
      if (NEVER.includes(entry.name) || prefix + entry.name === NEVER_AT_ROOT) continue;
      yield* this.#entry(prefix + entry.name, entry, rules);
    }
  }

  *#entry(path: string, { kind, misnamed }: FolderEntry, rules: IgnoreRules): Generator<void> {
    if (kind === "link" || kind === "other") return;
    const folder = kind === "folder";
    if (rules.isIgnored(path, folder)) return;
    if (misnamed) this.#skip(path, "name_not_utf8", folder);
    else if (folder) yield* this.folder(path, rules);
    else this.#file(path);
  }

  #file(path: string): void {
    const { maxFiles } = this.#options;
    if (this.#found.length < maxFiles) {
      this.#found.push({ path, hidden: isHidden(path) });
      return;
    }
    this.#full = true;
    // Not hidden even if this file is: others behind it are left out as well.
    this.#skipped.push({
      path,
      reason: "file_limit",
      limit: maxFiles,
      hidden: false,
      folder: false,
    });
  }

  #skip(path: string, reason: SkippedEntry["reason"], folder: boolean): void {
    this.#skipped.push({ path, reason, hidden: isHidden(path), folder });
  }

  #ignoreFiles(folder: string, entries: readonly FolderEntry[]): IgnoreFiles {
    const gitignore = this.#ignoreText(folder, ".gitignore", entries);
    const ignore = this.#ignoreText(folder, ".ignore", entries);
    const texts: IgnoreFiles = {
      ...(gitignore === undefined ? {} : { gitignore }),
      ...(ignore === undefined ? {} : { ignore }),
    };
    this.#sources.push(...folderSources(this.#fromGitRoot(folder), texts));
    return texts;
  }

  /** Git follows no link to an ignore file either. An unreadable one shows up as an unreadable file of the tree. */
  #ignoreText(
    folder: string,
    name: string,
    entries: readonly FolderEntry[],
  ): string | undefined {
    if (!entries.some((entry) => entry.name === name && entry.kind === "file")) return undefined;
    const read = this.#files.read(folder === "" ? name : `${folder}/${name}`, MAX_TEXT_BYTES);
    return read.failure === undefined ? new TextDecoder().decode(read.value.bytes) : undefined;
  }

  #fromGitRoot(folder: string): string {
    return [this.#options.ignores.prefix, folder].filter((part) => part !== "").join("/");
  }
}

/** Sorts the entries of a folder so that a walk meets files in path order: a folder counts with its `/`. */
function inPathOrder(entries: readonly FolderEntry[]): FolderEntry[] {
  const keyed = entries.map((entry) => ({
    entry,
    key: entry.kind === "folder" ? `${entry.name}/` : entry.name,
  }));
  return keyed.sort((a, b) => comparePaths(a.key, b.key)).map(({ entry }) => entry);
}
