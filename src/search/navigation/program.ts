/**
 * The files of one request: parsed once, with what became of them noted.
 * @module
 */
import {
  NAVIGATION_FILE_FACTOR,
  NAVIGATION_MAX_FILES,
  NAVIGATION_TOTAL_FACTOR,
} from "../../contract/limits.ts";
import { pathClassOf } from "../../snapshot/classify.ts";
import type { ModuleStyle } from "../../snapshot/linker.ts";
import type { FileEntry } from "../../snapshot/snapshot.ts";
import { readCandidate } from "../candidate.ts";
import type { CoverageNotes } from "../coverage.ts";
import type { LiveFile, SearchWorld } from "../world.ts";
import { type Named, symbolEntity } from "./entity.ts";
import { FileView } from "./file_view.ts";
import { type FileMap, folderOf, type PathAlias } from "./modules/module_ref.ts";
import { readAliases } from "./modules/tsconfig.ts";

/** Manifests of packages are small. */
const MANIFEST_MAX_BYTES = 262_144;

export class Program {
  readonly world: SearchWorld;
  readonly notes: CoverageNotes;
  readonly files: FileMap;
  readonly #views = new Map<string, Promise<FileView | undefined>>();
  readonly #bySignature = new Map<string, Promise<Named[]>>();
  readonly #deadline: number;
  #parsedBytes = 0;
  #cut = false;

  constructor(world: SearchWorld, notes: CoverageNotes, maxMs: number) {
    this.#deadline = performance.now() + maxMs;
    this.world = world;
    this.notes = notes;
    this.files = fileMap(world);
  }

  /** Bytes of a file that is still parsed; its symbols are in the index only up to FRIGG_MAX_FILE_BYTES. */
  get maxFileBytes(): number {
    return NAVIGATION_FILE_FACTOR * this.world.maxFileBytes;
  }

  /** Whether a limit kept files from being looked at. */
  get cut(): boolean {
    return this.#cut;
  }

  /** A file as it is now; undefined if its language has no links, or it cannot be read or is too large. */
  view(path: string): Promise<FileView | undefined> {
    const known = this.#views.get(path);
    if (known !== undefined) return known;
    const view = this.#read(path);
    this.#views.set(path, view);
    return view;
  }

  /** Files with the bytes of a name, of languages that share a way to find modules. */
  *candidates(name: string, style: ModuleStyle): Generator<string> {
    const { snapshot, live, linker } = this.world;
    const literal = live.latin1(new TextEncoder().encode(name));
    for (const index of snapshot.candidates([[literal]])) {
      const entry = snapshot.files[index];
      if (entry === undefined || entry.binary || entry.hidden) continue;
      if (linker.rulesOf(entry.path)?.modules !== style) continue;
      if (this.#exhausted()) return;
      yield entry.path;
    }
  }

  /** Everything that is declared under a qualified name in languages that share a way to find modules. */
  bySignature(signature: string, style: ModuleStyle): Promise<Named[]> {
    const key = `${style}\0${signature}`;
    const known = this.#bySignature.get(key);
    if (known !== undefined) return known;
    const found = this.#find(signature, style);
    this.#bySignature.set(key, found);
    return found;
  }

  async #find(signature: string, style: ModuleStyle): Promise<Named[]> {
    const { snapshot, linker } = this.world;
    const lower = signature.toLowerCase();
    const paths = new Set<string>();
    for (const index of snapshot.symbolsWhere((_, own) => own === lower)) {
      const path = snapshot.files[snapshot.symbol(index).file]?.path;
      if (path !== undefined && linker.rulesOf(path)?.modules === style) paths.add(path);
    }
    const found: Named[] = [];
    for (const path of paths) {
      const view = await this.view(path);
      const at = view?.linked.symbols.findIndex((symbol) => symbol.signature === signature) ?? -1;
      if (view !== undefined && at >= 0) found.push(symbolEntity(view, at));
    }
    return found;
  }

  async #read(path: string): Promise<FileView | undefined> {
    const { world, notes } = this;
    if (world.linker.rulesOf(path) === undefined) return undefined;
    await world.budget.breathe();
    const index = world.snapshot.findFile(path);
    const entry = index === undefined ? undefined : world.snapshot.files[index];
    const file = entry === undefined
      ? this.#unlisted(path)
      : readCandidate(entry, world.live, notes)?.file;
    if (file === undefined) return undefined;
    if (file.bytes.length > this.maxFileBytes) {
      const { maxFileBytes: limit } = this;
      notes.skip({ path, hidden: false, reason: "too_large", limit, folder: false });
      return undefined;
    }
    this.#parsedBytes += file.bytes.length;
    const linked = await world.linker.link(file);
    if (linked === undefined) notes.incomplete("diagnostic_coverage");
    const isIndexed = file.bytes.length <= world.maxFileBytes;
    return linked && new FileView(linked, file, entry ?? entryOf(path), isIndexed);
  }

  #unlisted(path: string): LiveFile | undefined {
    const read = this.world.live.read(path, this.maxFileBytes);
    return read.failure === undefined && read.value.path === path ? read.value : undefined;
  }

  #exhausted(): boolean {
    const over = this.#views.size >= NAVIGATION_MAX_FILES ||
      this.#parsedBytes >= NAVIGATION_TOTAL_FACTOR * this.world.maxFileBytes ||
      performance.now() >= this.#deadline;
    this.#cut ||= over;
    return over;
  }
}

function entryOf(path: string): Pick<FileEntry, "path" | "pathClass"> {
  return { path, pathClass: pathClassOf(path) };
}

function fileMap({ snapshot, live }: SearchWorld): FileMap {
  let byFolder: ReadonlyMap<string, string[]> | undefined;
  const folders = (): ReadonlyMap<string, string[]> => {
    byFolder ??= Map.groupBy(snapshot.files.map(({ path }) => path), folderOf);
    return byFolder;
  };
  const has = (path: string): boolean => snapshot.findFile(path) !== undefined;
  const text = (path: string): string | undefined => {
    const read = live.read(path, MANIFEST_MAX_BYTES);
    return read.failure === undefined ? new TextDecoder().decode(read.value.bytes) : undefined;
  };
  const aliases = new Map<string, readonly PathAlias[]>();
  return {
    has,
    text,
    aliasesAt: (folder) => {
      const known = aliases.get(folder) ?? readAliases({ has, text }, folder);
      aliases.set(folder, known);
      return known;
    },
    inFolder: (folder) => folders().get(folder) ?? [],
    get folders(): ReadonlySet<string> {
      return new Set(folders().keys());
    },
  };
}
