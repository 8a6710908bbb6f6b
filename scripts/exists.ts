/**
 * Whether a path names something.
 * @module
 */

/** Whether `path` names a file or folder; any answer but yes and no is thrown. */
export async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return false;
    throw cause;
  }
}
