/**
 * What an answer rests on, taken at run time: the cited spans and the files they lie in.
 * @module
 */
import { ToolError } from "../contract/errors.ts";
import { isJsonObject, type JsonObject } from "../contract/json.ts";
import { valueAt } from "../contract/json_pointer.ts";
import type { TraceEvidence, TraceSource } from "../contract/playbook.ts";
import type { Cite, ToolInfo } from "../contract/tool.ts";
import type { CitedFile, Run } from "./host.ts";
import type { PortableNames } from "./names.ts";
import { compareText } from "./order.ts";

export interface StepEvidence {
  /** Sorted by alias and path. */
  readonly sources: readonly TraceSource[];
  /** In the order of the answer's rows. */
  readonly evidence: readonly TraceEvidence[];
}

/**
 * Evidence of one live answer.
 *
 * @throws {ToolError} tree_changed if a file is no longer what the answer says it is
 */
export async function collectEvidence(
  tool: ToolInfo,
  response: JsonObject,
  run: Run,
  names: PortableNames,
): Promise<StepEvidence> {
  const groups = groupByFile(tool.cites(response), names);
  const files = await Promise.all(groups.map((group) => citeFile(group, response, run)));
  const evidence = files.flatMap(({ group, file }) =>
    group.cites.map(({ cite, position }, index) => ({
      position,
      entry: toEvidence(group, cite, file.spans[index]),
    }))
  );
  const sources = files.map(({ group, file }) => toSource(group, file));
  return {
    sources: sources.sort((a, b) =>
      compareText(a.repository, b.repository) || compareText(a.path, b.path)
    ),
    evidence: evidence.sort((a, b) => a.position - b.position).map(({ entry }) => entry),
  };
}

interface FileCites {
  readonly repositoryId: string;
  readonly alias: string;
  readonly path: string;
  readonly cites: { readonly cite: Cite; readonly position: number }[];
}

function groupByFile(cites: readonly Cite[], names: PortableNames): readonly FileCites[] {
  const groups = new Map<string, FileCites>();
  for (const [position, cite] of cites.entries()) {
    const { repository_id: repositoryId, path } = cite;
    const alias = names.alias(repositoryId);
    if (alias === undefined) {
      throw new TypeError(`Cannot cite repository "${repositoryId}": the run did not adopt it`);
    }
    const key = `${alias}:${path}`;
    const group = groups.get(key) ?? { repositoryId, alias, path, cites: [] };
    group.cites.push({ cite, position });
    groups.set(key, group);
  }
  return [...groups.values()];
}

async function citeFile(
  group: FileCites,
  response: JsonObject,
  run: Run,
): Promise<{ readonly group: FileCites; readonly file: CitedFile }> {
  const file = await readSpans(group, run);
  for (const { cite } of group.cites) {
    const row = valueAt(response, cite.row);
    const proof = isJsonObject(row) ? row["source"] : undefined;
    const stated = isJsonObject(proof) ? proof["sha256"] : undefined;
    if (stated !== undefined && stated !== file.source.sha256) throw treeChanged([placeOf(group)]);
  }
  return { group, file };
}

async function readSpans(group: FileCites, run: Run): Promise<CitedFile> {
  const spans = group.cites.map(({ cite }) => cite.span);
  try {
    return await run.cite(group.repositoryId, group.path, spans);
  } catch (error) {
    // The answer has just shown this file: if it cannot be read now, it was changed in between.
    if (!(error instanceof ToolError) || isEnd(error)) throw error;
    throw treeChanged([placeOf(group)], error);
  }
}

/** Whether a refusal ends the run instead of being an answer. */
export function isEnd({ code }: { readonly code: string }): boolean {
  return code === "cancelled" || code === "timeout" || code === "tree_changed";
}

/** The refusal to make a trace of a tree that did not keep still. `paths` are `alias:path`. */
export function treeChanged(paths: readonly string[], cause?: Error): ToolError {
  const shown = paths.slice(0, MAX_PATHS).join(", ");
  const more = paths.length > MAX_PATHS ? ` and ${paths.length - MAX_PATHS} more` : "";
  return new ToolError(
    "tree_changed",
    `Cannot finish the run: ${shown}${more} changed while it ran`,
    { paths },
    { cause },
  );
}

/** Changed files named in the message; the data has them all. */
const MAX_PATHS = 8;

function placeOf({ alias, path }: FileCites): string {
  return `${alias}:${path}`;
}

function toEvidence(
  { alias, path }: FileCites,
  { row }: Cite,
  cited: CitedFile["spans"][number] | undefined,
): TraceEvidence {
  if (cited === undefined) throw new TypeError(`Cannot cite ${alias}:${path}: a span is missing`);
  const { span, sha256, exact, truncated, prefix, suffix } = cited;
  return {
    row,
    repository: alias,
    path,
    span: { ...span },
    span_sha256: sha256,
    quote: { exact, prefix, suffix, truncated },
  };
}

function toSource({ alias, path }: FileCites, { source, encoding, eol }: CitedFile): TraceSource {
  const { bytes, sha256, git_blob } = source;
  return { repository: alias, path, bytes, sha256, git_blob, encoding, eol };
}
