/**
 * What a resource is: one file that exports one `Resource`, plus one line in `guidance.ts`.
 * @module
 */
import type { JsonObject } from "../contract/json.ts";
import type { Surface } from "../contract/tool.ts";
import type { Language } from "../languages/language.ts";

/** What the running program knows of itself, from which every resource is made. */
export interface Facts {
  readonly surface: Surface;
  readonly languages: readonly Language[];
  /** The counters of the tools' use at this moment (contract.md §5.7). */
  routingStats(): JsonObject;
}

export interface Resource {
  readonly uri: string;
  /** A word for lists. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: "application/json" | "text/markdown";
  text(facts: Facts): string;
}

/** A resource whose text is pretty-printed JSON that begins with its schema's id. */
export function jsonResource(
  { schemaId, value, ...about }:
    & Omit<Resource, "mimeType" | "text">
    & { readonly schemaId: string; value(facts: Facts): JsonObject },
): Resource {
  return {
    ...about,
    mimeType: "application/json",
    text: (facts) => `${JSON.stringify({ schema_id: schemaId, ...value(facts) }, null, 2)}\n`,
  };
}

/** Names of the tools of a profile, sorted as the surface is. */
export function toolNames({ surface }: Facts, profile?: "core" | "extended"): string[] {
  return surface.tools.filter((tool) => profile === undefined || tool.profile === profile)
    .map(({ name }) => name);
}

/** Every tool is offered always (design.md D3). */
export const ACTIVE_PROFILE = "extended";
