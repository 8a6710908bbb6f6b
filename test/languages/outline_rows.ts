/**
 * Outlines as short rows, for tables of expectations.
 *
 * A row is kind, qualified name, position of the container, and the definition's source.
 * @module
 */
import assert from "node:assert/strict";
import { isExtractable, languageOf } from "../../src/languages/registry.ts";
import { assetBytes } from "../../src/platform/assets.ts";
import { type Outline, outlineOf } from "../../src/snapshot/outline.ts";
import { type ParseLimits, SourceParser } from "../../src/snapshot/parser.ts";

export type Row = readonly [kind: string, signature: string, container: number, source: string];

export const parser: SourceParser = await SourceParser.init(assetBytes);

/** The outline of a file with this name and these bytes. */
export async function outline(
  path: string,
  source: string | Uint8Array,
  limits?: ParseLimits,
): Promise<Outline> {
  const language = languageOf(path);
  assert.ok(language !== undefined && isExtractable(language), `no symbols for ${path}`);
  const bytes = typeof source === "string" ? new TextEncoder().encode(source) : source;
  return await outlineOf({ path, bytes, language }, parser, limits);
}

/** The rows of a source that parses without errors. */
export async function rows(path: string, source: string): Promise<Row[]> {
  const { symbols, partial, timedOut } = await outline(path, source);
  assert.deepEqual({ partial, timedOut }, { partial: false, timedOut: false });
  const bytes = new TextEncoder().encode(source);
  return symbols.map(({ kind, signature, container, startByte, endByte }) => [
    kind,
    signature,
    container,
    new TextDecoder().decode(bytes.subarray(startByte, endByte)),
  ]);
}

export interface Case {
  readonly name: string;
  readonly path: string;
  readonly source: string;
  readonly want: readonly Row[];
}

/** One test with a step for each case. */
export function testRows(name: string, cases: readonly Case[]): void {
  Deno.test(name, async (t) => {
    for (const { name, path, source, want } of cases) {
      await t.step(name, async () => assert.deepEqual(await rows(path, source), want));
    }
  });
}
