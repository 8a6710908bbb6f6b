/**
 * The symbols of one file as it is now, each container before what it contains.
 * @module
 */
import { invalidParams, ToolError } from "../contract/errors.ts";
import { CoverageNotes } from "./coverage.ts";
import type { OutlineRequest, OutlineResult, OutlineRow } from "./requests.ts";
import { storedSymbols } from "./symbol_files.ts";
import { type NamedSymbol, placeOf, withContainers } from "./symbol_row.ts";
import type { LanguageFacts, LiveFile, LiveRead, Outliner, SearchWorld } from "./world.ts";

/**
 * Lists the symbols of a file; the path is what the client gave.
 *
 * A file that the snapshot has with other bytes, or does not have, is parsed now: `coverage.changed` names it in the
 * first case, but the rows are complete, because no candidate was chosen by older bytes.
 *
 * @throws {ToolError} invalid_params for an extension without outlines or a file above FRIGG_MAX_FILE_BYTES;
 * resource_not_found, access_denied, unavailable for a file that cannot be read
 */
export async function outlineFile(
  world: SearchWorld,
  request: OutlineRequest,
): Promise<OutlineResult> {
  const { file, language } = requireOutlined(world, request.path);
  const { symbols, partial, changed } = await symbolsOf(world, file);
  const rows = inPreOrder(file.path, symbols).filter(({ depth }) =>
    depth === 0 || !request.topLevelOnly
  );
  const { offset, limit } = request.slice;
  const notes = new CoverageNotes();
  if (partial) notes.incomplete("diagnostic_coverage");
  const page = rows.slice(offset, offset + limit);
  if (page.length > 0) notes.proves(file);
  return {
    rows: page,
    totalRows: rows.length,
    snapshotToken: world.snapshot.symbolToken,
    language: language.id,
    partial,
    coverage: {
      // The outline is that of these bytes, whatever the snapshot has.
      ...notes.coverage(1, `${world.snapshot.fingerprint}\n${file.source.sha256}`),
      changed: changed ? [file.path] : [],
    },
  };
}

/**
 * A file that is to be parsed, with what its name says: the name of the file that a link leads to.
 *
 * @throws {ToolError} `without` for a file that nothing is said of; as `outlineFile()` else
 */
export function requireParsable<Facts>(
  { live, maxFileBytes }: Pick<SearchWorld, "live" | "maxFileBytes">,
  path: string,
  factsOf: (path: string) => Facts | undefined,
  without: () => ToolError,
): { readonly file: LiveFile; readonly facts: Facts } {
  const read = live.read(path, maxFileBytes);
  // Before anything else: what a path outside may be called is nobody's business.
  if (read.failure === "outside") throw refusal(read, path, maxFileBytes);
  const facts = factsOf(read.failure === undefined ? read.value.path : path);
  if (facts === undefined) throw without();
  if (read.failure !== undefined) throw refusal(read, path, maxFileBytes);
  return { file: read.value, facts };
}

function requireOutlined(
  world: SearchWorld,
  path: string,
): { readonly file: LiveFile; readonly language: LanguageFacts } {
  const { outliner } = world;
  const outlined = (at: string): LanguageFacts | undefined => {
    const language = outliner.languageOf(at);
    return language?.outlined === true ? language : undefined;
  };
  const { file, facts } = requireParsable(
    world,
    path,
    outlined,
    () => withoutOutline(path, outliner),
  );
  return { file, language: facts };
}

function withoutOutline(path: string, { extensions }: Outliner): ToolError {
  return invalidParams("path", `Files such as "${path}" have no outline`, {
    path,
    supported_extensions: [...extensions],
  });
}

function refusal(
  { failure, sizeBytes }: Exclude<LiveRead, { readonly failure?: undefined }>,
  path: string,
  maxFileBytes: number,
): ToolError {
  switch (failure) {
    case "outside":
      return new ToolError("access_denied", "path is outside workspace roots");
    case "absent":
      return new ToolError("resource_not_found", "file not found", { path });
    case "unreadable":
      return new ToolError("unavailable", `Cannot read "${path}"`, { path });
    case "too_large":
      return invalidParams("path", `"${path}" is too large to be parsed`, {
        path,
        ...(sizeBytes === undefined ? {} : { bytes: sizeBytes }),
        config_max_file_bytes: maxFileBytes,
      });
  }
}

interface FileSymbols {
  readonly symbols: readonly NamedSymbol[];
  readonly partial: boolean;
  /** The snapshot has the file with other bytes. */
  readonly changed: boolean;
}

async function symbolsOf(world: SearchWorld, file: LiveFile): Promise<FileSymbols> {
  const { snapshot, outliner } = world;
  const index = snapshot.findFile(file.path);
  const entry = index === undefined ? undefined : snapshot.files[index];
  const same = entry?.sha256 === file.source.sha256;
  // What was cut short by the time limit, or not tried at all, is worth another try.
  const stored = same && (entry?.outline === "whole" || entry?.outline === "partial");
  if (index !== undefined && stored) {
    const symbols = storedSymbols(world, index);
    return { symbols, partial: entry.outline === "partial", changed: false };
  }
  const changed = entry !== undefined && !same;
  // UTF-16 and the like: there may be symbols, but nobody here can read them.
  if (file.encoding === "binary") return { symbols: [], partial: true, changed };
  const { symbols, state } = await outliner.outline(file);
  return { symbols: withContainers(symbols), partial: state !== "whole", changed };
}

/** Symbols come by start, longer first, and a container starts no later and is no shorter: that is pre-order. */
function inPreOrder(path: string, symbols: readonly NamedSymbol[]): OutlineRow[] {
  const depths: number[] = [];
  return symbols.map((named) => {
    const { container } = named.symbol;
    const depth = container < 0 ? 0 : (depths[container] ?? 0) + 1;
    depths.push(depth);
    return { ...placeOf(path, named), depth };
  });
}
