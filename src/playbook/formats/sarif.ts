/**
 * Citations as SARIF 2.1.0: one run, one result for each citation, columns in UTF-16 units.
 *
 * A place whose columns cannot be counted is given as whole lines. Paths are relative to the repository.
 * @module
 */
import { type SarifRegion, sarifRegion } from "../../contract/bases.ts";
import {
  type AbsenceCitation,
  type Citation,
  type CitationPayload,
  type FileCitation,
  isFileCitation,
} from "../../contract/citation.ts";
import {
  claimTexts,
  countedText,
  jsonText,
  pathReference,
  type SourceFile,
  type SourceOf,
  spanInText,
} from "./format.ts";

/** @see Format */
export function citationsAsSarif(payload: CitationPayload, sourceOf: SourceOf): string {
  const files = payload.citations.filter(isFileCitation);
  const where = artifactNames(files);
  return jsonText({
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{
      tool: { driver: { name: "frigg", rules: RULES } },
      columnKind: "utf16CodeUnits",
      ...provenance(files),
      artifacts: artifacts(files, where),
      results: payload.citations.map((citation) => result(citation, payload, where, sourceOf)),
    }],
  });
}

const RULES = [
  { id: "citation", shortDescription: { text: "Source that an answer rests on" } },
  { id: "absence", shortDescription: { text: "A complete search that found nothing" } },
];

type ArtifactNames = (file: Pick<FileCitation, "repository_id" | "path">) => {
  readonly uri: string;
  readonly uriBaseId?: string;
};

/** Only with several repositories does a path need a base; a viewer resolves one alone against its own root. */
function artifactNames(files: readonly FileCitation[]): ArtifactNames {
  const isOne = new Set(files.map(({ repository_id }) => repository_id)).size <= 1;
  return ({ repository_id, path }) => ({
    uri: pathReference(path),
    ...(isOne ? {} : { uriBaseId: repository_id }),
  });
}

function artifacts(files: readonly FileCitation[], where: ArtifactNames): readonly unknown[] {
  const named = new Map(
    files.map((file) => [JSON.stringify([where(file), file.content.sha256]), file]),
  );
  return [...named.values()].map((file) => ({
    location: where(file),
    length: file.content.bytes,
    ...(file.encoding.startsWith("utf-8") ? { encoding: "UTF-8" } : {}),
    hashes: { "sha-256": file.content.sha256 },
  }));
}

/** Of clean trees whose remote is an address; `git@host:path` is none. */
function provenance(files: readonly FileCitation[]): Record<string, unknown> {
  const known = new Map(files.flatMap(({ vcs }) => {
    if (vcs?.remote === undefined || vcs.dirty || !URL.canParse(vcs.remote)) return [];
    return [[vcs.remote + vcs.commit, { repositoryUri: vcs.remote, revisionId: vcs.commit }]];
  }));
  return known.size === 0 ? {} : { versionControlProvenance: [...known.values()] };
}

function result(
  citation: Citation,
  { claims }: CitationPayload,
  where: ArtifactNames,
  sourceOf: SourceOf,
): unknown {
  const texts = claimTexts(citation.citation_id, claims);
  const properties = {
    citation_id: citation.citation_id,
    tool_call_id: citation.tool_call_id,
    tool_name: citation.tool_name,
  };
  if (!isFileCitation(citation)) {
    return {
      ruleId: "absence",
      level: "note",
      message: { text: texts.join("\n") || absenceText(citation) },
      properties: { ...properties, absence: citation.absence },
    };
  }
  return {
    ruleId: "citation",
    level: "note",
    message: { text: texts.join("\n") || `${citation.citation_id}: cited source` },
    locations: [{ physicalLocation: physicalLocation(citation, where, sourceOf(citation)) }],
    partialFingerprints: { "citedSpan/v1": citation.span_sha256 },
    properties: { ...properties, swhid: citation.swhid },
  };
}

function absenceText({ absence: { query } }: AbsenceCitation): string {
  return `Nothing found for ${JSON.stringify(query)}`;
}

function physicalLocation(
  citation: FileCitation,
  where: ArtifactNames,
  source: SourceFile | undefined,
): unknown {
  const { exact, truncated } = citation.quote;
  const place = region(citation, source);
  const context = contextRegion(citation, source);
  return {
    artifactLocation: where(citation),
    region: {
      ...place,
      // Of whole lines the quote may be a part only, and a snippet is all of its region.
      ...(truncated || !("startColumn" in place) ? {} : { snippet: { text: exact } }),
    },
    ...(context === undefined ? {} : { contextRegion: context }),
  };
}

type LineRegion = Pick<SarifRegion, "startLine" | "endLine">;

function region(citation: FileCitation, source: SourceFile | undefined): SarifRegion | LineRegion {
  const counted = countedText(citation, source);
  const { start_line: startLine, end_line: endLine } = citation.span;
  if (counted === undefined) return { startLine, endLine };
  const found = sarifRegion(spanInText(citation, counted), counted.text, "utf16");
  return { ...found, startLine, endLine };
}

/** A line more on each side; it has to be larger than the region, so without either there is none. */
function contextRegion(
  citation: FileCitation,
  source: SourceFile | undefined,
): LineRegion | undefined {
  const { span: { start_line, end_line }, quote: { suffix } } = citation;
  const counted = source === undefined ? undefined : countedText(citation, source);
  const hasNext = counted === undefined
    ? /(?:\r\n|\n|\r)[^]/.test(suffix)
    : end_line < counted.text.lines.count;
  if (start_line === 1 && !hasNext) return undefined;
  return { startLine: Math.max(1, start_line - 1), endLine: hasNext ? end_line + 1 : end_line };
}
