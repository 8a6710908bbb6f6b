/**
 * Taking times. Times are milliseconds.
 * @module
 */

/** Middle of the values; of two middles the upper. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/**
 * The value below or at which the part `q` of the values lies.
 *
 * @throws {RangeError} without values
 */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
  if (value === undefined) throw new RangeError("Cannot take a quantile of nothing");
  return value;
}

/** How long work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

/** The times of `count` runs, after one that does not count. */
export async function times(count: number, work: () => Promise<unknown>): Promise<number[]> {
  await work();
  const all: number[] = [];
  for (let n = 0; n < count; n++) all.push(await timed(work));
  return all;
}

/** Median times of two works that take turns, so that a busy machine slows both. */
export async function sideBySide(
  count: number,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<readonly [number, number]> {
  await first();
  await second();
  const all: [number[], number[]] = [[], []];
  for (let n = 0; n < count; n++) {
    all[0].push(await timed(first));
    all[1].push(await timed(second));
  }
  return [median(all[0]), median(all[1])];
}
