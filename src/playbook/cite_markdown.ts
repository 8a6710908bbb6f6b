/**
 * Citations as Markdown: the answer with a footnote for each citation, `path:10-20` visible in every one.
 * @module
 */
import {
  type AbsenceCitation,
  type CitationPayload,
  type CitedClaim,
  type FileCitation,
  isFileCitation,
  type ReferenceCitation,
  type ReferencePayload,
} from "../contract/citation.ts";
import { visibleName, withoutControls } from "./report/escape.ts";
import { splitSentences } from "./sentences.ts";

type AnyPayload = CitationPayload | ReferencePayload;
type AnyCitation = AnyPayload["citations"][number];

/** The payload as a report: the answer, claims it does not say, footnotes, and sentences without evidence. */
export function citationsAsMarkdown(payload: AnyPayload): string {
  const { body, rest } = annotated(payload);
  const footnotes = payload.citations.map(footnote);
  const uncited = "uncited" in payload ? payload.uncited : [];
  const parts = [
    `# ${plainText(payload.playbook_id)}`,
    body,
    rest.map((claim) => `- ${claimText(claim)}`).join("\n"),
    uncited.length === 0
      ? ""
      : ["## Without evidence", "", ...uncited.map((text) => `- ${text}`)].join("\n"),
    footnotes.join("\n"),
  ];
  return `${withoutControls(parts.filter((part) => part !== "").join("\n\n"))}\n`;
}

/** The answer with footnotes behind the sentences that are claims, and the claims it does not hold. */
function annotated(
  { answer, claims, citations }: AnyPayload,
): { readonly body: string; readonly rest: readonly CitedClaim[] } {
  const steps = new Set(citations.map(({ tool_call_id }) => tool_call_id));
  const ids = new Set(citations.map(({ citation_id }) => citation_id));
  const isMark = (inside: string): boolean =>
    ids.has(inside) || steps.has(inside.replace(/\[\d+\]$/, ""));
  const open = new Set(claims);
  let body = "";
  let at = 0;
  for (const { start, end, text } of pieces(answer, claims, isMark)) {
    const claim = [...open].find((candidate) => candidate.text === text);
    if (claim === undefined) continue;
    open.delete(claim);
    body += answer.slice(at, start) + claimText(claim);
    at = end;
  }
  return { body: (body + answer.slice(at)).trimEnd(), rest: [...open] };
}

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Whole lines where the claims are lines, as they are in an answer made of claims; sentences otherwise. */
function pieces(
  answer: string,
  claims: readonly CitedClaim[],
  isMark: (inside: string) => boolean,
): readonly Piece[] {
  const lines = answer.split("\n");
  if (answer === claims.map(({ text }) => text).join("\n") && lines.length === claims.length) {
    let start = 0;
    return lines.map((text) => {
      const piece = { start, end: start + text.length, text };
      start = piece.end + 1;
      return piece;
    });
  }
  return splitSentences(answer, isMark).map(({ start, end, plain: text }) => ({
    start,
    end,
    text,
  }));
}

function claimText({ text, citation_ids }: CitedClaim): string {
  return `${text} ${citation_ids.map((id) => `[^${id}]`).join(" ")}`;
}

function footnote(citation: AnyCitation): string {
  const { citation_id: id, tool_call_id: step, tool_name: tool } = citation;
  const source = `step ${code(step)} (${tool})`;
  if ("absence" in citation) {
    const query = code(JSON.stringify(citation.absence.query));
    return `[^${id}]: nothing found for ${query} in ${searchedWords(citation)}; ${source}`;
  }
  const digest = hasContent(citation) ? `; sha256 ${citation.content.sha256.slice(0, 12)}` : "";
  return `[^${id}]: ${placeLink(citation)}${digest}; ${source}`;
}

/** The query may narrow this down further; it stands beside it. */
function searchedWords({ absence: { searched } }: AbsenceCitation): string {
  return searched.map(({ repository_id: alias, files }) => `${alias} (${files} files)`).join(", ");
}

function hasContent(citation: AnyCitation): citation is FileCitation {
  return "content" in citation && isFileCitation(citation);
}

function placeLink(citation: FileCitation | ReferenceCitation): string {
  const { path, span: { start_line: start, end_line: end } } = citation;
  const place = `${plainText(visibleName(path))}:${start}${end === start ? "" : `-${end}`}`;
  const link = hasContent(citation) ? citation.permalink : undefined;
  return link === undefined
    ? place
    : `[${place}](${link.replaceAll("(", "%28").replaceAll(")", "%29")})`;
}

/** Text in which nothing is Markdown; an underscore inside a word is none, and stays readable. */
export function plainText(text: string): string {
  return text.replace(/[\\`|[\]*<>]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, "\\$&");
}

/** A code span around any text: as many backticks as it needs. */
function code(text: string): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}
