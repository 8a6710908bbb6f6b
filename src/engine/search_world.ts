/**
 * What searches see of this worker: the snapshot, files as they are now, symbols of changed files.
 * @module
 */
import type { SourceProof } from "../contract/source.ts";
import { assetBytes } from "../platform/assets.ts";
import type { Files } from "../platform/files.ts";
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
import { isBinary, isHidden, pathClassOf, textEncodingOf } from "../snapshot/classify.ts";
import { type LiveFile, LiveFiles } from "../snapshot/live_files.ts";
import type { OpenedSnapshot } from "../snapshot/opened_snapshot.ts";
import { type LinkedFile, linkFile, linkRulesOf } from "../snapshot/linker.ts";
import { languageFacts, outlinedExtensions, outlineFile } from "../snapshot/outliner.ts";
import { SourceParser } from "../snapshot/parser.ts";
import type { FileEntry } from "../snapshot/snapshot.ts";
import type { Budget } from "./budget.ts";
import { LinkCache } from "./link_cache.ts";

/** What searches share over the life of a worker: contents that were read, and the parser. */
export class SearchTools {
  readonly #files: Files;
  readonly #live: LiveFiles;
  /** Each content that was read, by its bytes, with what was worked out about it. */
  readonly #known = new WeakMap<Uint8Array, LiveFile>();
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
      live: this.#worldFiles(),
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

  #worldFiles(): WorldFiles {
    return {
      read: (path, maxBytes): LiveRead => this.#read(path, maxBytes),
      latin1: (bytes): string => this.#known.get(bytes)?.latin1 ?? latin1Of(bytes),
    };
  }

  #read(path: string, maxBytes: number): LiveRead {
    const located = this.#files.locate(path);
    if (located.failure !== undefined) return located;
    const read = this.#live.read(located.value, maxBytes);
    if (read.failure !== undefined) return read;
    this.#known.set(read.value.bytes, read.value);
    return { value: worldFile(read.value) };
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
    const parser = await (this.#parser ??= SourceParser.init(assetBytes));
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

/** Digest and encoding cost as much as reading; they are worked out when they are asked for. */
function worldFile(file: LiveFile): WorldFile {
  const { path, bytes } = file;
  return {
    path,
    bytes,
    get source(): SourceProof {
      return file.proof;
    },
    get encoding() {
      return isBinary(path, bytes) ? "binary" as const : textEncodingOf(bytes);
    },
  };
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
