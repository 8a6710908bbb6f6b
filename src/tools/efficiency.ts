/**
 * `context_efficiency`: how much source an answer spared its reader. Estimates, but for the counts.
 * @module
 */
import { z } from "zod";
import type { JsonObject } from "../contract/json.ts";
import type { SourceProof } from "../contract/source.ts";
import type { Repository } from "../workspace/workspace.ts";
import type { ToolCall } from "./define.ts";

export const Efficiency = z.looseObject({
  indexed_readable_files: z.int().min(0).describe("Files of the repositories in scope"),
  indexed_readable_bytes: z.int().min(0).describe("Their bytes"),
}).describe("Estimates of how much source this answer spared");
export type Efficiency = z.infer<typeof Efficiency>;

/** What an answer showed, for each distinct file. */
export interface Shown {
  readonly rows: number;
  /** Bytes of source text in the answer. */
  readonly sourceBytes: number;
  /** Key is unique for a file over all repositories. */
  readonly files: ReadonlyMap<string, Pick<SourceProof, "bytes">>;
}

/** Files and bytes that an answer was chosen from. */
export interface Corpus {
  readonly files: number;
  readonly bytes: number;
  /** Bytes of each file, by repository id, colon and path. */
  readonly sizes: ReadonlyMap<string, number>;
}

/** Counts the files of the repositories as the disk has them now. */
export async function corpusOf(
  { signal }: Pick<ToolCall, "signal">,
  repositories: readonly Repository[],
): Promise<Corpus> {
  const sizes = new Map<string, number>();
  const slice = { offset: 0, limit: Number.MAX_SAFE_INTEGER };
  for (const { id, engine } of repositories) {
    const { rows } = await engine.walk({ scope: { includeHidden: false }, slice }, { signal });
    for (const { path, sizeBytes } of rows) sizes.set(`${id}:${path}`, sizeBytes);
  }
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return { files: sizes.size, bytes, sizes };
}

/** What an answer showed, against its corpus and against the files it showed parts of. */
export function efficiencyOf(corpus: Corpus, shown: Shown): Efficiency {
  const fileBytes = [...shown.files.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    indexed_readable_files: corpus.files,
    indexed_readable_bytes: corpus.bytes,
    returned_match_count: shown.rows,
    returned_unique_paths: shown.files.size,
    returned_unique_file_bytes: fileBytes,
    returned_source_bytes_estimate: shown.sourceBytes,
    ...saved("matched_file", fileBytes, shown.sourceBytes),
    ...saved("corpus", corpus.bytes, shown.sourceBytes),
  };
}

function saved(what: string, of: number, shown: number): JsonObject {
  const bytes = Math.max(of - shown, 0);
  return {
    [`${what}_context_saved_bytes_estimate`]: bytes,
    [`${what}_context_saved_percent_estimate`]: of === 0 ? 0 : Math.round((bytes / of) * 100),
  };
}
