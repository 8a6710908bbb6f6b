/**
 * Snapshots on their way between workers: memory changes hands, nothing is copied but what the builder keeps.
 * @module
 */
import type { Built } from "../snapshot/build.ts";
import type { HandedOver } from "./protocol.ts";

/** A copy to give away. Builders go on from what they have made. */
export function handOver(
  { sections, reparsed, reused }: Built,
  name: string | undefined,
): HandedOver {
  const copies = [...sections].map(([section, bytes]) => [section, bytes.slice()] as const);
  return { sections: new Map(copies), reparsed, reused, ...(name === undefined ? {} : { name }) };
}

/** The memory that has to go with a message. */
export function buffersOf({ sections }: HandedOver): ArrayBuffer[] {
  return [...sections.values()].map(({ buffer }) => buffer);
}
