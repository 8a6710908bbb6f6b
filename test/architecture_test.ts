import assert from "node:assert/strict";

/** Who may import whom, lowest first; `types` allows type imports only. Whatever is not named is forbidden. */
const MAY_IMPORT: Readonly<Record<string, { readonly all: string; readonly types?: string }>> = {
  contract: { all: "" },
  platform: { all: "contract" },
  languages: { all: "contract" },
  snapshot: { all: "contract platform languages" },
  search: { all: "contract snapshot" },
  engine: { all: "contract platform snapshot search" },
  workspace: { all: "contract platform engine", types: "snapshot" },
  session: { all: "contract" },
  playbook: { all: "contract", types: "platform" },
  tools: { all: "contract engine workspace session playbook", types: "search" },
  guidance: { all: "contract languages" },
  app: {
    all:
      "contract platform languages snapshot search engine workspace session playbook tools guidance",
  },
  mcp: { all: "contract guidance", types: "app" },
  hosts: { all: "contract platform" },
  cli: {
    all:
      "contract platform languages snapshot engine workspace session playbook guidance app mcp hosts",
  },
  main: { all: "cli" },
};

/** Files of the composition root, which lie beside the folders. */
const APP_FILES = ["src/app.ts", "src/context_log.ts", "src/path_filter.ts", "src/run_host.ts"];
/** Modules that import each other's types across a package's gate; zod is everywhere. */
const UNGATED = ["zod"];
/** The only files outside `platform` that may touch `Deno` or `node:`. */
const RUNTIME_FILES = ["main.ts"];
/** The entries, which send whatever a dependency prints to stderr. */
const CONSOLE_FILES = ["main.ts", "src/engine/worker.ts"];
const ENTRIES = ["main.ts", "src/engine/worker.ts"];

interface Edge {
  readonly from: string;
  /** A file of the project, or an import as it is written. */
  readonly to: string;
  readonly written: string;
  readonly typeOnly: boolean;
}

interface InfoDependency {
  readonly specifier: string;
  readonly code?: { readonly specifier?: string };
  readonly type?: { readonly specifier?: string };
}
interface Info {
  readonly modules: readonly {
    readonly specifier: string;
    readonly dependencies?: readonly InfoDependency[];
  }[];
}

const ROOT = new URL("../", import.meta.url);

Deno.test("the architecture is as it is drawn", async (t) => {
  const sources = await sourcesOf("src");
  const edges = await edgesOf(ENTRIES);
  await t.step("both entries were followed", () => {
    for (const to of ["src/app.ts", "src/search/text.ts"]) {
      assert(edges.some((edge) => edge.to === to), to);
    }
  });
  await t.step("every import is allowed by the table", () => {
    assert.deepEqual(edges.filter((edge) => !isAllowed(edge)).map(show), []);
  });
  await t.step("no tool imports another tool, and only the registry imports tools", () => {
    assert.deepEqual(toolEdges(edges, sources), []);
  });
  await t.step("no module imports itself through others", () => {
    assert.deepEqual(findCycle(edges), undefined);
  });
  await t.step("every file is reached from an entry", () => {
    const reached = new Set([...ENTRIES, ...edges.map(({ to }) => to)]);
    const unreached = [...sources.keys()].filter((path) => !reached.has(path)).sort();
    assert.deepEqual(unreached, []);
  });
  await t.step("each package has one gate", () => {
    assert.deepEqual(gates(edges).filter(([, files]) => files.length > 1), []);
  });
  await t.step("only platform touches the runtime", () => {
    const allowed = (path: string): boolean =>
      path.startsWith("src/platform/") || RUNTIME_FILES.includes(path);
    const node = edges.filter(({ from, written }) => written.startsWith("node:") && !allowed(from));
    assert.deepEqual(node.map(show), []);
    assert.deepEqual(filesWith(sources, /\bDeno\./).filter((path) => !allowed(path)), []);
  });
  await t.step("nothing prints by console", () => {
    const found = filesWith(sources, /(?<![.\w])console\.(log|info|debug)\b/);
    assert.deepEqual(found.filter((path) => !CONSOLE_FILES.includes(path)), []);
  });
});

function isAllowed({ from, to, typeOnly }: Edge): boolean {
  const [source, target] = [layerOf(from), layerOf(to)];
  if (target === undefined || source === target) return true;
  const row = MAY_IMPORT[source ?? ""];
  const words = `${row?.all ?? ""} ${typeOnly ? row?.types ?? "" : ""}`.split(" ");
  return words.includes(target);
}

/** The row of the table that a file belongs to; undefined for packages and data. */
function layerOf(path: string): string | undefined {
  if (path === "main.ts") return "main";
  if (APP_FILES.includes(path)) return "app";
  return /^src\/([a-z]+)\//.exec(path)?.[1];
}

/** A file with a definition is a tool; files without one are what tools share. */
function toolEdges(edges: readonly Edge[], sources: ReadonlyMap<string, string>): string[] {
  const tools = [...sources].filter(([path, text]) =>
    path.startsWith("src/tools/") && /\bdefineTool\(\{/.test(text)
  ).map(([path]) => path);
  return edges.filter(({ from, to }) => tools.includes(to) && from !== "src/tools/registry.ts").map(
    show,
  );
}

function findCycle(edges: readonly Edge[]): readonly string[] | undefined {
  const targets = Map.groupBy(edges, ({ from }) => from);
  const done = new Set<string>();
  const visit = (path: string, open: readonly string[]): readonly string[] | undefined => {
    if (open.includes(path)) return [...open.slice(open.indexOf(path)), path];
    if (done.has(path)) return undefined;
    for (const { to } of targets.get(path) ?? []) {
      const cycle = visit(to, [...open, path]);
      if (cycle !== undefined) return cycle;
    }
    done.add(path);
    return undefined;
  };
  return ENTRIES.map((entry) => visit(entry, [])).find((cycle) => cycle !== undefined);
}

/** Packages with the files of `src` that import them. */
function gates(edges: readonly Edge[]): [string, string[]][] {
  const packages = new Map<string, Set<string>>();
  for (const { from, written } of edges) {
    const name = packageOf(written);
    if (name === undefined || UNGATED.includes(name)) continue;
    packages.set(name, (packages.get(name) ?? new Set()).add(from));
  }
  return [...packages].map(([name, files]) => [name, [...files].sort()]);
}

function packageOf(written: string): string | undefined {
  if (/^(\.|node:|file:)/.test(written)) return undefined;
  const parts = written.replace(/^npm:\/?/, "").split("/");
  return parts.slice(0, written.includes("@") && parts[0]?.startsWith("@") ? 2 : 1).join("/");
}

function filesWith(sources: ReadonlyMap<string, string>, pattern: RegExp): string[] {
  return [...sources].filter(([, text]) => pattern.test(withoutComments(text))).map(([path]) =>
    path
  );
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

function show({ from, to, typeOnly }: Edge): string {
  return `${from} → ${to}${typeOnly ? " (type)" : ""}`;
}

async function sourcesOf(folder: string): Promise<Map<string, string>> {
  const sources = new Map<string, string>();
  for await (const { name, isDirectory } of Deno.readDir(new URL(`${folder}/`, ROOT))) {
    const path = `${folder}/${name}`;
    if (isDirectory) { for (const [file, text] of await sourcesOf(path)) sources.set(file, text); }
    else if (path.endsWith(".ts")) sources.set(path, await Deno.readTextFile(new URL(path, ROOT)));
  }
  return sources;
}

async function edgesOf(entries: readonly string[]): Promise<Edge[]> {
  const edges = new Map<string, Edge>();
  for (const entry of entries) {
    for (const { specifier, dependencies = [] } of (await infoOf(entry)).modules) {
      const from = projectPath(specifier);
      if (from === undefined) continue;
      const typeOnly = typeImports(await Deno.readTextFile(new URL(from, ROOT)));
      for (const { specifier: written, code, type } of dependencies) {
        const target = code?.specifier ?? type?.specifier ?? written;
        const to = projectPath(target) ?? written;
        edges.set(`${from}\0${written}`, { from, to, written, typeOnly: typeOnly.has(written) });
      }
    }
  }
  return [...edges.values()];
}

/** What a module imports only by `import type`. `deno info` does not tell types from values. */
function typeImports(text: string): ReadonlySet<string> {
  const found = [...text.matchAll(/^(?:import|export)\s+(type\s)?(?:[^;"]*?from\s+)?"([^"]+)"/gm)];
  const values = new Set(found.filter(([, type]) => type === undefined).map(([, , path]) => path));
  return new Set(
    found.flatMap(([, , path]) => path === undefined || values.has(path) ? [] : [path]),
  );
}

function projectPath(specifier: string): string | undefined {
  if (!specifier.startsWith(ROOT.href)) return undefined;
  const path = specifier.slice(ROOT.href.length);
  return path === "main.ts" || path.startsWith("src/") ? path : undefined;
}

async function infoOf(entry: string): Promise<Info> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", entry],
    cwd: ROOT,
  }).output();
  assert(success, new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}
