/**
 * A lock between processes on a file that exists for nothing else.
 *
 * The system frees it when the process that holds it ends, however it ends.
 * @module
 */

/** Gives the lock back when disposed. */
export interface FileLock extends Disposable {
  readonly path: string;
}

/**
 * Waits until this process holds the lock of a file, which must exist.
 *
 * A second lock of one process waits for the first as well.
 */
export async function lockFile(path: string): Promise<FileLock> {
  const file = await Deno.open(path, { read: true, write: true });
  try {
    await file.lock(true);
  } catch (error) {
    file.close();
    throw error;
  }
  return {
    path,
    [Symbol.dispose]: (): void => {
      file.unlockSync();
      file.close();
    },
  };
}
