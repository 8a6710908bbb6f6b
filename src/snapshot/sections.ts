/**
 * The sections of a snapshot and their names: the form in which it is stored and handed from worker to worker.
 * @module
 */

/** `stats` differs between equal trees; all others are the same for the same tree, limits and program. */
export const SECTION_NAMES = ["files", "trigrams", "symbols", "stats"] as const;
export type SectionName = typeof SECTION_NAMES[number];

/** Plain bytes of each section, before compression. */
export type Sections = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
