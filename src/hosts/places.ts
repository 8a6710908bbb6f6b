/**
 * Folders in which hosts keep their settings, for every system; spelled for that system, not for this one.
 * @module
 */
import { HostError } from "./host_error.ts";
import type { Machine } from "./host.ts";

/** A path below a folder, with the separator of the system. */
export function below({ os }: Machine, folder: string, ...parts: readonly string[]): string {
  const separator = os === "windows" ? "\\" : "/";
  return [folder.replace(/[\\/]+$/, ""), ...parts].join(separator);
}

/** The home folder. @throws {HostError} environment, if the system names none */
export function homeOf({ home, os }: Machine): string {
  if (home !== undefined) return home;
  const name = os === "windows" ? "USERPROFILE" : "HOME";
  throw new HostError(
    "environment",
    `Cannot tell where your settings are: ${name} is not set`,
    `Set ${name}, or name a scope that does not need it with --scope project`,
  );
}

/** A path below the home folder. */
export function inHome(machine: Machine, ...parts: readonly string[]): string {
  return below(machine, homeOf(machine), ...parts);
}

/** `~/.config`, or where XDG_CONFIG_HOME says it is. */
export function configFolder(machine: Machine): string {
  const given = machine.env("XDG_CONFIG_HOME");
  // The specification says to ignore a relative one.
  return given?.startsWith("/") ? given : inHome(machine, ".config");
}

/** Where desktop programs keep their settings. */
export function desktopFolder(machine: Machine): string {
  switch (machine.os) {
    case "darwin":
      return inHome(machine, "Library", "Application Support");
    case "windows":
      return machine.env("APPDATA") ?? inHome(machine, "AppData", "Roaming");
    case "linux":
      return configFolder(machine);
  }
}

/** A folder that a variable may name, else one in the home folder. */
export function namedFolder(machine: Machine, variable: string, inHomeName: string): string {
  return machine.env(variable) ?? inHome(machine, inHomeName);
}
