/**
 * `list_files`: the files of a repository that the ignore rules leave, as the disk has them now.
 *
 * Evidence: live_manifest; no index is needed. Rows are ordered by repository and path (byte order).
 * @module
 */
import { z } from "zod";
import { offsetCursor, parseOffsetCursor } from "../contract/compat.ts";
import { Completeness } from "../contract/completeness.ts";
import { LIST_FILES_DEFAULT, LIST_FILES_MAX } from "../contract/limits.ts";
import { recoveryFields } from "../contract/recovery.ts";
import type { WalkResult } from "../engine/protocol.ts";
import { requireOneCursor } from "../session/continuations.ts";
import { defineTool, type Tool, type ToolCall } from "./define.ts";
import { gather, present } from "./evidence.ts";
import {
  appliedFilters,
  continuation,
  fileScope,
  glob,
  includeHidden,
  pathClass,
  pathRegex,
  repositoryId,
} from "./fields.ts";
import type { Hit } from "./find_rows.ts";
import { languageId, type LanguageNames } from "./language_names.ts";
import { recover } from "./recovery.ts";

const Input = z.strictObject({
  repository_id: repositoryId,
  path_regex: pathRegex,
  glob,
  language: z.string().min(1).optional().describe("Only files of this language (id or alias)"),
  path_class: pathClass.optional().describe("Only files of this class"),
  include_hidden: includeHidden,
  limit: z.int().min(1).default(LIST_FILES_DEFAULT).describe(
    "Rows of this page; more than 5000 count as 5000",
  ),
  resume_from: z.string().min(1).optional().describe("Older cursor; use continuation instead"),
  continuation,
});

const FileRow = z.looseObject({
  repository_id: z.string().describe("Repository of the file"),
  path: z.string().describe("Repository-relative path"),
  size_bytes: z.int().min(0).describe("Size in bytes"),
});

const Output = z.looseObject({
  total_files: z.int().min(0).describe("Files that the request selects, as far as could be walked"),
  files: z.array(FileRow).describe("Files by repository and path"),
  truncated: z.boolean().describe("Whether files are left out of this page"),
  resume_from: z.string().optional().describe("Older cursor of the next page"),
  completeness: Completeness,
  ...recoveryFields,
});

type Input = z.infer<typeof Input>;
type Output = z.infer<typeof Output>;
type FileFound = WalkResult["rows"][number];
type FileHit = Hit<FileFound, WalkResult>;

/** The tool, for the languages of this program. */
export function listFilesTool(languages: LanguageNames): Tool {
  return defineTool({
    name: "list_files",
    title: "List files",
    description: "List files on disk; read completeness and follow its continuation",
    profile: "core",
    evidence: "live_manifest",
    input: Input,
    output: Output,
    run: (input, call) => run(input, call, languages),
    cites: () => [],
    rows: ({ files }) => [{
      pointer: "/files",
      order: "exact",
      rows: files.map(({ repository_id, path, size_bytes }, index) => ({
        pointer: `/files/${index}`,
        repository_id,
        path,
        identity: path,
        text: `${path} ${size_bytes} bytes`,
      })),
    }],
  });
}

async function run(input: Input, call: ToolCall, languages: LanguageNames): Promise<Output> {
  requireOneCursor(input);
  const { session, workspace, signal } = call;
  const filters = { ...input, language: languageId(input.language, languages) };
  const gathered = await gather<FileFound, WalkResult>(call, {
    tool: "list_files",
    unit: "file",
    request: input,
    continuation: input.continuation,
    ...(input.resume_from === undefined ? {} : { offset: parseOffsetCursor(input.resume_from) }),
    limit: Math.min(input.limit, LIST_FILES_MAX),
    repositories: await workspace.scope(session.adoptions, input.repository_id, { signal }),
    find: ({ engine }, slice, engineCall) =>
      engine.walk({ scope: fileScope(filters), slice }, engineCall),
  });
  const recovery = await recover(call, gathered, {
    tool: "list_files",
    input,
    filters: appliedFilters(input),
    repositoryId: input.repository_id,
  });
  return present(call, gathered, {
    row: ({ row, repository }: FileHit) => ({
      repository_id: repository.id,
      path: row.path,
      size_bytes: row.sizeBytes,
    }),
    frame: (files, { completeness, reached }) => ({
      total_files: gathered.total,
      files: [...files],
      truncated: completeness.truncated,
      ...(reached === undefined ? {} : { resume_from: offsetCursor(reached) }),
      completeness,
      ...recovery,
    }),
  });
}
