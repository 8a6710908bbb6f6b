/**
 * The five platforms that a release serves.
 * @module
 */

export interface Platform {
  /** As files of a release are named. */
  readonly name: string;
  /** As Deno names it, when it compiles for it. */
  readonly target: string;
  /** As the bundle's manifest names the system. */
  readonly system: "linux" | "darwin" | "win32";
}

export const PLATFORMS: readonly Platform[] = [
  { name: "linux-x64", target: "x86_64-unknown-linux-gnu", system: "linux" },
  { name: "linux-arm64", target: "aarch64-unknown-linux-gnu", system: "linux" },
  { name: "darwin-x64", target: "x86_64-apple-darwin", system: "darwin" },
  { name: "darwin-arm64", target: "aarch64-apple-darwin", system: "darwin" },
  { name: "windows-x64", target: "x86_64-pc-windows-msvc", system: "win32" },
];

/** @throws {Error} for a target that no release serves */
export function platformOf(target: string): Platform {
  const found = PLATFORMS.find((platform) => platform.target === target);
  if (found !== undefined) return found;
  const known = PLATFORMS.map((platform) => platform.target).join(", ");
  throw new Error(`Cannot release for "${target}": use one of ${known}`);
}

/** Name of the program inside a bundle. */
export function programName({ system }: Platform): string {
  return system === "win32" ? "frigg.exe" : "frigg";
}

/** Name of the program as a file of a release. */
export function binaryFile(platform: Platform): string {
  return platform.system === "win32" ? `frigg-${platform.name}.exe` : `frigg-${platform.name}`;
}

/** Name of the bundle; the registry of servers wants `mcp` in its address. */
export function bundleFile({ name }: Platform, version: string): string {
  return `frigg-mcp-${version}-${name}.mcpb`;
}
