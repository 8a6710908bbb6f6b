/**
 * `server.json`: how the registry of MCP servers learns of a release.
 * @module
 */
import { DESCRIPTION, downloadUrl, type Repository, repositoryUrl, VERSION } from "./about.ts";

/** One bundle with its digest, in hexadecimal. */
export interface Published {
  readonly file: string;
  readonly sha256: string;
}

export function serverJson(
  repository: Repository,
  bundles: readonly Published[],
): Readonly<Record<string, unknown>> {
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: `io.github.${repository.owner}/frigg`,
    title: "Frigg",
    description: DESCRIPTION,
    version: VERSION,
    repository: { url: repositoryUrl(repository), source: "github" },
    packages: bundles.map(({ file, sha256 }) => ({
      registryType: "mcpb",
      identifier: `${downloadUrl(repository)}/${file}`,
      fileSha256: sha256,
      transport: { type: "stdio" },
    })),
  };
}
