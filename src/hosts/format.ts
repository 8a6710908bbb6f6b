/**
 * The two formats of settings files behind one interface, on texts without a byte order mark.
 * @module
 */
import type { Json } from "../contract/json.ts";
import type { Host } from "./host.ts";
import { parseJsonc } from "./jsonc.ts";
import { insertJsonc, newJsonc, removeJsonc, replaceJsonc } from "./jsonc_edit.ts";
import { insertToml, newToml, removeToml, replaceToml, tomlValue } from "./toml_edit.ts";

/** Every function throws a `SettingsProblem` for a text that is not in its format. */
export interface Format {
  /** What a text stands for; undefined if it holds no value. */
  value(text: string): unknown;
  /** The text of a file that holds the value and nothing else: also what a person pastes. */
  create(keys: readonly string[], value: Json): string;
  /** For keys that are not there yet. */
  insert(text: string, keys: readonly string[], value: Json): string;
  /** For keys that are there. */
  replace(text: string, keys: readonly string[], value: Json): string;
  /** For keys that are there; undefined if the file was made for them and holds nothing else. */
  remove(text: string, keys: readonly string[]): string | undefined;
}

export const FORMATS: Readonly<Record<Host["format"], Format>> = {
  jsonc: {
    value: (text) => parseJsonc(text)?.value,
    create: newJsonc,
    insert: insertJsonc,
    replace: replaceJsonc,
    remove: removeJsonc,
  },
  toml: {
    value: tomlValue,
    create: newToml,
    insert: insertToml,
    replace: replaceToml,
    remove: removeToml,
  },
};
