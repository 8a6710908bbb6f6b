/**
 * Reads git's configuration files: sections, `key = value`, quotes, escapes, continuations, comments.
 *
 * Includes are not followed: what they name may lie outside the repository.
 * @module
 */

/** One setting. Section and key are lower-case; the subsection is as written. */
export interface ConfigEntry {
  readonly section: string;
  readonly subsection: string;
  readonly key: string;
  /** `true` for a key without `=`, as git reads it. */
  readonly value: string;
}

const HEADER = /^\[\s*([-.\w]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/;
const SETTING = /^([A-Za-z][-A-Za-z0-9]*)\s*(?:=(.*))?$/s;
const ESCAPES: ReadonlyMap<string, string> = new Map([["n", "\n"], ["t", "\t"], ["b", "\b"]]);

/** Lists settings in file order; lines that git would refuse are passed over. */
export function parseConfig(text: string): ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  let section = "";
  let subsection = "";
  for (const line of logicalLines(text)) {
    const header = HEADER.exec(line);
    const rest = (header === null ? line : line.slice(header[0].length)).trimStart();
    if (header !== null) {
      const [name = "", ...dotted] = (header[1] ?? "").toLowerCase().split(".");
      section = name;
      subsection = header[2]?.replace(/\\(.)/g, "$1") ?? dotted.join(".");
    }
    const [, key, value = "true"] = SETTING.exec(withoutComment(rest)) ?? [];
    if (key !== undefined) {
      entries.push({ section, subsection, key: key.toLowerCase(), value: unquote(value) });
    }
  }
  return entries;
}

/** All values of a setting, in file order; where git wants one value, the last counts. */
export function valuesOf(
  entries: readonly ConfigEntry[],
  section: string,
  key: string,
  subsection = "",
): string[] {
  return entries
    .filter((entry) => entry.section === section && entry.subsection === subsection)
    .filter((entry) => entry.key === key)
    .map(({ value }) => value);
}

/** Whether a boolean setting is on. */
export function isOn(entries: readonly ConfigEntry[], section: string, key: string): boolean {
  const value = valuesOf(entries, section, key).at(-1)?.toLowerCase();
  return value !== undefined && ["true", "yes", "on", "1"].includes(value);
}

/** Drops comment lines and joins lines that end in an odd number of backslashes with the next. */
function logicalLines(text: string): string[] {
  const lines: string[] = [];
  let open = "";
  for (const line of text.replace(/^\uFEFF/, "").split(/\r?\n/)) {
    if (open === "" && /^\s*[#;]/.test(line)) continue;
    const continues = /(?<!\\)(?:\\\\)*\\$/.test(line);
    open += continues ? line.slice(0, -1) : line;
    if (continues) continue;
    lines.push(open.trimStart());
    open = "";
  }
  return open === "" ? lines : [...lines, open.trimStart()];
}

/** Cuts off a comment that does not stand inside quotes. */
function withoutComment(text: string): string {
  return /^(?:"(?:[^"\\]|\\.)*"|\\.|[^"\\#;])*/s.exec(text)?.[0].trimEnd() ?? "";
}

function unquote(value: string): string {
  return value.trim().replace(
    /\\(.)|"/gs,
    (_, escaped?: string) => escaped === undefined ? "" : ESCAPES.get(escaped) ?? escaped,
  );
}
