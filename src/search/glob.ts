/**
 * Globs (contract.md §1.10): `*` any run without `/`, `**` any run, `?` one character but `/`; nothing else.
 *
 * A pattern with `/` is anchored at the root, one without is meant for the file name; both end where the path ends.
 * @module
 */
import { type CodePoints, MAX_CODE_POINT } from "./regex/code_points.ts";
import type { Node } from "./regex/node.ts";

const SLASH = "/".charCodeAt(0);
/** Names may hold line ends, unlike lines. */
const ANY: Node = set([[0, 0xd7ff], [0xe000, MAX_CODE_POINT]]);
const NOT_SLASH: Node = set([[0, SLASH - 1], [SLASH + 1, 0xd7ff], [0xe000, MAX_CODE_POINT]]);

/** `**` as a whole component stands for no folder as well: `src/**\/a.ts` is also `src/a.ts`. */
const TOKEN = /(?<=^|\/)\*\*\/|\*\*+|\*|\?|[^*?]/gsu;
const WILDCARD = /[*?]/;

/** The glob as a pattern for whole paths, or whole names if it has no `/`. */
export function globNode(glob: string): Node {
  const rooted = withoutRoot(glob);
  const parts = [...rooted.matchAll(TOKEN)].map(([token]) => tokenNode(token));
  return {
    kind: "sequence",
    parts: [{ kind: "edge", edge: "line_start" }, ...parts, { kind: "edge", edge: "line_end" }],
  };
}

/** The text in front of the first wildcard. */
export function literalFolder(glob: string): string {
  const rooted = withoutRoot(glob);
  const wild = rooted.search(WILDCARD);
  return wild < 0 ? rooted : rooted.slice(0, wild);
}

/** Paths have no leading slash: `/a.ts` is the file of that name at the root. */
function withoutRoot(glob: string): string {
  return glob.startsWith("/") ? glob.slice(1) : glob;
}

function tokenNode(token: string): Node {
  if (token === "**/") {
    const folders: Node = { kind: "sequence", parts: [any(ANY), literal("/")] };
    return { kind: "repeat", body: folders, min: 0, max: 1, lazy: false };
  }
  if (token.startsWith("**")) return any(ANY);
  if (token === "*") return any(NOT_SLASH);
  return token === "?" ? NOT_SLASH : literal(token);
}

function any(body: Node): Node {
  return { kind: "repeat", body, min: 0, max: Infinity, lazy: false };
}

function literal(character: string): Node {
  const point = character.codePointAt(0) ?? 0;
  return set([[point, point]]);
}

function set(points: CodePoints): Node {
  return { kind: "set", points, malformed: false };
}
