/**
 * The repositories a session works on, in adoption order.
 * @module
 */

/** The first adopted repository is `repo-001`; an order once given never changes. */
export class Adopted {
  readonly #ids: string[] = [];
  #defaultId: string | undefined;

  get adopted(): readonly string[] {
    return this.#ids;
  }

  /** Where paths are looked up first; undefined as long as nothing is adopted. */
  get defaultId(): string | undefined {
    return this.#defaultId;
  }

  /** Adding a repository twice keeps its first place. The first one becomes the default in any case. */
  adopt(repositoryId: string, options: { readonly makeDefault: boolean }): void {
    if (!this.#ids.includes(repositoryId)) this.#ids.push(repositoryId);
    if (options.makeDefault || this.#defaultId === undefined) this.#defaultId = repositoryId;
  }
}
