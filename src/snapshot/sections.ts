/**
 * The sections of a snapshot and their names: the form in which it is stored and handed from worker to worker.
 * @module
 */

/** `stats` differs between equal trees; all others are the same for the same tree, limits and program. */
export const SECTION_NAMES = ["files", "trigrams", "symbols", "stats"] as const;
/** Sections that are unpacked when they are first asked for: most sessions never rank anything. */
export const LATE_SECTION_NAMES = ["ranked_files", "ranked_symbols", "ranked_chunks"] as const;
export type LateSectionName = typeof LATE_SECTION_NAMES[number];
export type SectionName = typeof SECTION_NAMES[number];

/** Where a snapshot gets its sections from; those named late only when they are needed. */
export interface SectionSource {
  get(name: string): Uint8Array | undefined;
}

/** Plain bytes of each section, before compression. */
export type Sections = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
