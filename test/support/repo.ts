/**
 * Temporary repositories for tests.
 * @module
 */
import { dirname, join } from "node:path";

export interface TempRepo {
  /** Canonical path. */
  readonly root: string;
  write(path: string, content: string | Uint8Array): void;
  remove(path: string): void;
  [Symbol.dispose](): void;
}

/** A folder with these files, removed at the end of the test; `name` is the folder's own name. */
export function tempRepo(
  files: Readonly<Record<string, string | Uint8Array>>,
  name = "repo",
): TempRepo {
  const parent = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "frigg_test_" }));
  const root = join(parent, name);
  const write = (path: string, content: string | Uint8Array): void => {
    const file = join(root, path);
    Deno.mkdirSync(dirname(file), { recursive: true });
    Deno.writeFileSync(file, toBytes(content));
  };
  Deno.mkdirSync(root);
  for (const [path, content] of Object.entries(files)) write(path, content);
  return {
    root,
    write,
    remove: (path) => Deno.removeSync(join(root, path), { recursive: true }),
    [Symbol.dispose]: () => Deno.removeSync(parent, { recursive: true }),
  };
}

/** A copy of the shop of the fixtures, with these files beside it. */
export function shopRepo(files: Readonly<Record<string, string>> = {}): TempRepo {
  return tempRepo(
    { ...filesBelow(new URL("../../fixtures/shop/", import.meta.url)), ...files },
    "shop",
  );
}

/** Texts by relative path; an index that lies there is none of them. */
function filesBelow(folder: URL, prefix = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (name.startsWith(".")) continue;
    const path = `${prefix}${name}`;
    if (isDirectory) Object.assign(found, filesBelow(new URL(`${name}/`, folder), `${path}/`));
    else found[path] = Deno.readTextFileSync(new URL(name, folder));
  }
  return found;
}

function toBytes(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}
