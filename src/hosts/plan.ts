/**
 * What registering and unregistering do to the text of a settings file; nothing is read or written here.
 *
 * Every new text is parsed again and compared with the old one: all but our entry must have kept its value.
 * @module
 */
import { isJsonObject, type JsonObject } from "../contract/json.ts";
import type { Format } from "./format.ts";
import { SettingsProblem } from "./host_error.ts";
import { sameValue } from "./same_value.ts";

/**
 * How our entry stands in a file. `outdated`: written by frigg for another program or folder; `edited`: not as frigg
 * writes it.
 */
export type Standing = "absent" | "registered" | "outdated" | "edited";

export interface Wanted {
  readonly format: Format;
  readonly keys: readonly string[];
  readonly entry: JsonObject;
  isOurs(entry: unknown): boolean;
}

/**
 * The file after the change. `text` is undefined where nothing is to be left of it.
 *
 * `update` changes what frigg wrote, `replace` what a person wrote.
 */
export interface Change {
  readonly kind: "add" | "update" | "replace" | "remove";
  readonly text: string | undefined;
}

/** How the entry stands; `entry` is the one that is there. @throws {SettingsProblem} */
export function standingIn(
  text: string,
  { format, keys, entry: wanted, isOurs }: Wanted,
): { readonly standing: Standing; readonly entry?: unknown } {
  const entry = valueAt(format.value(text), keys);
  if (entry === undefined) return { standing: "absent" };
  if (sameValue(entry, wanted)) return { standing: "registered", entry };
  return { standing: isOurs(entry) ? "outdated" : "edited", entry };
}

/**
 * The change that registers; undefined if nothing is to be done.
 *
 * `text` is undefined if there is no file. An edited entry has to be meant to be replaced.
 *
 * @throws {SettingsProblem}
 */
export function planRegister(text: string | undefined, wanted: Wanted): Change | undefined {
  const { format, keys, entry } = wanted;
  if (text === undefined) return { kind: "add", text: format.create(keys, entry) };
  const { standing } = standingIn(text, wanted);
  if (standing === "registered") return undefined;
  const isNew = standing === "absent";
  const changed = isNew ? format.insert(text, keys, entry) : format.replace(text, keys, entry);
  checkRest(text, changed, wanted, entry);
  return { kind: KINDS[standing], text: changed };
}

const KINDS = { absent: "add", outdated: "update", edited: "replace" } as const;

/** The change that takes the entry away; undefined if there is none. @throws {SettingsProblem} */
export function planUninstall(text: string | undefined, wanted: Wanted): Change | undefined {
  if (text === undefined || standingIn(text, wanted).standing === "absent") return undefined;
  const left = wanted.format.remove(text, wanted.keys);
  checkRest(text, left ?? "", wanted, undefined);
  return { kind: "remove", text: left };
}

/** @throws {SettingsProblem} if anything but our entry has changed, or the entry is not as it should be */
function checkRest(
  before: string,
  after: string,
  { format, keys }: Wanted,
  entry: JsonObject | undefined,
): void {
  const [was, is] = [format.value(before), format.value(after)];
  const rest = (value: unknown): unknown => pruned(value, keys);
  if (sameValue(valueAt(is, keys), entry) && sameValue(rest(was), rest(is))) return;
  throw new SettingsProblem("it cannot be changed without touching something else");
}

/** A value without what is below the keys, and without objects that are empty then. */
function pruned(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined || value === undefined) return undefined;
  if (!isJsonObject(value)) return value;
  const below = pruned(value[key], rest);
  const others = Object.entries(value).filter(([name]) => name !== key);
  const all = below === undefined ? others : [...others, [key, below] as const];
  return all.length === 0 ? undefined : Object.fromEntries(all);
}

function valueAt(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((at, key) => isJsonObject(at) ? at[key] : undefined, value);
}
