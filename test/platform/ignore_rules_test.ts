/** Compares with `git check-ignore --no-index`: hard patterns one by one, then generated trees. */
import assert from "node:assert/strict";
import {
  contextSources,
  folderSources,
  type IgnoreContext,
  ignoreDigest,
  type IgnoreFiles,
  IgnoreRules,
} from "../../src/platform/ignore_rules.ts";
import { pick, Sandbox, seeded } from "./git/git_fixture.ts";

/** A folder: files are `null`. */
interface Folder {
  readonly files: IgnoreFiles;
  readonly entries: ReadonlyMap<string, Folder | null>;
}

const NOTHING: IgnoreContext = { prefix: "", exclude: undefined, parents: [] };

/** Walks as the walker does and lists what is not hidden; folders end in `/`. */
function visible(folder: Folder, outer: IgnoreRules, dir = ""): string[] {
  const rules = outer.child(dir, folder.files);
  return [...folder.entries].flatMap(([name, inner]) => {
    const path = dir === "" ? name : `${dir}/${name}`;
    if (rules.isIgnored(path, inner !== null)) return [];
    return inner === null ? [path] : [`${path}/`, ...visible(inner, rules, path)];
  });
}

/**
 * Writes a tree and lists its paths; git knows no `.ignore`, but appending it to `.gitignore` means
 * the same. Files stay unwritten: `check-ignore` only has to find the folders.
 */
function write(sandbox: Sandbox, folder: Folder, dir: string): string[] {
  const { gitignore, ignore } = folder.files;
  const text = [gitignore, ignore].filter((part) => part !== undefined).join("\n");
  Deno.mkdirSync(sandbox.at(dir));
  if (text !== "") sandbox.write(`${dir}/.gitignore`, text);
  return [...folder.entries].flatMap(([name, inner]) => {
    const path = `${dir}/${name}`;
    return inner === null ? [path] : [`${path}/`, ...write(sandbox, inner, path)];
  });
}

/** The paths that git does not ignore, in one process. */
function gitVisible(sandbox: Sandbox, paths: readonly string[]): string[] {
  const args = ["-c", "core.excludesFile=", "check-ignore", "--no-index", "--stdin", "-zvn"];
  const input = paths.map((path) => `${path.replace(/\/$/, "")}\0`).join("");
  const fields = sandbox.gitBytes("", args, input).toString("utf8").split("\0");
  return paths.filter((_, n) => {
    const pattern = fields[4 * n + 2] ?? "";
    return pattern === "" || pattern.startsWith("!");
  });
}

/** A tree from paths; folders end in `/`. */
function treeOf(paths: readonly string[], files: Record<string, IgnoreFiles>, dir = ""): Folder {
  const names = new Set(
    paths.filter((path) => path.startsWith(dir))
      .map((path) => /^[^/]+\/?/.exec(path.slice(dir.length))?.[0] ?? "").filter((name) =>
        name !== ""
      ),
  );
  const entries = [...names].map((name): [string, Folder | null] =>
    name.endsWith("/") ? [name.slice(0, -1), treeOf(paths, files, dir + name)] : [name, null]
  );
  return { files: files[dir] ?? {}, entries: new Map(entries) };
}

const HARD: {
  name: string;
  paths: string[];
  files: Record<string, IgnoreFiles>;
  want: string[];
}[] = [
  {
    name: "a nested file hides below itself only",
    paths: ["web/.output/x", "web/x", ".output/x"],
    files: { "web/": { gitignore: ".output\n" } },
    want: ["web/", "web/x", ".output/", ".output/x"],
  },
  {
    name: "the deeper file wins, and the last line",
    paths: ["a.log", "d/a.log", "d/b.log"],
    files: { "": { gitignore: "*.log\n" }, "d/": { gitignore: "!*.log\nb.log\n" } },
    want: ["d/", "d/a.log"],
  },
  {
    name: "no way back below a hidden folder",
    paths: ["out/keep"],
    files: { "": { gitignore: "out\n!out/keep\n" } },
    want: [],
  },
  {
    name: "a folder included again deeper lets its entries through",
    paths: ["d/out/x", "d/out/y.log"],
    files: { "": { gitignore: "out/\n*.log\n" }, "d/": { gitignore: "!out/\n" } },
    want: ["d/", "d/out/", "d/out/x"],
  },
  {
    name: ".ignore wins over .gitignore in its folder",
    paths: ["a", "b"],
    files: { "": { gitignore: "a\n!b\n", ignore: "!a\nb\n" } },
    want: ["a"],
  },
  {
    name: "a trailing slash means folders only",
    paths: ["x/build", "build/y"],
    files: { "": { gitignore: "build/\n" } },
    want: ["x/", "x/build"],
  },
  {
    name: "CRLF, a mark at the start, trailing and escaped spaces, escaped signs",
    paths: ["a", "b", "c ", "c", "#d", "!e"],
    files: { "": { gitignore: "\uFEFFa\r\nb  \r\nc\\ \r\n\\#d\n\\!e" } },
    want: ["c"],
  },
  {
    name: "one carriage return ends a line, another belongs to the pattern",
    paths: ["a", "a\r", "b/c", "b\r/c"],
    files: { "": { gitignore: "a\r\r\n**/b\r\r\n" } },
    want: ["a", "b/", "b/c"],
  },
  {
    name: "case counts",
    paths: ["Foo", "foo"],
    files: { "": { gitignore: "foo\n" } },
    want: ["Foo"],
  },
  {
    name: "wildcards match bytes",
    paths: ["é", "a", "日"],
    files: { "": { gitignore: "??\n" } },
    want: ["a", "日"],
  },
  {
    name: "names that look like patterns",
    paths: ["a[1]***/f", "a1x/f", "a[1]***/g"],
    files: { "a[1]***/": { gitignore: "/g\n" } },
    want: ["a[1]***/", "a[1]***/f", "a1x/", "a1x/f"],
  },
  {
    name: "a pattern for such a name, and its folder included again",
    paths: ["d/a[1]*/f", "d/a1/f"],
    files: { "": { gitignore: "a*\n" }, "d/": { gitignore: "!a\\[1\\]\\*\n" } },
    want: ["d/", "d/a[1]*/", "d/a[1]*/f"],
  },
  {
    name: "classes: POSIX, negated, literal bracket, reversed",
    paths: ["A", "1", "]", "c", "-"],
    files: { "": { gitignore: "[[:upper:]]\n[]]\n[z-a]\n[!a-zA-Z]x\n[[:digit:]]\n" } },
    want: ["c", "-"],
  },
  {
    name: "** at the start, in the middle, at the end",
    paths: ["x/a", "y/b", "y/m/b", "z/q", "z/w/q"],
    files: { "": { gitignore: "**/a\ny/**/b\nz/**\n" } },
    want: ["x/", "y/", "y/m/", "z/"],
  },
  {
    name: "** behind a literal beginning crosses slashes",
    paths: ["ab/c", "ac", "x/c"],
    files: { "": { gitignore: "/a**/c\n" } },
    want: ["ab/", "x/", "x/c"],
  },
  {
    name: "escaped slashes",
    paths: ["a", "b/a", "q/r"],
    files: { "": { gitignore: "**\\/a\n\\/q\nq\\/r\n" } },
    want: ["a", "b/", "q/"],
  },
];

Deno.test("IgnoreRules: hard patterns, as written here and as git sees them", async (t) => {
  using sandbox = new Sandbox();
  sandbox.git("", "init", "-q");
  for (const [n, { name, paths, files, want }] of HARD.entries()) {
    await t.step(name, () => {
      const tree = treeOf(paths, files);
      const shown = visible(tree, IgnoreRules.root(NOTHING));
      assert.deepEqual(shown, want);
      const fromGit = gitVisible(sandbox, write(sandbox, tree, `case${n}`));
      assert.deepEqual(fromGit, want.map((path) => `case${n}/${path}`));
    });
  }
});

const NAMES =
  "a b ab a.b foo bar.log #h !n a[1]*** * ** ? [ab] é 日本 A Foo .hid a\\b - ^ ] c-d {x} $ (p) ~"
    .split(" ").concat("x y", " lead", "tail ", "\ttab", "a\nb", "\u0001", "\uE000");
const PIECES =
  ("a b ab foo * ** *.log [ab] [!a] [^a] [a-c]* \\* \\a \\#h \\!n a\\[1\\]\\*\\*\\* a[1]*** *** a** **b a*b é " +
    "? ?? ??? [é] 日本 A Foo .hid a\\\\b a\\b [[:alpha:]] [[:upper:]] [[:nope:]] []a] [!]a] [a-] [-a] [c-a] [\\]] [a " +
    "[[:alpha:]b [a-\\]] {x} $ (p) ~ ^ - +([a]) a?b [*] [/] a[/]b \\ \\\\ \uE000 #h !n [a-zA-Z] [!-~] *[!b] **\\ *\\ [[:punct:]]")
    .split(" ").concat("x y", "x\\ y", " lead", "tail\\ ", "\t", "x\0y");

type Random = ReturnType<typeof seeded>;

function randomPattern(random: Random): string {
  const parts = Array.from({ length: 1 + random(3) }, () => pick(random, PIECES));
  const sign = pick(random, ["", "", "", "!"]);
  const start = pick(random, ["", "", "", "/"]);
  return sign + start + parts.join("/") + pick(random, ["", "", "", "", "/", " ", "  "]);
}

function randomText(random: Random): string {
  const lines = Array.from({ length: random(5) }, () => randomPattern(random));
  const mark = random(15) === 0 ? "\uFEFF" : "";
  return mark + lines.join(pick(random, ["\n", "\r\n"])) + pick(random, ["", "\n", "\r"]);
}

function randomFolder(random: Random, depth: number): Folder {
  const names = new Set(Array.from({ length: 1 + random(6) }, () => pick(random, NAMES)));
  const entries = [...names].map((name): [string, Folder | null] => [
    name,
    depth > 0 && random(2) === 0 ? randomFolder(random, depth - 1) : null,
  ]);
  const files: IgnoreFiles = {
    ...(depth === 3 || random(2) === 0 ? { gitignore: randomText(random) } : {}),
    ...(random(4) === 0 ? { ignore: randomText(random).replace("\uFEFF", "") } : {}),
  };
  return { files, entries: new Map(entries) };
}

Deno.test("IgnoreRules: 300 generated trees hide what git hides", async (t) => {
  for (const seed of [1, 2, 3]) {
    await t.step(`seed ${seed}`, () => {
      using sandbox = new Sandbox();
      sandbox.git("", "init", "-q");
      const random = seeded(seed);
      const exclude = "*.log\n!bar.log\n??\nfoo/\n";
      const gitignore = "b/c-d\n!é\n/*/a.b\n";
      sandbox.write(".git/info/exclude", exclude);
      sandbox.write(".gitignore", gitignore);
      const shown: string[] = [];
      const all: string[] = [];
      for (let n = 0; n < 100; n++) {
        const prefix = `tree${n}`;
        const folder = randomFolder(random, 3);
        all.push(...write(sandbox, folder, prefix));
        const rules = IgnoreRules.root({ prefix, exclude, parents: [{ dir: "", gitignore }] });
        shown.push(...visible(folder, rules).map((path) => `${prefix}/${path}`));
      }
      assert.deepEqual(shown, gitVisible(sandbox, all));
    });
  }
});

Deno.test("IgnoreRules.root() applies rules from every folder above", () => {
  const rules = IgnoreRules.root({
    prefix: "a/b",
    exclude: "*.tmp\n!x.bak\n",
    parents: [{ dir: "", gitignore: "/a/b/top\n*.bak\n" }, { dir: "a", ignore: "b/mid\n" }],
  });
  assert.equal(rules.rootIgnored, false);
  const hidden = ["x.tmp", "x.bak", "top", "mid", "other"].filter((path) =>
    rules.isIgnored(path, false)
  );
  assert.deepEqual(hidden, ["x.tmp", "x.bak", "top", "mid"]);
});

Deno.test("IgnoreRules.root() says when the root itself is hidden", () => {
  const parents = [{ dir: "", gitignore: "out/\n" }];
  const rules = IgnoreRules.root({ prefix: "out/x", exclude: undefined, parents });
  assert.equal(rules.rootIgnored, true);
  assert.equal(rules.child("", { gitignore: "!*\n" }).isIgnored("a", false), true);
});

Deno.test("ignoreDigest() depends on rules and places, not on their order or on comments", () => {
  const context = { prefix: "p", exclude: "x\n", parents: [{ dir: "", gitignore: "y\n" }] };
  const sources = [...contextSources(context), ...folderSources("p", { ignore: "z\n" })];
  assert.deepEqual(sources.map(({ path }) => path), [
    ".git/info/exclude",
    ".gitignore",
    "p/.ignore",
  ]);
  assert.equal(ignoreDigest(sources), ignoreDigest(sources.toReversed()));
  assert.notEqual(ignoreDigest(sources), ignoreDigest(sources.slice(1)));
  const remark = { path: ".ignore", text: "# nothing\n\n" };
  const spelled = sources.map(({ path, text }) => ({ path, text: `# why\r\n${text}` }));
  assert.equal(ignoreDigest([...spelled, remark]), ignoreDigest(sources));
});
