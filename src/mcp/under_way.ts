/**
 * Counts what is under way, so that an end can wait for it.
 * @module
 */
export class UnderWay {
  #count = 0;
  #idle = (): void => {};

  get count(): number {
    return this.#count;
  }

  /** The function to call at the end of what begins now. */
  begin(): () => void {
    this.#count++;
    let over = false;
    return () => {
      if (over) return;
      over = true;
      if (--this.#count === 0) this.#idle();
    };
  }

  /** Waits until nothing is under way, but no longer than `limitMs`. */
  async settled(limitMs: number): Promise<void> {
    if (this.#count === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, limitMs);
    this.#idle = resolve;
    await promise;
    clearTimeout(timer);
  }
}
