/**
 * What a builder that goes on living still knows of its last build: to unpack and to warm up takes longer than a
 * refresh after a small edit.
 * @module
 */
import { assetBytes } from "../platform/assets.ts";
import type { OpenedSnapshot } from "../snapshot/opened_snapshot.ts";
import { SourceParser } from "../snapshot/parser.ts";

export class LastBuilt {
  #last: { readonly name: string | undefined; readonly snapshot: OpenedSnapshot } | undefined;
  #parser: Promise<SourceParser> | undefined;

  /** Remembers the snapshot that is stored under a name, or is in memory only. */
  keep(name: string | undefined, snapshot: OpenedSnapshot): void {
    this.#last = { name, snapshot };
  }

  forget(): void {
    this.#last = undefined;
  }

  /** The last snapshot, if it is the one with this name: another process may have stored another. */
  snapshotAt(name: string | undefined): OpenedSnapshot | undefined {
    return this.#last?.name === name ? this.#last?.snapshot : undefined;
  }

  /** Started by the first file that is parsed: after most edits of documents or data there is none. */
  parser(): Promise<SourceParser> {
    return this.#parser ??= SourceParser.init(assetBytes);
  }
}
