/**
 * Checks what a Markdown report cites: by the citations it was written with, or else by the digests in its footnotes.
 *
 * A bare `path:10` proves nothing by itself: its lines may exist and say something else. That is `unproven`.
 * @module
 */
import {
  type CitationPayload,
  type FileCitation,
  isFileCitation,
} from "../../contract/citation.ts";
import {
  isInside,
  type ReportMark,
  type ReportPlace,
  type ReportReference,
  reportReferences,
  sentencesWithoutEvidence,
} from "./report_places.ts";
import { repositoryId, spanNow, type Tree } from "./source_lookup.ts";
import type { Verified, VerifyStatus } from "./status.ts";
import { VERIFY_STATUSES } from "./status.ts";
import { verifyPayload } from "./verify.ts";

export interface VerifiedReport {
  /** What the report says, each wording once, in its order. */
  readonly references: readonly Verified[];
  /** The citations it rests on; empty without a payload. */
  readonly citations: readonly Verified[];
  /** Sentences without evidence. */
  readonly uncited: readonly string[];
}

/** Checks a report; `payload` holds the citations that its marks and places mean. */
export async function verifyReport(
  report: string,
  payload: CitationPayload | undefined,
  tree: Tree,
): Promise<VerifiedReport> {
  const citations = payload === undefined ? [] : await verifyPayload(payload, tree);
  const checker = new ReportChecker(payload, citations, tree);
  const references = reportReferences(report);
  const verified = new Map<string, Verified>();
  for (const reference of references) {
    const known = verified.get(reference.written);
    // The same place may stand once with a digest and once without: the better proof counts.
    if (known !== undefined && known.status !== "unproven") continue;
    verified.set(reference.written, await checker.check(reference, references));
  }
  return {
    references: [...verified.values()],
    citations,
    uncited: sentencesWithoutEvidence(report, references),
  };
}

class ReportChecker {
  readonly #cited: readonly FileCitation[];
  readonly #verified: ReadonlyMap<string, Verified>;
  readonly #tree: Tree;

  constructor(
    payload: CitationPayload | undefined,
    verified: readonly Verified[],
    tree: Tree,
  ) {
    this.#cited = payload?.citations.filter(isFileCitation) ?? [];
    this.#verified = new Map(verified.map((one) => [one.id, one]));
    this.#tree = tree;
  }

  async check(
    reference: ReportReference,
    all: readonly ReportReference[],
  ): Promise<Verified> {
    const found = reference.kind === "mark"
      ? await this.#mark(reference, all)
      : await this.#place(reference);
    return { ...found, id: reference.written };
  }

  async #mark(
    { citation_id }: ReportMark,
    all: readonly ReportReference[],
  ): Promise<Omit<Verified, "id">> {
    const known = this.#verified.get(citation_id);
    if (known !== undefined) return known;
    if (this.#verified.size > 0) {
      return { status: "missing", note: "there is no such citation" };
    }
    const footnote = all.find((one) => one.kind === "place" && one.footnote === citation_id);
    return footnote?.kind === "place"
      ? await this.#place(footnote)
      : { status: "unproven", note: "name its citations with --citations FILE" };
  }

  async #place(place: ReportPlace): Promise<Omit<Verified, "id">> {
    const statuses = this.#cited.filter((citation) => isInside(place, citation)).flatMap((
      { citation_id },
    ) => this.#verified.get(citation_id) ?? []);
    return weakest(statuses) ?? await this.#bare(place);
  }

  async #bare(place: ReportPlace): Promise<Omit<Verified, "id">> {
    const { path, start_line, end_line, sha256 } = place;
    for (const { alias } of this.#tree.repositories()) {
      if (place.repository !== undefined && place.repository !== alias) continue;
      const probe = await this.#tree.probe(repositoryId(this.#tree, alias), path);
      if (probe.kind !== "file") continue;
      const lines = await spanNow(this.#tree, { repository_id: alias, path }, {
        start_line,
        end_line,
      });
      if (lines === undefined) return { status: "gone", note: "the file has no such lines" };
      if (sha256 === undefined) return { status: "unproven", note: NOTHING_PROVES };
      return probe.source.sha256.startsWith(sha256)
        ? { status: "exact" }
        : { status: "unproven", note: "the file changed, and no quote is given" };
    }
    return { status: "missing" };
  }
}

const NOTHING_PROVES = "the lines exist, but nothing tells what they said";

/** A place inside several citations is as strong as the weakest of them. */
function weakest(verified: readonly Verified[]): Verified | undefined {
  const rank = ({ status }: { readonly status: VerifyStatus }): number =>
    VERIFY_STATUSES.indexOf(status);
  return verified.toSorted((a, b) => rank(b) - rank(a))[0];
}
