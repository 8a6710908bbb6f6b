/**
 * Citations put where their bytes stand now, with everything they say about the file brought up to date.
 * @module
 */
import {
  type CitationPayload,
  type FileCitation,
  isFileCitation,
} from "../../contract/citation.ts";
import { vcsOf } from "../absence.ts";
import { permalink, swhid } from "../cite_links.ts";
import { plainText } from "../cite_markdown.ts";
import { isInside, type ReportPlace, reportReferences } from "./report_places.ts";
import { repositoryId, type Tree } from "./source_lookup.ts";
import type { FoundPlace, Verified } from "./status.ts";

/** A citation that moved, before and after. */
export interface Relocation {
  readonly from: FileCitation;
  readonly to: FileCitation;
}

/** What moved, relocated; all others stay as they are. */
export async function relocations(
  { citations }: CitationPayload,
  verified: readonly Verified[],
  tree: Tree,
): Promise<readonly Relocation[]> {
  const places = new Map(verified.flatMap(({ id, status, places = [] }) => {
    const [place] = places;
    return status === "moved" && place !== undefined ? [[id, place] as const] : [];
  }));
  const moved: Relocation[] = [];
  for (const from of citations.filter(isFileCitation)) {
    const place = places.get(from.citation_id);
    if (place !== undefined) moved.push({ from, to: await relocated(from, place, tree) });
  }
  return moved;
}

async function relocated(
  citation: FileCitation,
  { repository_id, path, span }: FoundPlace,
  tree: Tree,
): Promise<FileCitation> {
  const file = await tree.cite(repositoryId(tree, repository_id), path, [span]);
  const [now] = file.spans;
  // Between looking and reading the tree may have changed: what is written must be what was proved.
  if (now === undefined || now.sha256 !== citation.span_sha256) {
    throw new RangeError(`Cannot relocate "${citation.citation_id}": ${path} changed meanwhile`);
  }
  const { vcs: _vcs, permalink: _permalink, ...kept } = citation;
  const { sha256, git_blob, bytes } = file.source;
  const { exact, prefix, suffix, truncated } = now;
  return {
    ...kept,
    repository_id,
    path,
    // Keys stay in the order they have, so that a patch holds what changed and nothing else.
    span: { ...citation.span, ...span },
    content: { ...citation.content, sha256, git_blob, bytes },
    quote: { ...citation.quote, exact, prefix, suffix, truncated },
    encoding: file.encoding,
    eol: file.eol,
    swhid: swhid(git_blob, path, span),
    ...vcsFields(tree, repository_id, path, span),
  };
}

function vcsFields(
  tree: Tree,
  alias: string,
  path: string,
  span: FoundPlace["span"],
): Pick<FileCitation, "vcs" | "permalink"> {
  const repository = tree.repositories().find((one) => one.alias === alias);
  const vcs = repository === undefined ? undefined : vcsOf(repository.header);
  const link = vcs === undefined ? undefined : permalink(vcs, path, span);
  return {
    ...(vcs === undefined ? {} : { vcs }),
    ...(link === undefined ? {} : { permalink: link }),
  };
}

/** The payload with its citations moved, in its claims and its answer too, where they name the old place. */
export function relocatedPayload(
  payload: CitationPayload,
  moved: readonly Relocation[],
): CitationPayload {
  const byId = new Map(moved.map(({ from, to }) => [from.citation_id, to]));
  return {
    ...payload,
    answer: relocatedText(payload.answer, moved),
    claims: payload.claims.map((claim) => ({
      ...claim,
      text: relocatedText(
        claim.text,
        moved.filter(({ from }) => claim.citation_ids.includes(from.citation_id)),
      ),
    })),
    citations: payload.citations.map((citation) => byId.get(citation.citation_id) ?? citation),
  };
}

/** A text in which every place inside a span that moved goes with it: `path:10`, `path:10-20`, `path#L10-L20`. */
export function relocatedText(text: string, moved: readonly Relocation[]): string {
  let result = text;
  for (const reference of reportReferences(text).toReversed()) {
    const relocation = reference.kind === "mark"
      ? undefined
      : tightest(moved.filter(({ from }) => isInside(reference, from)));
    if (reference.kind === "mark" || relocation === undefined) continue;
    const { start, end } = reference;
    const rest = withDigest(result.slice(end), reference, relocation.to);
    const written = text.slice(start, end);
    result = result.slice(0, start) + placeAs(written, reference, relocation) + rest;
  }
  return result;
}

/** Of spans around one place the smallest: it says most exactly what is meant. */
function tightest(around: readonly Relocation[]): Relocation | undefined {
  const lines = ({ from: { span } }: Relocation): number => span.end_line - span.start_line;
  return around.toSorted((a, b) => lines(a) - lines(b))[0];
}

/** The place in the form in which it was written. */
function placeAs(
  written: string,
  { repository, start_line, end_line }: ReportPlace,
  { from, to }: Relocation,
): string {
  const shift = to.span.start_line - from.span.start_line;
  const [start, end] = [start_line + shift, end_line + shift];
  const alias = repository === undefined ? "" : `${to.repository_id}:`;
  const path = written.includes("\\") ? plainText(to.path) : to.path;
  const isLine = start === end;
  return written.includes("#L")
    ? `${alias}${path}#L${start}${isLine ? "" : `-L${end}`}`
    : `${alias}${path}:${start}${isLine ? "" : `-${end}`}`;
}

/** A footnote's short digest is that of the file the place is in now. */
function withDigest(rest: string, { sha256 }: ReportPlace, { content }: FileCitation): string {
  if (sha256 === undefined) return rest;
  return rest.replace(`sha256 ${sha256}`, `sha256 ${content.sha256.slice(0, sha256.length)}`);
}
