/**
 * Snapshots on disk: one folder a build, and `CURRENT`, which names the one to read.
 *
 * A reader never sees half a snapshot. Whatever is damaged, foreign or of another version is a `ToolError`, never
 * rows. Writers hold the folder's lock.
 * @module
 */
import { ToolError } from "../contract/errors.ts";
import { isDiskError, type StateFolder } from "../platform/state_folder.ts";
import {
  type CheckedSection,
  checkSection,
  encodeSection,
  SCHEMA_VERSION,
  versionName,
} from "./codec.ts";
import { CorruptSection } from "./corrupt_section.ts";
import { type OpenedSnapshot, openSnapshot } from "./opened_snapshot.ts";
import {
  LATE_SECTION_NAMES,
  SECTION_NAMES,
  type Sections,
  type SectionSource,
} from "./sections.ts";

/** Where to read: changes with every build that is stored. */
export type CurrentName = string;

export interface Loaded {
  readonly name: CurrentName;
  readonly snapshot: OpenedSnapshot;
  /** Those that are unpacked at once. */
  readonly sections: Sections;
}

export type Saved =
  | { readonly kind: "stored"; readonly name: CurrentName }
  /** The disk refused; the sections are still good. */
  | { readonly kind: "unusable"; readonly reason: string };

type NamedSection = Extract<CheckedSection, { readonly kind: "section" }> & {
  readonly section: string;
};

const CURRENT = "CURRENT";
const SNAPSHOT_NAME = /^snap-[0-9a-f]{16}-(\d{1,15})$/;
/** A builder may replace the snapshot that is just being read; more often than this it cannot be by chance. */
const MAX_ATTEMPTS = 5;

export class SnapshotStore {
  readonly #folder: StateFolder;
  readonly #engine: string;

  /** `engine` names the version of the program and of all that its answers rest on. */
  constructor(folder: StateFolder, engine: string) {
    this.#folder = folder;
    this.#engine = engine;
  }

  /**
   * What `CURRENT` says now; undefined without one. Cheap: to be asked before each call.
   *
   * @throws {ToolError} if the folder or the file is not what a builder makes
   */
  currentName(): CurrentName | undefined {
    const state = this.#folder.state();
    if (state === "absent") return undefined;
    if (state === "foreign") throw this.#unusable(`"${this.#folder.path}" is not a plain folder`);
    const bytes = this.#read(CURRENT);
    if (bytes === undefined) return undefined;
    const text = new TextDecoder().decode(bytes);
    const name = text.replace(/\n$/, "");
    if (!SNAPSHOT_NAME.test(name) || text === name) throw this.#corrupt(`"${CURRENT}" is damaged`);
    return name;
  }

  /**
   * Reads and checks the current snapshot; undefined if there is none.
   *
   * @throws {ToolError} `storage_schema_incompatible`, or `internal` with `error_class: storage_corrupt`
   */
  load(): Loaded | undefined {
    for (let attempt = 1;; attempt++) {
      const name = this.currentName();
      if (name === undefined) return undefined;
      try {
        return this.#load(name);
      } catch (error) {
        const replaced = this.currentName() !== name;
        if (!replaced || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  /** Runs `use` while no other process writes, without leftovers of killed ones. The folder must be prepared. */
  async locked<T>(use: () => Promise<T>): Promise<T> {
    using _lock = await this.#folder.lock();
    this.#tidy();
    return await use();
  }

  /** The name under which `save()` will store a snapshot; only under the lock. */
  nextName(fingerprint: string): CurrentName {
    const last = this.#snapshotFolders().reduce((most, name) => Math.max(most, numberOf(name)), 0);
    return `snap-${fingerprint.slice(0, 16)}-${last + 1}`;
  }

  /** Stores a snapshot and makes it the current one; only under the lock. */
  save(sections: Sections, fingerprint: string): Saved {
    try {
      return { kind: "stored", name: this.#save(sections, fingerprint) };
    } catch (error) {
      if (!isDiskError(error)) throw error;
      return {
        kind: "unusable",
        reason: `Cannot write to "${this.#folder.path}": ${error.message}`,
      };
    }
  }

  /** What a section says that was read later and turned out to be damaged. */
  damage(cause: CorruptSection): ToolError {
    return this.#corrupt(cause.message, cause);
  }

  /** Removes unfinished writes, and of the snapshots all but the current one and its predecessor. */
  #tidy(): void {
    try {
      this.#folder.removeUnfinished();
      for (const name of this.#leftSnapshots()) this.#folder.remove(name);
    } catch (error) {
      // Leftovers do no harm; whether the disk can be written to is for `save()` to say.
      if (!isDiskError(error)) throw error;
    }
  }

  /** Snapshots that never became current, or that a killed builder did not come to remove. */
  #leftSnapshots(): string[] {
    const current = this.#nameOrNothing();
    if (current === undefined) return [];
    const stored = this.#snapshotFolders();
    const older = stored.filter((name) => numberOf(name) < numberOf(current));
    const predecessor = older.sort((a, b) => numberOf(a) - numberOf(b)).at(-1);
    return stored.filter((name) => name !== current && name !== predecessor);
  }

  #save(sections: Sections, fingerprint: string): CurrentName {
    const stored = this.#snapshotFolders();
    const before = this.#nameOrNothing();
    const name = this.nextName(fingerprint);
    const files = [...sections].map(([section, raw]) =>
      [section, encodeSection(raw, { section, fingerprint, engine: this.#engine })] as const
    );
    this.#folder.writeFolder(name, new Map(files));
    this.#folder.replace(CURRENT, new TextEncoder().encode(`${name}\n`));
    for (const old of stored) if (old !== before) this.#folder.remove(old);
    return name;
  }

  #load(name: CurrentName): Loaded {
    const decoded = SECTION_NAMES.map((section) => this.#section(name, section));
    const late = LATE_SECTION_NAMES.map((section) => this.#section(name, section));
    const fingerprint = decoded[0]?.fingerprint;
    if ([...decoded, ...late].some((section) => section.fingerprint !== fingerprint)) {
      throw this.#corrupt("sections of different snapshots");
    }
    const sections = new Map(
      decoded.map(({ section, unpack }) => [section, this.#checked(unpack)] as const),
    );
    const source: SectionSource = {
      get: (name) => sections.get(name) ?? late.find(({ section }) => section === name)?.unpack(),
    };
    const snapshot = this.#checked(() => openSnapshot(source));
    if (snapshot.fingerprint !== fingerprint) throw this.#corrupt("fingerprint differs");
    return { name, snapshot, sections };
  }

  #section(name: CurrentName, section: string): NamedSection {
    const file = this.#read(name, section);
    if (file === undefined) throw this.#corrupt(`section "${section}" is missing`);
    const checked = this.#checked(() => checkSection(file, section, this.#engine));
    if (checked.kind === "other_version") throw this.#incompatible(checked.found);
    return { section, ...checked };
  }

  #read(...names: string[]): Uint8Array<ArrayBuffer> | undefined {
    try {
      return this.#folder.read(...names);
    } catch (error) {
      if (!isDiskError(error)) throw error;
      throw this.#unusable(`Cannot read "${this.#folder.path}"`, error);
    }
  }

  /** A damaged `CURRENT` is no reason not to build a new snapshot. */
  #nameOrNothing(): CurrentName | undefined {
    try {
      return this.currentName();
    } catch (error) {
      if (error instanceof ToolError) return undefined;
      throw error;
    }
  }

  #snapshotFolders(): string[] {
    return this.#folder.folders().filter((name) => SNAPSHOT_NAME.test(name));
  }

  #checked<T>(read: () => T): T {
    try {
      return read();
    } catch (cause) {
      if (cause instanceof CorruptSection) throw this.#corrupt(cause.message, cause);
      throw cause;
    }
  }

  #corrupt(detail: string, cause?: unknown): ToolError {
    return new ToolError("internal", "Stored index is damaged", {
      error_class: "storage_corrupt",
      db_path: this.#folder.path,
      detail,
      correction_hint: "Run `frigg index` to rebuild the stored index",
    }, { cause });
  }

  #incompatible(found: string): ToolError {
    return new ToolError(
      "storage_schema_incompatible",
      "Stored index was written by another version",
      {
        found_version: found,
        expected_version: versionName(SCHEMA_VERSION, this.#engine),
        db_path: this.#folder.path,
      },
    );
  }

  #unusable(message: string, cause?: unknown): ToolError {
    return new ToolError("unavailable", message, { db_path: this.#folder.path }, { cause });
  }
}

function numberOf(name: string): number {
  return Number(SNAPSHOT_NAME.exec(name)?.[1] ?? 0);
}
