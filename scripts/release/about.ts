/**
 * What a release says of the program, in every manifest alike.
 * @module
 */
import denoJson from "../../deno.json" with { type: "json" };

/** The only place of the version is `deno.json`. */
export const VERSION: string = denoJson.version;
export const LICENSE: string = denoJson.license;
/** The registry of servers takes at most 100 characters. */
export const DESCRIPTION = "Source-backed code search with proof reads, playbooks and citations";

/** `OWNER/NAME` of the repository whose releases these files will be. */
export interface Repository {
  readonly owner: string;
  readonly name: string;
}

/** @throws {Error} if it is not `OWNER/NAME` */
export function repositoryOf(text: string): Repository {
  const [, owner, name] = /^([A-Za-z0-9-]+)\/([A-Za-z0-9._-]+)$/.exec(text) ?? [];
  if (owner === undefined || name === undefined) {
    throw new Error(`Cannot use "${text}" as a repository: give OWNER/NAME`);
  }
  return { owner, name };
}

export function repositoryUrl({ owner, name }: Repository): string {
  return `https://github.com/${owner}/${name}`;
}

/** Folder of this version's files on the web. */
export function downloadUrl(repository: Repository): string {
  return `${repositoryUrl(repository)}/releases/download/v${VERSION}`;
}
