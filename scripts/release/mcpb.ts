/**
 * The MCPB bundle: a zip of the program and a manifest, which desktop hosts install with a click.
 * @module
 */
import { type Zippable, zipSync } from "fflate";
import type { ToolInfo } from "../../src/contract/tool.ts";
import { DESCRIPTION, LICENSE, type Repository, repositoryUrl, VERSION } from "./about.ts";
import { type Platform, programName } from "./platforms.ts";

/** Unix, in the field of a zip entry that says who made it. */
const UNIX = 3;
const EXECUTABLE = 0o100755 << 16;
const PLAIN = 0o100644 << 16;
/** The same bytes on every machine: the earliest date that a zip can hold. */
const WHEN = "1980-01-01T12:00:00";

/** The manifest, version 0.3; `tools` is the live surface. */
export function bundleManifest(
  platform: Platform,
  tools: readonly Pick<ToolInfo, "name" | "description">[],
  repository: Repository,
): Readonly<Record<string, unknown>> {
  const program = `server/${programName(platform)}`;
  return {
    manifest_version: "0.3",
    name: "frigg",
    display_name: "Frigg",
    version: VERSION,
    description: DESCRIPTION,
    author: { name: repository.owner, url: repositoryUrl(repository) },
    repository: { type: "git", url: repositoryUrl(repository) },
    license: LICENSE,
    server: {
      type: "binary",
      entry_point: program,
      mcp_config: {
        command: `\${__dirname}/${program}`,
        args: ["--workspace-root", "${user_config.root}"],
        env: {},
      },
    },
    tools: tools.map(({ name, description }) => ({ name, description })),
    user_config: {
      root: {
        type: "directory",
        title: "Repository",
        description: "Folder that frigg searches and reads",
        required: true,
      },
    },
    compatibility: { platforms: [platform.system] },
  };
}

/** The bundle's bytes; the program stays executable when it is unpacked. */
export function bundleBytes(
  platform: Platform,
  parts: { readonly manifest: unknown; readonly program: Uint8Array; readonly notices: Uint8Array },
): Uint8Array<ArrayBuffer> {
  const manifest = new TextEncoder().encode(`${JSON.stringify(parts.manifest, null, 2)}\n`);
  const entries: Zippable = {
    "manifest.json": [manifest, { attrs: PLAIN }],
    [`server/${programName(platform)}`]: [parts.program, { attrs: EXECUTABLE }],
    "server/THIRD_PARTY_NOTICES": [parts.notices, { attrs: PLAIN }],
  };
  return zipSync(entries, { level: 6, os: UNIX, mtime: WHEN });
}
