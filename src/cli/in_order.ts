/**
 * Work on several things at the same time whose results come in the order of the things, whoever is done first.
 * @module
 */

/** What is worked on; `signal` aborts once nobody wants the result any more. */
export type Work<Item, Result> = (item: Item, signal: AbortSignal) => Promise<Result>;

/**
 * The results in the order of `items`, with at most `jobs` of them being made.
 *
 * Whoever stops asking ends what is still running, and waits until it has ended.
 */
export async function* inOrder<Item, Result>(
  items: readonly Item[],
  jobs: number,
  work: Work<Item, Result>,
): AsyncGenerator<Result> {
  const ending = new AbortController();
  const tasks = items.map((item) => ({ item, ...Promise.withResolvers<Result>() }));
  // A failure is told when its turn comes; until then it must not end the process.
  for (const { promise } of tasks) promise.catch(() => {});
  const queue = tasks.values();
  const takeNext = async (): Promise<void> => {
    for (const { item, resolve, reject } of queue) {
      if (ending.signal.aborted) return;
      await work(item, ending.signal).then(resolve, reject);
    }
  };
  const workers = Array.from({ length: jobs }, takeNext);
  try {
    for (const { promise } of tasks) yield await promise;
  } finally {
    ending.abort();
    await Promise.all(workers);
  }
}
