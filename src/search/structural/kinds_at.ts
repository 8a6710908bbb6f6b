/**
 * The node types of places that other searches found, for requests that find their like.
 * @module
 */
import { LineIndex } from "../../contract/lines.ts";
import type { Syntax } from "../../snapshot/syntax.ts";
import type { KindsRequest, KindsResult } from "../syntax_requests.ts";
import type { SearchWorld } from "../world.ts";
import { kindsOf } from "./node_kinds.ts";

const NONE: KindsResult = { sha256: "", kinds: [] };

/** None for a file that is gone meanwhile. Places must be those of the file, or the kinds are of other nodes. */
export async function kindsAt(
  world: Pick<SearchWorld, "live" | "maxFileBytes">,
  syntax: Syntax,
  { path, places }: KindsRequest,
): Promise<KindsResult> {
  const read = world.live.read(path, world.maxFileBytes);
  const grammar = read.failure === undefined ? syntax.grammarOf(read.value.path) : undefined;
  if (read.failure !== undefined || grammar === undefined) return NONE;
  const file = read.value;
  const lines = new LineIndex(file.bytes);
  const outcome = await syntax.parse(file.bytes, grammar, ({ root, source }) => {
    const indexOf = (line: number, column: number): number =>
      line > lines.count ? 0 : source.indexAt(lines.offset({ line, column }));
    return places.map(({ line, column, endLine, endColumn }) => {
      const start = indexOf(line, column);
      const end = Math.max(indexOf(endLine, endColumn) - 1, start);
      return kindsOf(root.descendantForIndex(start, end) ?? root, grammar.language);
    });
  });
  return outcome.timedOut ? NONE : { sha256: file.source.sha256, kinds: outcome.value };
}
