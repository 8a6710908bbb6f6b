/**
 * The ladder: how much of a citation still holds in the tree as it is now.
 *
 * Quotes outrank line numbers, whitespace is exact, and nothing is written.
 * @module
 */
import {
  type AbsenceCitation,
  type Citation,
  type CitationPayload,
  type FileCitation,
  isFileCitation,
} from "../../contract/citation.ts";
import { valueAt } from "../../contract/json_pointer.ts";
import { absenceProblem } from "../absence.ts";
import type { SourceProbe } from "../host.ts";
import { inSameContext, occurrences, repositoryId, spanNow, type Tree } from "./source_lookup.ts";
import { type FoundPlace, placeText, type Verified } from "./status.ts";

/** Places that an ambiguous citation tells. */
const SHOWN_PLACES = 20;

/** Every citation of a payload, in its order. */
export async function verifyPayload(
  { citations }: CitationPayload,
  tree: Tree,
): Promise<readonly Verified[]> {
  const verified: Verified[] = [];
  // One after the other: many citations must not flood the worker.
  for (const citation of citations) verified.push(await verifyCitation(citation, tree));
  return verified;
}

/** @throws {ToolError} for a repository that is not there, or a file that cannot be read */
export async function verifyCitation(citation: Citation, tree: Tree): Promise<Verified> {
  if (!isFileCitation(citation)) return verifyAbsence(citation, tree);
  const said = { id: citation.citation_id, place: placeText(citation) };
  const probe = await tree.probe(repositoryId(tree, citation.repository_id), citation.path);
  if (probe.kind === "file" && await standsInPlace(citation, tree)) {
    const isSame = probe.source.sha256 === citation.content.sha256;
    return { ...said, status: isSame ? "exact" : "exact_span" };
  }
  return { ...said, ...await elsewhere(citation, probe, tree) };
}

/** Whether the cited bytes stand at the cited place; what is empty stands anywhere, so its surroundings must too. */
async function standsInPlace(citation: FileCitation, tree: Tree): Promise<boolean> {
  const { quote, span, span_sha256 } = citation;
  const now = await spanNow(tree, citation, span);
  if (now?.sha256 !== span_sha256) return false;
  return quote.exact !== "" || now.prefix === quote.prefix && now.suffix === quote.suffix;
}

async function elsewhere(
  citation: FileCitation,
  probe: SourceProbe,
  tree: Tree,
): Promise<Omit<Verified, "id">> {
  const { places, more } = await occurrences(tree, citation);
  const [first, ...others] = places;
  if (first === undefined) return nowhere(citation, probe);
  if (others.length === 0 && !more) return { status: "moved", places: [first] };
  return more ? ambiguous(places, more) : await decided(citation, places, tree);
}

function nowhere({ quote }: FileCitation, probe: SourceProbe): Omit<Verified, "id"> {
  const status = probe.kind === "file" ? "gone" : "missing";
  // Such a quote is not the bytes of the file, so looking for it finds nothing, wherever they are.
  return quote.exact.includes("\ufffd")
    ? { status, note: "the quote has bytes that are not UTF-8 and cannot be looked for" }
    : { status };
}

/** Surroundings may decide between places only if one alone has them. */
async function decided(
  citation: FileCitation,
  places: readonly FoundPlace[],
  tree: Tree,
): Promise<Omit<Verified, "id">> {
  const [first, ...others] = await inSameContext(tree, citation, places);
  if (first === undefined || others.length > 0) return ambiguous(places, false);
  return {
    status: "moved",
    places: [first],
    note: `one of ${places.length} places, the only one in the same surroundings`,
  };
}

function ambiguous(places: readonly FoundPlace[], more: boolean): Omit<Verified, "id"> {
  const count = `${more ? "more than " : ""}${places.length} places`;
  return { status: "ambiguous", places: places.slice(0, SHOWN_PLACES), note: count };
}

/** A search without hits is proved by a tree that is the same; in another one it is made again. */
async function verifyAbsence(citation: AbsenceCitation, tree: Tree): Promise<Verified> {
  const id = citation.citation_id;
  const isSame = citation.absence.searched.every((searched) => {
    const { header } = tree.repositories().find(({ alias }) => alias === searched.repository_id) ??
      {};
    return header?.manifest_digest === searched.manifest_digest &&
      header.ignore_digest === searched.ignore_digest;
  });
  if (isSame && citation.absence.searched.length > 0) return { id, status: "exact" };
  // A payload may come from anywhere; nothing in it may do more than search.
  if (!citation.tool_name.startsWith("search_")) {
    return {
      id,
      status: "unproven",
      note: `files changed, and ${citation.tool_name} is no search`,
    };
  }
  return { id, ...await searchedAgain(citation, tree) };
}

async function searchedAgain(
  { tool_name, absence: { query } }: AbsenceCitation,
  tree: Tree,
): Promise<Omit<Verified, "id">> {
  const outcome = await tree.dispatch(tool_name, query, { signal: new AbortController().signal });
  if (outcome.status === "err") {
    return { status: "unproven", note: `searching again failed: ${outcome.error.message}` };
  }
  const problem = absenceProblem({
    outcome: { status: "ok", response_json: outcome.response },
  });
  if (problem === undefined) {
    return { status: "exact_span", note: "files changed, but the same search finds nothing" };
  }
  const total = valueAt(outcome.response, "/completeness/total");
  const isFound = typeof total === "number" && total > 0;
  return { status: isFound ? "gone" : "unproven", note: `searched again: ${problem}` };
}
