/**
 * Says which paths git's ignore rules hide: `.gitignore` and `.ignore` at every level, and
 * `.git/info/exclude`.
 *
 * Follows `git check-ignore --no-index` byte for byte and case for case. Pure: the walker brings the
 * rule texts, from the top downwards.
 * @module
 */
import ignore, { type Ignore } from "ignore";
import { sha256Hex } from "./digest.ts";
import { folderPattern, ignorePatterns, toByteString } from "./ignore_patterns.ts";

/** Names of the files that hold rules. */
export const IGNORE_FILES: readonly string[] = [".gitignore", ".ignore"];

/** The ignore files of one folder, decoded as UTF-8. */
export interface IgnoreFiles {
  readonly gitignore?: string;
  /** Wins over `gitignore`. */
  readonly ignore?: string;
}

/** Rules that lie outside the workspace root. Plain data, so that it can be posted to a worker. */
export interface IgnoreContext {
  /** The workspace root relative to the git root, with `/`; empty if they are the same. */
  readonly prefix: string;
  /** Text of `info/exclude`: the weakest rules. */
  readonly exclude: string | undefined;
  /** Folders from the git root (`dir` empty) down to the parent of the workspace root. */
  readonly parents: readonly (IgnoreFiles & { readonly dir: string })[];
}

/** A rule text and where it was read. */
export interface IgnoreSource {
  /** Relative to the git root, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** The rules of one folder; `dir` ends in `/` unless it is the git root. */
interface Level {
  readonly dir: string;
  readonly rules: Ignore;
}

/** The rules that hold for the entries of one folder. */
export class IgnoreRules {
  private constructor(
    private readonly prefix: string,
    private readonly levels: readonly Level[],
    /**
     * True if a rule of a parent folder hides the workspace root itself.
     *
     * Every path is then ignored, as git has it; a caller may want to say so.
     */
    readonly rootIgnored: boolean,
  ) {}

  /** Rules from outside the workspace root; go on with `child("", …)` for the root's own. */
  static root(context: IgnoreContext): IgnoreRules {
    const { prefix, exclude, parents } = context;
    let rules = new IgnoreRules("", levelsFrom("", [exclude]), false);
    let rootIgnored = false;
    for (const dir of foldersDownTo(prefix)) {
      rootIgnored ||= dir !== "" && rules.isIgnored(dir, true);
      if (dir === prefix) break;
      rules = rules.child(dir, parents.find((parent) => parent.dir === dir) ?? {});
    }
    return new IgnoreRules(prefix === "" ? "" : `${prefix}/`, rules.levels, rootIgnored);
  }

  /**
   * Rules for the entries of a folder; call it for every folder that is entered, with or without
   * ignore files of its own.
   *
   * `dir` is relative to the workspace root (empty for the root) and must not be ignored.
   */
  child(dir: string, files: IgnoreFiles): IgnoreRules {
    const path = dir === "" ? this.prefix : `${this.prefix}${dir}/`;
    const own = levelsFrom(path, [files.gitignore, files.ignore]);
    const levels = this.levels.map((level) => withEntered(level, path));
    const changed = own.length > 0 || levels.some((level, n) => level !== this.levels[n]);
    return changed ? new IgnoreRules(this.prefix, [...levels, ...own], this.rootIgnored) : this;
  }

  /**
   * Whether an entry of the folder that these rules were made for is hidden.
   *
   * `path` is relative to the workspace root. A link is not a directory, whatever it points to.
   */
  isIgnored(path: string, isDirectory: boolean): boolean {
    if (this.rootIgnored) return true;
    const full = toByteString(`${this.prefix}${path}${isDirectory ? "/" : ""}`);
    for (let n = this.levels.length - 1; n >= 0; n--) {
      const level = this.levels[n];
      if (level === undefined) continue;
      const { ignored, unignored } = level.rules.test(full.slice(level.dir.length));
      if (ignored || unignored) return ignored;
    }
    return false;
  }
}

/** The rule texts of a context, for a digest; the walker adds those of the folders it enters. */
export function contextSources({ exclude, parents }: IgnoreContext): IgnoreSource[] {
  const outer = exclude === undefined ? [] : [{ path: ".git/info/exclude", text: exclude }];
  return [...outer, ...parents.flatMap(({ dir, ...files }) => folderSources(dir, files))];
}

/** The rule texts of one folder; `dir` is relative to the git root. */
export function folderSources(dir: string, files: IgnoreFiles): IgnoreSource[] {
  const named = [[".gitignore", files.gitignore], [".ignore", files.ignore]] as const;
  const folder = dir === "" ? "" : `${dir}/`;
  return named.flatMap(([name, text]) => text === undefined ? [] : [{ path: folder + name, text }]);
}

/**
 * SHA-256 over all rules and the paths of their files, whatever order they were met in.
 *
 * Comments are no rules: git puts an `info/exclude` full of them into some clones and not into others.
 */
export function ignoreDigest(sources: readonly IgnoreSource[]): string {
  const rows = sources.map(({ path, text }) => [path, ignorePatterns(text)] as const)
    .filter(([, patterns]) => patterns.length > 0);
  return sha256Hex(JSON.stringify(rows.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))));
}

/** `a/b` gives "", "a", "a/b". */
function foldersDownTo(prefix: string): string[] {
  const parts = prefix === "" ? [] : prefix.split("/");
  return ["", ...parts.map((_, n) => parts.slice(0, n + 1).join("/"))];
}

function levelsFrom(dir: string, texts: readonly (string | undefined)[]): Level[] {
  const patterns = texts.flatMap((text) => (text === undefined ? [] : ignorePatterns(text)));
  if (patterns.length === 0) return [];
  const rules = ignore({ ignorecase: false, allowRelativePaths: true }).add(patterns);
  return [{ dir: toByteString(dir), rules }];
}

/**
 * Lifts a level's own exclusion of a folder that a deeper level included again.
 *
 * The library would go on hiding everything in it, because it asks one rule set only. A last rule
 * that matches nothing but the folder itself changes no other answer.
 */
function withEntered(level: Level, path: string): Level {
  const below = toByteString(path).slice(level.dir.length);
  if (below === "" || !level.rules.test(below).ignored) return level;
  const again = ignore({ ignorecase: false, allowRelativePaths: true }).add(level.rules);
  return { dir: level.dir, rules: again.add([`!${folderPattern(below.slice(0, -1))}`]) };
}
