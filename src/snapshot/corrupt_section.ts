/**
 * What reading a stored section throws when its bytes are not what was written.
 * @module
 */

/** Told to clients by the store, which knows the folder. */
export class CorruptSection extends Error {
  // Bundlers rename classes.
  override readonly name = "CorruptSection";
}
