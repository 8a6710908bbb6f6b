import assert from "node:assert/strict";
import { aliasedModule, readAliases } from "../../../src/search/navigation/modules/tsconfig.ts";
import type { FileMap } from "../../../src/search/navigation/modules/module_ref.ts";

function fileMap(texts: Readonly<Record<string, string>>): FileMap {
  const has = (path: string): boolean => Object.hasOwn(texts, path);
  const text = (path: string): string | undefined => texts[path];
  return {
    has,
    text,
    inFolder: () => [],
    folders: new Set(),
    aliasesAt: (folder) => readAliases({ has, text }, folder),
  };
}

const config = (options: unknown, more: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ compilerOptions: options, ...more });

const SOURCES = {
  "src/a.ts": "",
  "src/model/item.ts": "",
  "src/model/index.ts": "",
  "lib/b.ts": "",
};

const CASES: readonly {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly from?: string;
  readonly specifier: string;
  readonly want: string | undefined;
}[] = [
  {
    name: "a pattern",
    files: { "tsconfig.json": config({ paths: { "@/*": ["./src/*"] } }) },
    specifier: "@/model/item",
    want: "src/model/item.ts",
  },
  {
    name: "a folder with an index, and the extension of what it compiles to",
    files: { "tsconfig.json": config({ paths: { "~model": ["src/model"], "~/*": ["src/*"] } }) },
    specifier: "~/a.js",
    want: "src/a.ts",
  },
  {
    name: "an exact name",
    files: { "tsconfig.json": config({ paths: { "~*": ["lib/*"], "~model": ["src/model"] } }) },
    specifier: "~model",
    want: "src/model/index.ts",
  },
  {
    name: "the longest prefix first, then what it leaves",
    files: {
      "tsconfig.json": config({
        paths: { "@/*": ["lib/*"], "@/model/*": ["none/*", "src/model/*"] },
      }),
    },
    specifier: "@/model/item",
    want: "src/model/item.ts",
  },
  {
    name: "paths count from baseUrl, which is a path itself",
    files: { "tsconfig.json": config({ baseUrl: "src", paths: { "m/*": ["model/*"] } }) },
    specifier: "m/item",
    want: "src/model/item.ts",
  },
  {
    name: "baseUrl alone",
    files: { "tsconfig.json": config({ baseUrl: "./src" }) },
    specifier: "model/item",
    want: "src/model/item.ts",
  },
  {
    name: "comments, commas at the end, and what looks like them in a text",
    files: {
      "tsconfig.json":
        '{\n  // one, two\n  "compilerOptions": { /* "x" */ "paths": { "@/*": ["./src/*",], }, },\n}',
    },
    specifier: "@/a",
    want: "src/a.ts",
  },
  {
    name: "the nearest configuration",
    files: {
      "tsconfig.json": config({ paths: { "@/*": ["lib/*"] } }),
      "src/tsconfig.json": config({ paths: { "@/*": ["./model/*"] } }),
    },
    specifier: "@/item",
    want: "src/model/item.ts",
  },
  {
    name: "what it extends, from the folder of that",
    files: {
      "src/tsconfig.json": config({}, { extends: ["../base/tsconfig", "some-package/tsconfig"] }),
      "base/tsconfig.json": config({ paths: { "@/*": ["../lib/*"] } }),
    },
    specifier: "@/b",
    want: "lib/b.ts",
  },
  {
    name: "the projects that it refers to",
    files: {
      "tsconfig.json": JSON.stringify({ files: [], references: [{ path: "./tsconfig.app.json" }] }),
      "tsconfig.app.json": config({ paths: { "@/*": ["./src/*"] } }),
    },
    specifier: "@/a",
    want: "src/a.ts",
  },
  {
    name: "a circle ends",
    files: {
      "tsconfig.json": JSON.stringify({ extends: "./a.json" }),
      "a.json": JSON.stringify({ extends: "./tsconfig.json" }),
    },
    specifier: "@/a",
    want: undefined,
  },
  {
    name: "a relative name is none of its",
    files: { "tsconfig.json": config({ baseUrl: "src" }) },
    specifier: "./model/item",
    want: undefined,
  },
  {
    name: "a configuration that leads out of the root, or is no JSON",
    files: {
      "tsconfig.json": config({ paths: { "@/*": ["../../src/*"] } }),
      "src/tsconfig.json": "{",
    },
    specifier: "@/a",
    want: undefined,
  },
];

Deno.test("aliasedModule() follows the nearest tsconfig.json", async (t) => {
  for (const { name, files, from = "src/main.ts", specifier, want } of CASES) {
    await t.step(name, () => {
      const found = aliasedModule(fileMap({ ...SOURCES, ...files }), from, specifier);
      assert.deepEqual(found, want === undefined ? undefined : { kind: "file", path: want });
    });
  }
});
