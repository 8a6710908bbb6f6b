/**
 * Documents as tests: what stands in a Markdown file as a command with its output is run and compared.
 *
 * - A block of `text` that begins with `$ ` is a command and what it prints, stdout and stderr together.
 * - A comment `<!-- sh: … -->` is run and not shown: it makes the change that the text speaks of.
 * - A comment `<!-- file: PATH -->` names the file that the next block is.
 *
 * A document's commands run in its order, in one copy of what the project ships.
 * @module
 */

export type Example =
  | { readonly kind: "shown"; readonly command: string; readonly output: Part }
  | { readonly kind: "hidden"; readonly command: string }
  | { readonly kind: "file"; readonly path: string; readonly text: string }
  /** A block of commands without their output. */
  | { readonly kind: "commands"; readonly text: string; readonly line: number };

/** A part of the document's text. */
export interface Part {
  readonly text: string;
  /** Offset in UTF-16 code units. */
  readonly start: number;
  /** 1-based. */
  readonly line: number;
}

const FENCED = /^ *<!-- (sh|file): (.+?) -->$|^```(\w+)\n([^]*?)^```$/gm;

/** The examples of a document, in its order. */
export function examplesOf(markdown: string): readonly Example[] {
  const examples: Example[] = [];
  let file: string | undefined;
  for (const match of markdown.matchAll(FENCED)) {
    const [whole, directive, value = "", language = "", body = ""] = match;
    if (directive === "sh") examples.push({ kind: "hidden", command: value });
    else if (directive === "file") file = value;
    else {
      const start = match.index + whole.indexOf("\n") + 1;
      const line = markdown.slice(0, start).split("\n").length;
      if (file !== undefined) examples.push({ kind: "file", path: file, text: body });
      else if (language === "text") examples.push(...shown(body, start, line));
      else if (language === "sh") examples.push({ kind: "commands", text: body, line });
      file = undefined;
    }
  }
  return examples;
}

function shown(body: string, start: number, line: number): Example[] {
  if (!body.startsWith("$ ")) return [];
  const end = body.indexOf("\n") + 1;
  const output = { text: body.slice(end), start: start + end, line: line + 1 };
  return [{ kind: "shown", command: body.slice(2, end - 1), output }];
}

/** Words that are other ones each time, as placeholders numbered by first appearance. */
export function steady(text: string): string {
  const seen = new Map<string, string>();
  return text.replace(CHANGING, (word) => {
    const known = seen.get(word);
    if (known !== undefined) return known;
    const name = `<${word.replace(/[0-9a-f-]*$/, "")}#${seen.size + 1}>`;
    seen.set(word, name);
    return name;
  });
}

/** Ids of repositories depend on the folder, handles on chance, and what both go into follows them. */
const CHANGING = /\b(?:shop-[0-9a-f]{12}|result-[0-9a-f]{32}-\d+|sym-[0-9a-f]{32})\b/g;

/** The document with other outputs in place. */
export function withOutputs(markdown: string, outputs: ReadonlyMap<Part, string>): string {
  return [...outputs].toSorted(([a], [b]) => b.start - a.start).reduce(
    (text, [{ start, text: old }, output]) =>
      text.slice(0, start) + output + text.slice(start + old.length),
    markdown,
  );
}

/** The uses of frigg in lines of shell: without comments, redirections and other programs. */
export function friggLines(shell: string): string[] {
  return shell.split("\n").flatMap((line) => line.replace(/(^| +)#.*$/, "").split(/&&|\|/))
    .map((command) => command.replace(/\d?>.*$/, "").trim())
    .filter((command) => command === "frigg" || command.startsWith("frigg "));
}

/** Words of a simple shell line with quotes. */
export function shellWords(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)/g)].map(([, single, double, bare]) =>
    single ?? double ?? bare ?? ""
  );
}
