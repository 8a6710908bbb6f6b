/**
 * The reference's reduction (contract.md §6.2.3): what of an answer is compared with a trace that another
 * implementation made.
 *
 * Handles, timings, completeness and hashes fall away; repository ids become aliases by first appearance.
 * @module
 */
import { canonicalJson } from "../contract/canonical_json.ts";
import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";

/** Fields kept of each row, by tool; a tool that is not here is compared whole. */
const ROW_FIELDS: Readonly<Record<string, readonly string[]>> = {
  search_text: ["repository_id", "path", "line", "column", "excerpt", "snippet"],
  search_symbol: ["repository_id", "path", "line", "symbol"],
  find_references: ["repository_id", "path", "line", "column", "symbol"],
};
const READ_FIELDS = ["repository_id", "path", "content"];
const REPOSITORY_FIELDS = ["repository_id", "display_name", "root_path"];

/** The part of an answer that a reference trace compares. */
export function reduceAnswer(tool: string, answer: Json): Json {
  if (!isJsonObject(answer)) return answer;
  if (tool === "read_file") return pick(answer, READ_FIELDS);
  if (tool === "list_repositories" || tool === "workspace") return reduceRepositories(answer);
  const fields = ROW_FIELDS[tool];
  const rows = answer.matches;
  if (fields === undefined || !Array.isArray(rows)) return answer;
  return { matches: rows.map((row) => pickFrom(row, fields)) };
}

/** `workspace` tells its repository apart from the others; a reference lists them all. */
function reduceRepositories(answer: JsonObject): Json {
  const current = isJsonObject(answer.repository) ? [answer.repository] : [];
  const others: readonly Json[] = Array.isArray(answer.repositories) ? answer.repositories : [];
  if (current.length === 0 && !Array.isArray(answer.repositories)) return answer;
  return { repositories: [...current, ...others].map((one) => pickFrom(one, REPOSITORY_FIELDS)) };
}

function pickFrom(row: Json, fields: readonly string[]): Json {
  return isJsonObject(row) ? pick(row, fields) : row;
}

function pick(object: JsonObject, fields: readonly string[]): Json {
  const kept: Record<string, Json> = {};
  for (const field of fields) {
    const value = object[field];
    if (value !== undefined) kept[field] = value;
  }
  return kept;
}

/** Gives repository ids aliases in the order in which one trace mentions them. */
export class AliasesByAppearance {
  readonly #aliases = new Map<string, string>();

  /** The value with each `repository_id` renamed, and names and roots of repositories with it. */
  rename(value: Json): Json {
    if (Array.isArray(value)) {
      const items: readonly Json[] = value;
      return items.map((item) => this.rename(item));
    }
    if (!isJsonObject(value)) return value;
    const id = value.repository_id;
    const alias = typeof id === "string" ? this.#aliasOf(id) : undefined;
    const renamed: Record<string, Json> = {};
    for (const key of Object.keys(value).sort()) {
      const member = value[key];
      if (member === undefined) continue;
      const isName = key === "repository_id" || key === "display_name" || key === "root_path";
      renamed[key] = isName && alias !== undefined ? alias : this.rename(member);
    }
    return renamed;
  }

  #aliasOf(id: string): string {
    const known = this.#aliases.get(id);
    if (known !== undefined) return known;
    const alias = `repo-${String(this.#aliases.size + 1).padStart(3, "0")}`;
    this.#aliases.set(id, alias);
    return alias;
  }
}

/** The compact canonical text of a reduced value. */
export function reducedText(value: Json, aliases: AliasesByAppearance): string {
  return canonicalJson(aliases.rename(value));
}
