/**
 * Checks of what hosts would start: every settings file of every host that is there, and our entry in it.
 *
 * Nothing is started; whether the program itself works is what the self-check tells.
 * @module
 */
import { isJsonObject } from "../../contract/json.ts";
import { FORMATS } from "../../hosts/format.ts";
import type { Host, Machine, Scope, Site } from "../../hosts/host.ts";
import { HostError, SettingsProblem } from "../../hosts/host_error.ts";
import { HOSTS } from "../../hosts/registry.ts";
import { readSettings } from "../../hosts/settings.ts";
import { siteOf } from "../registering.ts";
import type { CommandTable } from "../command.ts";
import { checkEntry } from "./check_entry.ts";
import type { Finding } from "./finding.ts";

/** One settings file that a host may read. */
interface SettingsPlace {
  readonly host: Host;
  readonly scope: Scope;
  readonly site: Site;
  readonly path: string;
}

/** `roots` are the folders to work on; without any only what belongs to the person is checked. */
export function checkHosts(roots: readonly string[], table: CommandTable): readonly Finding[] {
  const [first = "/", ...others] = roots;
  const sites = [first, ...others].map(siteOf);
  const scopes: readonly Scope[] = roots.length === 0 ? ["user"] : ["project", "user", "local"];
  const places = sites.flatMap((site) => HOSTS.flatMap((host) => placesOf(host, scopes, site)));
  const found = places.map((place) => checkPlace(place, table));
  const findings = [
    ...homeFindings(siteOf(first)),
    ...found.flatMap((one) => one.findings),
    ...HOSTS.flatMap((host) => oldEntries(host, siteOf(first))),
  ];
  if (!found.some(({ hasEntry }) => hasEntry)) findings.push(NOT_REGISTERED);
  // Scopes share files, and roots share what belongs to the person.
  const distinct = new Map(findings.map((finding) => [JSON.stringify(finding), finding]));
  return [...distinct.values()];
}

const NOT_REGISTERED: Finding = {
  code: "not_registered",
  subject: "hosts",
  message: "No host that was looked at has an entry of frigg",
  advice: "Run `frigg register HOST`, or `frigg register --all`",
};

function homeFindings({ home, os }: Machine): readonly Finding[] {
  if (home !== undefined) return [];
  const name = os === "windows" ? "USERPROFILE" : "HOME";
  return [{
    code: "home_unknown",
    subject: "environment",
    message: `${name} is not set, so settings in the home folder were not looked at`,
    advice: `Set ${name} to your home folder`,
  }];
}

function placesOf(host: Host, scopes: readonly Scope[], site: Site): readonly SettingsPlace[] {
  return host.scopes
    .filter((scope) => scopes.includes(scope) && (site.home !== undefined || scope === "project"))
    .flatMap((scope) => host.files(scope, site).map((path) => ({ host, scope, site, path })));
}

interface PlaceReport {
  readonly findings: readonly Finding[];
  readonly hasEntry: boolean;
}

function checkPlace(place: SettingsPlace, table: CommandTable): PlaceReport {
  const { host, scope, site, path } = place;
  const subject = `${host.title}, ${path}`;
  const read = readValue(host, path, subject);
  if ("finding" in read) return { findings: [read.finding], hasEntry: false };
  const entries = host.shapes.map((shape) => valueAt(read.value, shape.keys(scope, site)))
    .filter((entry) => entry !== undefined);
  const [entry] = entries;
  if (entry === undefined) return { findings: [], hasEntry: false };
  const variable = host.projectVariable;
  const project = scope === "project" && variable !== undefined ? { [variable]: site.project } : {};
  return { findings: checkEntry(entry, { subject, table, variables: project }), hasEntry: true };
}

type Read = { readonly value: unknown } | { readonly finding: Finding };

function readValue(host: Host, path: string, subject: string): Read {
  try {
    const { text } = readSettings(path);
    return { value: text === undefined ? undefined : FORMATS[host.format].value(text) };
  } catch (error) {
    if (error instanceof SettingsProblem) {
      const advice = `Mend the file: ${host.title} cannot read it either`;
      return { finding: { code: "settings_broken", subject, message: error.message, advice } };
    }
    if (!(error instanceof HostError)) throw error;
    const advice = "Check the file and its permissions";
    return { finding: { code: "settings_unreadable", subject, message: error.message, advice } };
  }
}

/** Entries where older versions of a host looked for them. */
function oldEntries(host: Host, machine: Site): readonly Finding[] {
  if (machine.home === undefined) return [];
  return (host.oldFiles?.(machine) ?? []).flatMap((path) => {
    const read = readValue(host, path, `${host.title}, ${path}`);
    const keys = host.shapes[0].keys("user", machine);
    if ("finding" in read || valueAt(read.value, keys) === undefined) return [];
    return [{
      code: "entry_in_old_file" as const,
      subject: `${host.title}, ${path}`,
      message: "The entry of frigg is in a file that current versions do not read",
      advice: `Run \`frigg register ${host.id}\`, then take the old entry out by hand`,
    }];
  });
}

function valueAt(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((at, key) => isJsonObject(at) ? at[key] : undefined, value);
}
