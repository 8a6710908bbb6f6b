/**
 * A repository in memory to put searches to: what the snapshot saw, and what is on disk now.
 * @module
 */
import { createHash } from "node:crypto";
import { LineIndex } from "../../../src/contract/lines.ts";
import type { SourceProof } from "../../../src/contract/source.ts";
import type { LiveOutline, LiveRead, LiveSymbol, SearchWorld } from "../../../src/search/world.ts";
import { isBinary, isHidden, pathClassOf, textEncodingOf } from "../../../src/snapshot/classify.ts";
import { comparePaths } from "../../../src/snapshot/path_order.ts";
import type {
  FileEntry,
  RequiredLiterals,
  SkippedEntry,
  Snapshot,
  SymbolEntry,
} from "../../../src/snapshot/snapshot.ts";
import { StringTableWriter } from "../../../src/snapshot/string_table.ts";
import { SymbolTexts } from "../../../src/snapshot/symbol_texts.ts";

export type Content = string | Uint8Array;

export interface FakeFile {
  readonly content: Content;
  readonly outline?: FileEntry["outline"];
}

export interface FakeOptions {
  readonly files: Readonly<Record<string, Content | FakeFile>>;
  readonly skipped?: readonly SkippedEntry[];
  /** Contents that differ from the snapshot's, or how reading fails. */
  readonly now?: Readonly<
    Record<string, Content | { readonly failure: "absent" | "outside" | "unreadable" }>
  >;
  readonly maxFileBytes?: number;
  readonly budget?: SearchWorld["budget"];
  /** Chooses every file as a candidate, whatever it must contain. */
  readonly allCandidates?: boolean;
}

const LANGUAGES: Readonly<Record<string, { id: string; searched: boolean }>> = {
  ts: { id: "typescript_tsx", searched: true },
  rs: { id: "rust", searched: true },
  md: { id: "markdown", searched: false },
};

export function bytesOf(content: Content): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}

export function latin1(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

export function fakeWorld(options: FakeOptions): SearchWorld {
  const snapshot = fakeSnapshot(options);
  return {
    snapshot,
    live: {
      latin1,
      read: (path, maxBytes) => readNow(options, path, maxBytes),
      isSurelyUnchanged: (position) => {
        const path = snapshot.files[position]?.path;
        return path !== undefined && options.now?.[path] === undefined;
      },
    },
    outliner: {
      extensions: ["md", "rs", "ts"],
      languageOf: (path) => {
        const language = LANGUAGES[extension(path)];
        return language === undefined ? undefined : { ...language, outlined: true };
      },
      outline: ({ path, bytes }) => Promise.resolve(outlineOf(path, bytes)),
    },
    linker: { rulesOf: () => undefined, link: () => Promise.resolve(undefined) },
    budget: options.budget ?? { check: () => {}, breathe: () => Promise.resolve() },
    maxFileBytes: options.maxFileBytes ?? 2_097_152,
  };
}

function readNow(options: FakeOptions, path: string, maxBytes: number): LiveRead {
  const changed = options.now?.[path];
  if (changed !== undefined && typeof changed === "object" && "failure" in changed) return changed;
  const then = options.files[path];
  const content = changed ?? (then === undefined ? undefined : contentOf(then));
  if (content === undefined) return { failure: "absent" };
  const bytes = bytesOf(content);
  if (bytes.length > maxBytes) return { failure: "too_large", sizeBytes: bytes.length };
  const encoding = isBinary(path, bytes) ? "binary" : textEncodingOf(bytes);
  return {
    value: {
      path,
      bytes,
      lines: new LineIndex(bytes),
      latin1: latin1(bytes),
      counts: new Map(),
      source: proofOf(bytes),
      encoding,
    },
  };
}

function contentOf(file: Content | FakeFile): Content {
  return typeof file === "string" || file instanceof Uint8Array ? file : file.content;
}

export function proofOf(bytes: Uint8Array): SourceProof {
  return {
    sha256: createHash("sha256").update(bytes).digest("hex"),
    bytes: bytes.length,
    git_blob: createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex"),
  };
}

function fakeSnapshot(options: FakeOptions): Snapshot {
  const paths = Object.keys(options.files).sort(comparePaths);
  const texts = paths.map((path) => bytesOf(contentOf(options.files[path] ?? "")));
  const files = paths.map((path, at) => entryOf(path, texts[at] ?? new Uint8Array(), options));
  const symbols: SymbolEntry[] = [];
  const ranges = files.map(({ path, outline }, file) => {
    const start = symbols.length;
    if (outline === "whole" || outline === "partial") {
      const found = outlineOf(path, texts[file] ?? new Uint8Array()).symbols;
      symbols.push(...found.map((symbol) => ({ ...symbol, file })));
    }
    return { start, end: symbols.length };
  });
  return {
    fingerprint: "fingerprint",
    symbolToken: "token",
    ignoreDigest: "",
    files,
    skipped: options.skipped ?? [],
    walkFailed: false,
    findFile: (path) => paths.includes(path) ? paths.indexOf(path) : undefined,
    candidates: (required) =>
      files.flatMap(({ binary }, at) => {
        const text = latin1(texts[at] ?? new Uint8Array());
        return !binary && (options.allCandidates || mayContain(text, required)) ? [at] : [];
      }),
    symbolCount: symbols.length,
    symbolTexts: textsOf(symbols),
    isTestSymbol: (index) => at(symbols, index).testContext,
    symbol: (index) => at(symbols, index),
    symbolsOf: (file) => at(ranges, file),
    symbolsWhere: (passes) =>
      symbols.flatMap(({ name, signature }, index) =>
        passes(name.toLowerCase(), signature.toLowerCase()) ? [index] : []
      ),
    findSymbol: (id) => {
      const index = symbols.findIndex(({ stableId }) => stableId === id);
      return index < 0 ? undefined : index;
    },
  };
}

function textsOf(symbols: readonly SymbolEntry[]): SymbolTexts {
  const writer = new StringTableWriter();
  const name = Uint32Array.from(symbols, (symbol) => writer.number(symbol.name));
  const signature = Uint32Array.from(symbols, (symbol) => writer.number(symbol.signature));
  return new SymbolTexts(writer.finish(), { name, signature });
}

/** Exactly what the literals demand, so that a demand for too much loses rows. */
export function mayContain(text: string, required: RequiredLiterals): boolean {
  // Bytes above ASCII must stay as they are.
  const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return required === undefined ||
    required.some((group) => group.every((literal) => lower.includes(literal)));
}

function entryOf(path: string, bytes: Uint8Array, options: FakeOptions): FileEntry {
  const language = LANGUAGES[extension(path)];
  const given = options.files[path];
  const binary = isBinary(path, bytes);
  const outline = language?.searched === true && !isHidden(path) ? "whole" : "none";
  const proof = proofOf(bytes);
  return {
    path,
    bytes: bytes.length,
    sha256: proof.sha256,
    gitBlob: proof.git_blob,
    encoding: binary ? "binary" : textEncodingOf(bytes),
    eol: new LineIndex(bytes).eol,
    pathClass: pathClassOf(path),
    ...(language === undefined ? {} : { language: language.id }),
    hidden: isHidden(path),
    binary,
    outline: typeof given === "object" && "content" in given && given.outline !== undefined
      ? given.outline
      : outline,
  };
}

function extension(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}

const DEFINITION = /^( *)(class|fn|test) ([\w$:.\\]+)/;

/** A toy language: `class A`, `fn a`, `test a` (a test), indented by one space per level. */
function outlineOf(path: string, bytes: Uint8Array): LiveOutline {
  const lines = new LineIndex(bytes);
  const symbols: LiveSymbol[] = [];
  const open: number[] = [];
  for (let line = 1; line <= lines.count; line++) {
    const text = new TextDecoder().decode(bytes.subarray(lines.start(line), lines.end(line)));
    const [, indent = "", kind = "", name = ""] = DEFINITION.exec(text) ?? [];
    if (name === "") continue;
    open.length = indent.length;
    const container = open.at(-1) ?? -1;
    const parent = symbols[container];
    const signature = parent === undefined ? name : `${parent.signature}::${name}`;
    symbols.push({
      name,
      kind,
      container,
      signature,
      startByte: lines.start(line) + indent.length,
      endByte: lines.end(line),
      line,
      column: indent.length + 1,
      endLine: line,
      endColumn: lines.end(line) - lines.start(line) + 1,
      stableId: `${path}#${signature}`,
      testContext: kind === "test",
    });
    open.push(symbols.length - 1);
  }
  return { symbols, state: latin1(bytes).includes("!broken") ? "partial" : "whole" };
}

function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`Cannot find item ${index}`);
  return item;
}
