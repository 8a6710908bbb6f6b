/**
 * Kinds of symbols that have members.
 * @module
 */
const TYPE_KINDS: ReadonlySet<string> = new Set([
  "class",
  "interface",
  "struct",
  "enum",
  "trait",
  "impl",
  "php_trait",
  "php_enum",
  "protocol",
  "extension",
]);

export function isTypeKind(kind: string): boolean {
  return TYPE_KINDS.has(kind);
}

/** Whether a symbol of a kind is a function. */
export function isCallable(kind: string): boolean {
  return kind === "function" || kind === "method";
}

/** Where a symbol can be named: among types, among values, or `both`, where a language keeps them apart. */
export type Space = "type" | "value" | "both";

export function spaceOf(kind: string): Space {
  if (kind === "interface" || kind === "type_alias") return "type";
  return kind === "const" || isCallable(kind) ? "value" : "both";
}
