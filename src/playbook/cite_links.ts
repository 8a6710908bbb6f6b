/**
 * Names of a cited span outside this program: a SWHID, which needs no network, and a forge's permalink.
 * @module
 */
import type { Vcs } from "../contract/citation.ts";

/** Inclusive, from 1. */
export interface LineSpan {
  readonly start_line: number;
  readonly end_line: number;
}

/**
 * The content identifier of a git blob with path and lines; it holds for uncommitted bytes too.
 *
 * @example
 * swhid("e69de29b…", "src/a.ts", { start_line: 9, end_line: 15 }) // "swh:1:cnt:e69de29b…;path=/src/a.ts;lines=9-15"
 */
export function swhid(gitBlob: string, path: string, { start_line, end_line }: LineSpan): string {
  // `;` separates qualifiers and `%` escapes; nothing else is special in a value.
  const escaped = path.replaceAll("%", "%25").replaceAll(";", "%3B");
  return `swh:1:cnt:${gitBlob};path=/${escaped};lines=${start_line}-${end_line}`;
}

/** The forge's address of the lines at that commit; only for a clean tree and a forge whose form is known. */
export function permalink(
  { commit, dirty, remote }: Vcs,
  path: string,
  lines: LineSpan,
): string | undefined {
  if (dirty || remote === undefined) return undefined;
  const [, host, repository] = REMOTE.exec(remote) ?? [];
  const address = host === undefined ? undefined : FORGES.get(host.toLowerCase());
  if (address === undefined || host === undefined || repository === undefined) return undefined;
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  const isMarkdown = /\.(md|markdown)$/i.test(path);
  const place = address({ commit, path: encoded, isMarkdown, lines });
  return `https://${host.toLowerCase()}/${repository}${place}`;
}

/** `https://host/owner/name.git`, `ssh://git@host/owner/name`, `git@host:owner/name.git`. */
const REMOTE =
  /^(?:(?:https?|ssh|git):\/\/)?(?:[^@/]*@)?([A-Za-z0-9.-]+)(?::\d+)?[:/]+(.+?)(?:\.git)?\/*$/;

interface Target {
  readonly commit: string;
  readonly path: string;
  readonly isMarkdown: boolean;
  readonly lines: LineSpan;
}

const FORGES: ReadonlyMap<string, (target: Target) => string> = new Map([
  ["github.com", ({ commit, path, isMarkdown, lines }: Target) => {
    // Rendered Markdown has no lines to point at.
    const plain = isMarkdown ? "?plain=1" : "";
    return `/blob/${commit}/${path}${plain}#L${lines.start_line}-L${lines.end_line}`;
  }],
  [
    "gitlab.com",
    ({ commit, path, lines }: Target) =>
      `/-/blob/${commit}/${path}#L${lines.start_line}-${lines.end_line}`,
  ],
  [
    "bitbucket.org",
    ({ commit, path, lines }: Target) =>
      `/src/${commit}/${path}#lines-${lines.start_line}:${lines.end_line}`,
  ],
]);
