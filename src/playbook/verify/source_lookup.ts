/**
 * Looking for cited bytes in the tree as it is now.
 * @module
 */
import type { FileCitation } from "../../contract/citation.ts";
import { ToolError } from "../../contract/errors.ts";
import type { Span, WholeLines } from "../../contract/source.ts";
import { textDigest } from "../digest.ts";
import type { CitedSpan, Run } from "../host.ts";
import type { FoundPlace } from "./status.ts";

/** What verifying asks of a run. */
export type Tree = Pick<Run, "repositories" | "cite" | "probe" | "locate" | "dispatch">;

/** Places that are looked at: more of them say nothing about which is meant. */
const MAX_PLACES = 200;

/** The repository with an alias. @throws {ToolError} resource_not_found */
export function repositoryId(tree: Tree, alias: string): string {
  const found = tree.repositories().find((repository) => repository.alias === alias);
  if (found !== undefined) return found.id;
  throw new ToolError(
    "resource_not_found",
    `Cannot find repository "${alias}": there are ${tree.repositories().length}`,
    { hint: "Name the roots with --workspace-root DIR, in the order of their aliases" },
  );
}

/** A span of a file as it is now; undefined if the file has no such lines and columns, or is not there. */
export async function spanNow(
  tree: Tree,
  { repository_id, path }: Pick<FoundPlace, "repository_id" | "path">,
  span: Span | WholeLines,
): Promise<CitedSpan | undefined> {
  try {
    const { spans: [found] } = await tree.cite(repositoryId(tree, repository_id), path, [span]);
    return found;
  } catch (error) {
    if (error instanceof ToolError && NOT_THERE.includes(error.code)) return undefined;
    throw error;
  }
}

const NOT_THERE: readonly string[] = ["invalid_params", "resource_not_found"];

export interface Occurrences {
  readonly places: readonly FoundPlace[];
  /** Whether there are more than were looked at. */
  readonly more: boolean;
}

/**
 * Every place where the cited bytes stand now, in the order of aliases, paths and lines.
 *
 * A cut quote finds the beginnings; of these only those count whose whole span has the citation's hash.
 */
export async function occurrences(tree: Tree, citation: FileCitation): Promise<Occurrences> {
  const { quote: { exact, truncated }, span_sha256, repository_id, path } = citation;
  const wanted = {
    exact,
    spanSha256: truncated ? await textDigest(exact) : span_sha256,
    limit: MAX_PLACES + 1,
  };
  const found: FoundPlace[] = [];
  for (const { alias, id } of tree.repositories()) {
    const places = [...await tree.locate(id, wanted)];
    // A search meets no ignored file, but the cited file may be one.
    if (alias === repository_id && !places.some((place) => place.path === path)) {
      places.push(...await tree.locate(id, { ...wanted, path }));
    }
    found.push(...places.map((place) => ({ repository_id: alias, ...place })));
  }
  const places = found.slice(0, MAX_PLACES);
  const more = found.length > MAX_PLACES;
  return { places: truncated ? await wholeSpans(tree, citation, places) : places, more };
}

async function wholeSpans(
  tree: Tree,
  citation: FileCitation,
  beginnings: readonly FoundPlace[],
): Promise<readonly FoundPlace[]> {
  const whole: FoundPlace[] = [];
  for (const place of beginnings) {
    const span = shifted(citation.span, place.span);
    const now = await spanNow(tree, place, span);
    if (now?.sha256 === citation.span_sha256) whole.push({ ...place, span });
  }
  return whole;
}

/** The cited span as it would lie from another start. */
function shifted(cited: Span, { start_line, start_column }: Span): Span {
  const isOneLine = cited.start_line === cited.end_line;
  return {
    start_line,
    start_column,
    end_line: start_line + cited.end_line - cited.start_line,
    end_column: isOneLine ? start_column + cited.end_column - cited.start_column : cited.end_column,
  };
}

/** The places around which the text is what it was around the citation. */
export async function inSameContext(
  tree: Tree,
  { quote }: FileCitation,
  places: readonly FoundPlace[],
): Promise<readonly FoundPlace[]> {
  const fitting: FoundPlace[] = [];
  for (const place of places) {
    const now = await spanNow(tree, place, place.span);
    if (now?.prefix === quote.prefix && now.suffix === quote.suffix) fitting.push(place);
  }
  return fitting;
}
