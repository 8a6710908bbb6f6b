/**
 * YAML text as a JSON value with the place of everything in it; the only file that knows the YAML library.
 *
 * Read as YAML 1.2, core schema. Refused: several documents, duplicate keys, keys that are not text, tags,
 * directives, merge keys, numbers JSON cannot carry, and aliases that grow beyond a bound.
 * @module
 */
import {
  type Document,
  isAlias,
  isScalar,
  isSeq,
  type ParsedNode,
  parseDocument,
  type Scalar,
  type YAMLMap,
} from "yaml";
import type { Json } from "../contract/json.ts";
import { pointerTo } from "../contract/json_pointer.ts";
import { type Place, type Places, Problems } from "./places.ts";
import { quoted } from "./problem.ts";
import { type Locate, locator } from "./text_places.ts";

/** Bytes of a playbook; people write them, and 256 steps are far below it. */
export const MAX_PLAYBOOK_BYTES = 1_048_576;
/** Values after aliases are expanded: what a bomb of aliases would exceed. */
const MAX_VALUES = 100_000;
const MAX_DEPTH = 64;
const TOO_DEEP = `expected at most ${MAX_DEPTH} levels of nesting`;
const HALF_PAIR = "expected text, found half a surrogate pair";
/** Syntax errors follow from each other; more of them help nobody. */
const MAX_SYNTAX_ERRORS = 8;

export interface YamlValue {
  readonly value: Json;
  readonly places: Places;
}

/**
 * The value of a YAML text.
 *
 * @throws {PlaybookError} with everything that is wrong with the text
 */
export function parseYaml(text: string, file: string): YamlValue {
  const locate = locator(text);
  const refuse = (faults: readonly Fault[]): void => {
    const problems = new Problems(file, { values: faultPlaces(faults, locate), keys: new Map() });
    faults.forEach(({ message }, index) => problems.error(`/${index}`, message));
    problems.throwIfAny();
  };
  refuse(sizeFaults(text));
  const document = parseSyntax(text, refuse);
  const reader = new Reader(locate);
  const value = reader.readRoot(document.contents);
  refuse(reader.faults);
  return { value, places: reader };
}

/** Something wrong at a position of the text, in UTF-16 units. */
interface Fault {
  readonly offset: number;
  readonly message: string;
}

function faultPlaces(faults: readonly Fault[], locate: Locate): Map<string, Place> {
  return new Map(faults.map(({ offset }, index) => [`/${index}`, locate(offset)]));
}

function sizeFaults(text: string): readonly Fault[] {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes <= MAX_PLAYBOOK_BYTES) return [];
  const message = `expected a file of at most ${MAX_PLAYBOOK_BYTES} bytes, found ${bytes}`;
  return [{ offset: 0, message }];
}

function parseSyntax(text: string, refuse: (faults: readonly Fault[]) => void): Document.Parsed {
  const document = parseDocument(text, {
    version: "1.2",
    schema: "core",
    merge: false,
    prettyErrors: false,
    // The library compares each key with all before it; the reader below does it in one pass.
    uniqueKeys: false,
  });
  const { yaml, tags } = document.directives;
  if (yaml.explicit === true || Object.keys(tags).length > 1 || tags["!!"] !== CORE_TAGS) {
    refuse([{ offset: Math.max(text.search(/^%/m), 0), message: "expected no % directives" }]);
  }
  const errors = document.errors.map(({ pos, code, message }) =>
    syntaxFault(text, pos[0], code, message)
  );
  // Either makes the library misread what follows, so it is told alone.
  const decisive = errors.find(({ message }) => message === UNQUOTED || message === TOO_DEEP);
  refuse(decisive === undefined ? errors.slice(0, MAX_SYNTAX_ERRORS) : [decisive]);
  return document;
}

const CORE_TAGS = "tag:yaml.org,2002:";
const UNQUOTED = 'expected a quoted reference: inside { } and [ ] write "${…}"';

function syntaxFault(text: string, offset: number, code: string, message: string): Fault {
  const isReference = text[offset] === "{" && text[offset - 1] === "$";
  if (isReference) return { offset: offset - 1, message: UNQUOTED };
  if (code === "MULTIPLE_DOCS") return { offset, message: "expected one document, found another" };
  if (message.includes("call stack")) return { offset, message: TOO_DEEP };
  return { offset, message: message.split("\n")[0] ?? message };
}

/** Turns nodes into JSON, noting places and faults on the way. */
class Reader {
  readonly values = new Map<string, Place>();
  readonly keys = new Map<string, Place>();
  readonly faults: Fault[] = [];
  readonly #locate: Locate;
  readonly #anchors = new Map<string, ParsedNode>();
  /** What each alias stands for: a name may be given anew before the alias is read again inside another's target. */
  readonly #targets = new Map<ParsedNode, ParsedNode | undefined>();
  /** Nodes being read, to notice an alias to its own ancestor. */
  readonly #open = new Set<ParsedNode>();
  #count = 0;
  /** Whether a node is read in place of an alias. */
  #expanding = false;

  constructor(locate: Locate) {
    this.#locate = locate;
  }

  readRoot(root: ParsedNode | null): Json {
    if (root !== null) return this.read(root, "", 0);
    this.values.set("", this.#locate(0));
    return null;
  }

  read(node: ParsedNode, pointer: string, depth: number): Json {
    const place = this.#locate(node.range[0]);
    const written = isScalar(node) ? node.source : undefined;
    this.values.set(pointer, written === undefined ? place : { ...place, written });
    if (!this.#mayGrow(node, depth)) return null;
    if (isAlias(node)) return this.#readAlias(node.source, node, pointer, depth);
    // Read again for an alias, a node gives its name to nothing that follows the alias.
    if (node.anchor !== undefined && !this.#expanding) this.#anchors.set(node.anchor, node);
    if (node.tag !== undefined) this.#fault(node, "expected no tags");
    if (isScalar(node)) return this.#readScalar(node);
    this.#open.add(node);
    const value = isSeq(node)
      ? node.items.map((item, index) => this.read(item, pointerTo(pointer, index), depth + 1))
      : this.#readMap(node, pointer, depth);
    this.#open.delete(node);
    return value;
  }

  #mayGrow(node: ParsedNode, depth: number): boolean {
    this.#count++;
    if (depth > MAX_DEPTH) {
      this.#fault(node, TOO_DEEP);
    } else if (this.#count === MAX_VALUES + 1) {
      this.#fault(node, `expected at most ${MAX_VALUES} values after aliases are expanded`);
    }
    return depth <= MAX_DEPTH && this.#count <= MAX_VALUES;
  }

  #readAlias(name: string, node: ParsedNode, pointer: string, depth: number): Json {
    // Looked up here and not by the library, which walks the whole document for each alias.
    if (!this.#targets.has(node)) this.#targets.set(node, this.#anchors.get(name));
    const target = this.#targets.get(node);
    if (target === undefined) this.#fault(node, `expected an anchor &${name} before this alias`);
    else if (this.#open.has(target)) this.#fault(node, `expected no alias to its own parent`);
    else return this.#readTarget(target, node, pointer, depth);
    return null;
  }

  /** What is wrong with the value is told at the alias, where it is used. */
  #readTarget(target: ParsedNode, alias: ParsedNode, pointer: string, depth: number): Json {
    const outer = this.#expanding;
    this.#expanding = true;
    const value = this.read(target, pointer, depth);
    this.#expanding = outer;
    const written = this.values.get(pointer)?.written;
    const place = this.#locate(alias.range[0]);
    this.values.set(pointer, written === undefined ? place : { ...place, written });
    return value;
  }

  #readScalar(node: Scalar.Parsed): Json {
    const { value, source } = node;
    if (typeof value === "number") {
      if (!Number.isFinite(value)) this.#fault(node, `expected a finite number, found ${source}`);
      else if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
        this.#fault(node, `expected an integer within ±(2^53-1), found ${source}`);
      } else return value;
      return null;
    }
    if (typeof value === "string" && !value.isWellFormed()) {
      this.#fault(node, HALF_PAIR);
      return null;
    }
    if (value === null || typeof value === "string" || typeof value === "boolean") return value;
    this.#fault(node, `expected text, a number, true, false or null, found ${source}`);
    return null;
  }

  #readMap(node: YAMLMap.Parsed, pointer: string, depth: number): Json {
    const members = new Map<string, Json>();
    for (const { key, value } of node.items) {
      const name = this.#keyName(key, members);
      if (name === undefined) continue;
      const at = pointerTo(pointer, name);
      this.keys.set(at, this.#locate(key.range[0]));
      if (value === null) this.values.set(at, this.#locate(key.range[0]));
      members.set(name, value === null ? null : this.read(value, at, depth + 1));
    }
    return Object.fromEntries(members);
  }

  #keyName(key: ParsedNode, members: ReadonlyMap<string, Json>): string | undefined {
    if (!isScalar(key) || typeof key.value !== "string") {
      this.#fault(
        key,
        `expected a key that is text${isScalar(key) ? `, found ${key.source}` : ""}`,
      );
      return undefined;
    }
    if (key.value === "<<") this.#fault(key, "expected no merge keys");
    else if (key.tag !== undefined) this.#fault(key, "expected no tags");
    else if (!key.value.isWellFormed()) this.#fault(key, HALF_PAIR);
    else if (members.has(key.value)) this.#fault(key, `duplicate key ${quoted(key.value)}`);
    else return key.value;
    return undefined;
  }

  #fault(node: ParsedNode, message: string): void {
    this.faults.push({ offset: node.range[0], message });
  }
}
