/**
 * What searches see of this worker: the snapshot, files as they are now, symbols of changed files.
 * @module
 */
import type { LineIndex } from "../contract/lines.ts";
import type { Encoding, SourceProof } from "../contract/source.ts";
import { assetBytes } from "../platform/assets.ts";
import type { Files, FindFile } from "../platform/files.ts";
import { latin1Of } from "../platform/latin1.ts";
import type {
  Linker,
  LiveFile as WorldFile,
  LiveFiles as WorldFiles,
  LiveOutline,
  LiveRead,
  Outliner,
  SearchWorld,
} from "../search/world.ts";
import { isHidden, pathClassOf } from "../snapshot/classify.ts";
import { type LiveFile, LiveFiles, unchangedEntry } from "../snapshot/live_files.ts";
import type { OpenedSnapshot } from "../snapshot/opened_snapshot.ts";
import { type LinkedFile, linkFile, linkRulesOf } from "../snapshot/linker.ts";
import { languageFacts, outlinedExtensions, outlineFile } from "../snapshot/outliner.ts";
import { SourceParser } from "../snapshot/parser.ts";
import type { FileEntry } from "../snapshot/snapshot.ts";
import { isSurelyUnchanged } from "../snapshot/stat_table.ts";
import { Syntax } from "../snapshot/syntax.ts";
import type { Budget } from "./budget.ts";
import { LinkCache } from "./link_cache.ts";

/** What searches share over the life of a worker: contents that were read, and the parser. */
export class SearchTools {
  readonly #files: Files;
  readonly #live: LiveFiles;
  readonly #linked = new LinkCache();
  #parser: Promise<SourceParser> | undefined;

  constructor(files: Files) {
    this.#files = files;
    this.#live = new LiveFiles(files, { now: Date.now });
  }

  world(snapshot: OpenedSnapshot, budget: Budget, maxFileBytes: number): SearchWorld {
    return {
      snapshot,
      budget,
      maxFileBytes,
      live: this.#worldFiles(snapshot),
      outliner: this.outliner(budget),
      linker: this.#linker(budget),
    };
  }

  outliner(budget: Budget): Outliner {
    return {
      languageOf: languageFacts,
      extensions: outlinedExtensions(),
      outline: (file) => this.#outline(file, budget),
    };
  }

  /** What can be asked of files without a snapshot. */
  liveFiles(maxFileBytes: number): Pick<SearchWorld, "live" | "maxFileBytes"> {
    return { live: this.#worldFiles(undefined), maxFileBytes };
  }

  syntax(budget: Budget): Syntax {
    return new Syntax(() => this.#startParser(), () => budget.cancelled || budget.timedOut);
  }

  #startParser(): Promise<SourceParser> {
    return this.#parser ??= SourceParser.init(assetBytes);
  }

  #linker(budget: Budget): Linker {
    return {
      rulesOf: linkRulesOf,
      link: (file) => this.#linked.get(file, () => this.#link(file, budget)),
    };
  }

  async #link(file: WorldFile, budget: Budget): Promise<LinkedFile | undefined> {
    const { bytes } = file;
    return await this.#parse(
      budget,
      (parser, isCancelled) => linkFile({ entry: entryOf(file), bytes, parser, isCancelled }),
    );
  }

  #worldFiles(snapshot: OpenedSnapshot | undefined): WorldFiles {
    const find = this.#files.finder();
    return {
      read: (path, maxBytes): LiveRead => this.#read(path, maxBytes, find, snapshot),
      isSurelyUnchanged: (position): boolean =>
        snapshot !== undefined && isAsIndexed(snapshot, position, find),
      latin1: latin1Of,
    };
  }

  #read(
    path: string,
    maxBytes: number,
    find: FindFile,
    snapshot: OpenedSnapshot | undefined,
  ): LiveRead {
    const read = this.#live.read(path, maxBytes, find);
    if (read.failure !== undefined) return read;
    const file = read.value;
    const entry = snapshot === undefined ? undefined : unchangedEntry(file, snapshot);
    return { value: entry === undefined ? worldFile(file) : indexedFile(file, entry) };
  }

  async #outline(file: WorldFile, budget: Budget): Promise<LiveOutline> {
    return await this.#parse(
      budget,
      (parser, isCancelled) => outlineFile(entryOf(file), file.bytes, parser, isCancelled),
    );
  }

  async #parse<T>(
    budget: Budget,
    use: (parser: SourceParser, isCancelled: () => boolean) => Promise<T>,
  ): Promise<T> {
    const parser = await this.#startParser();
    const isCancelled = (): boolean => budget.cancelled || budget.timedOut;
    try {
      return await use(parser, isCancelled);
    } catch (error) {
      // The parser ends with an error of its own where the budget's is wanted.
      budget.check();
      throw error;
    }
  }
}

function isAsIndexed(snapshot: OpenedSnapshot, position: number, find: FindFile): boolean {
  const path = snapshot.files[position]?.path;
  const before = snapshot.stats.stats[position];
  if (path === undefined || before === undefined) return false;
  const { value: found } = find(path);
  return found?.path === path && isSurelyUnchanged(before, found.stat, snapshot.stats.startedMs);
}

/** A file that is as the snapshot has it: what was worked out then holds now. */
function indexedFile(file: LiveFile, entry: FileEntry): WorldFile {
  const source = { sha256: entry.sha256, bytes: entry.bytes, git_blob: entry.gitBlob };
  return new ReadFile(file, () => source, () => entry.encoding);
}

/** Digest and encoding cost as much as reading; they are worked out when they are asked for. */
function worldFile(file: LiveFile): WorldFile {
  return new ReadFile(file, () => file.proof, () => file.encoding);
}

/** A file as searches see it; its bytes are made at most once for them. */
class ReadFile implements WorldFile {
  readonly path: string;
  readonly #file: LiveFile;
  readonly #source: () => SourceProof;
  readonly #encoding: () => Encoding;
  #bytes: Uint8Array | undefined;

  constructor(
    file: LiveFile,
    source: () => SourceProof,
    encoding: () => Encoding,
  ) {
    this.path = file.path;
    this.#file = file;
    this.#source = source;
    this.#encoding = encoding;
  }

  get bytes(): Uint8Array {
    return this.#bytes ??= this.#file.bytes;
  }

  get lines(): LineIndex {
    return this.#file.lines;
  }

  get latin1(): string {
    return this.#file.latin1;
  }

  get counts(): Map<string, number> {
    return this.#file.counts;
  }

  get source(): SourceProof {
    return this.#source();
  }

  get encoding(): Encoding {
    return this.#encoding();
  }
}

/** The entry that a build would make of the file. */
function entryOf({ path, bytes, source, encoding }: WorldFile): FileEntry {
  const language = languageFacts(path)?.id;
  return {
    path,
    bytes: bytes.length,
    sha256: source.sha256,
    gitBlob: source.git_blob,
    encoding,
    eol: "none",
    pathClass: pathClassOf(path),
    ...(language === undefined ? {} : { language }),
    hidden: isHidden(path),
    binary: encoding === "binary",
    outline: "whole",
  };
}
