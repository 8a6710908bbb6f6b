/**
 * A binary heap: gives the foremost item first.
 * @module
 */

/** Items in an order given by `isBefore`, which has to be total for a fixed result. */
export class PriorityQueue<T> {
  readonly #items: T[] = [];

  constructor(readonly isBefore: (a: T, b: T) => boolean) {}

  /** Adds an item. */
  push(item: T): void {
    let hole = this.#items.length;
    while (hole > 0) {
      const above = (hole - 1) >> 1;
      const parent = this.#items[above];
      if (parent === undefined || !this.isBefore(item, parent)) break;
      this.#items[hole] = parent;
      hole = above;
    }
    this.#items[hole] = item;
  }

  /** Takes the foremost item. */
  pop(): T | undefined {
    const first = this.#items[0];
    const last = this.#items.pop();
    if (last !== undefined && this.#items.length > 0) this.#sink(last);
    return first;
  }

  /** Fills the hole at the top so that `item` stands behind all that precede it. */
  #sink(item: T): void {
    let hole = 0;
    for (;;) {
      const below = this.#foremostBelow(hole);
      const child = this.#items[below];
      if (child === undefined || !this.isBefore(child, item)) break;
      this.#items[hole] = child;
      hole = below;
    }
    this.#items[hole] = item;
  }

  #foremostBelow(n: number): number {
    const [left, right] = [this.#items[2 * n + 1], this.#items[2 * n + 2]];
    const takeRight = left !== undefined && right !== undefined && this.isBefore(right, left);
    return takeRight ? 2 * n + 2 : 2 * n + 1;
  }
}
