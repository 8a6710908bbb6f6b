/**
 * Trees of files in a temporary folder, and snapshots of them.
 * @module
 */
import { joinPath } from "../../src/platform/os_paths.ts";
import { diskFiles, type Files } from "../../src/platform/files.ts";
import { type BuildOptions, buildSnapshot, type Built } from "../../src/snapshot/build.ts";
import { type OpenedSnapshot, openSnapshot } from "../../src/snapshot/opened_snapshot.ts";
import type { Outline } from "../../src/snapshot/outline.ts";

export const NO_IGNORES = { prefix: "", exclude: undefined, parents: [] };
export const LIMITS = { maxFileBytes: 2_097_152, maxFiles: 200_000 };

export class ScratchTree implements Disposable {
  readonly root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "frigg-test-" }));

  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}) {
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }

  get files(): Files {
    return diskFiles(this.root);
  }

  at(path: string): string {
    return joinPath(this.root, path);
  }

  write(path: string, content: string | Uint8Array): void {
    Deno.mkdirSync(joinPath(this.at(path), ".."), { recursive: true });
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    Deno.writeFileSync(this.at(path), bytes);
  }

  /** Makes a file look as if it was last changed at a time; only the system sets `ctime`. */
  age(path: string, epochMs: number): void {
    Deno.utimeSync(this.at(path), epochMs / 1000, epochMs / 1000);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.root, { recursive: true });
  }
}

/** Takes each word after "def " for a function: as good as a parser where symbols only have to be carried along. */
export function outlineByWords({ bytes }: { readonly bytes: Uint8Array }): Promise<Outline> {
  const text = new TextDecoder("ascii").decode(bytes);
  const symbols = [...text.matchAll(/def (\w+)/g)].map((match) => ({
    name: match[1] ?? "",
    kind: "function" as const,
    startByte: match.index,
    endByte: match.index + match[0].length,
    nameStartByte: match.index + 4,
    nameEndByte: match.index + match[0].length,
    container: -1,
    signature: `m.${match[1]}`,
    testContext: match[1]?.startsWith("test") ?? false,
  }));
  return Promise.resolve({ symbols, partial: text.includes("!!"), timedOut: false });
}

export function build(tree: ScratchTree, options: Partial<BuildOptions> = {}): Promise<Built> {
  return buildSnapshot({
    files: tree.files,
    ignores: NO_IGNORES,
    limits: LIMITS,
    startedMs: Date.now(),
    outline: outlineByWords,
    tick: () => {},
    progress: () => {},
    ...options,
  });
}

export async function snapshotOf(
  tree: ScratchTree,
  options: Partial<BuildOptions> = {},
): Promise<OpenedSnapshot> {
  return openSnapshot((await build(tree, options)).sections);
}
