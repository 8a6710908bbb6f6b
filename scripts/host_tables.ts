/**
 * The tables of docs/hosts.md, from the registry of hosts.
 * @module
 */
import type { Host, Machine, Scope, Site } from "../src/hosts/host.ts";
import { SCOPES } from "../src/hosts/host.ts";
import { HOSTS } from "../src/hosts/registry.ts";
import { markdownTable } from "./markdown_table.ts";

const LINUX = site("linux", "~", "PROJECT");
const SYSTEMS: readonly { readonly name: string; readonly site: Site }[] = [
  { name: "Linux", site: LINUX },
  { name: "macOS", site: site("darwin", "~", "PROJECT") },
  { name: "Windows", site: site("windows", "%USERPROFILE%", "PROJECT") },
];

/** Every file that `frigg register` writes. */
export function placesTable(): string {
  const rows = HOSTS.flatMap((host) =>
    SCOPES.filter((scope) => host.scopes.includes(scope)).flatMap((scope) =>
      filesOf(host, scope).map((file) => [
        `\`${host.id}\``,
        scope === host.scopes[0] ? `${scope} (default)` : scope,
        file,
        `\`${keysOf(host, scope)}\``,
      ])
    )
  );
  return markdownTable(["Host", "Scope", "File", "Entry"], rows);
}

/** How to see that a host has the server. */
export function checksTable(): string {
  const rows = HOSTS.map(({ id, title, toSee }) => [title, `\`${id}\``, sentence(toSee)]);
  return markdownTable(["Host", "Its name here", "To see that it works"], rows);
}

function site(os: Machine["os"], home: string, project: string): Site {
  const env = (name: string): string | undefined =>
    os === "windows" && name === "APPDATA" ? "%APPDATA%" : undefined;
  return { os, home, project, env };
}

/** One path where the systems agree, else one for each: side by side they would be too wide to read. */
function filesOf(host: Host, scope: Scope): readonly string[] {
  const paths = SYSTEMS.map(({ name, site }) => ({ name, path: host.files(scope, site)[0] }));
  const plain = new Set(paths.map(({ path }) => portable(path)));
  if (plain.size === 1) return [`\`${[...plain][0]}\``];
  const byPath = Map.groupBy(paths, ({ path }) => path);
  return [...byPath].map(([path, systems]) =>
    `\`${path}\` (${systems.map(({ name }) => name).join(", ")})`
  );
}

function portable(path: string): string {
  return path.replaceAll("\\", "/").replace("%USERPROFILE%", "~");
}

function keysOf({ shapes, format }: Host, scope: Scope): string {
  const spelled = shapes.map((shape) => shape.keys(scope, LINUX).join("."));
  return format === "toml" ? `[${spelled.join("` or `")}]` : spelled.join("` or `");
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
