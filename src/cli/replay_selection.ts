/**
 * Which of the playbooks found are replayed: those named with `--only`, and of these the part of this machine.
 * @module
 */
import { usageError } from "./exit.ts";
import type { PlaybookFiles } from "./playbook_files.ts";
import type { ReplayOptions, Shard } from "./replay_options.ts";
import { nearNames } from "./suggest.ts";

/**
 * The playbooks to replay, in the order found. A shard may be empty.
 *
 * @throws {CommandError} usage, with near names, for an id that none of them has
 */
export function selectPlaybooks(
  found: readonly PlaybookFiles[],
  { only, shard }: Pick<ReplayOptions, "only" | "shard">,
): readonly PlaybookFiles[] {
  const ids = found.map(({ id }) => id);
  for (const id of only) if (!ids.includes(id)) throw unknownId(id, ids);
  const wanted = only.length === 0 ? found : found.filter(({ id }) => only.includes(id));
  return shard === undefined ? wanted : partOf(wanted, shard);
}

/**
 * Dealt out in the order of ids like cards: every playbook is in one part, the parts are about equally large, and
 * which part it is depends on the ids alone, not on the folder a machine works in.
 */
function partOf(wanted: readonly PlaybookFiles[], { part, parts }: Shard): PlaybookFiles[] {
  const dealt = wanted.map(({ id }) => id).sort().filter((_, at) => at % parts === part - 1);
  return wanted.filter(({ id }) => dealt.includes(id));
}

function unknownId(id: string, ids: readonly string[]): Error {
  const near = nearNames(id, ids);
  return usageError(
    `Cannot find playbook "${id}" for --only`,
    near.length === 0
      ? "`frigg playbook list` lists what there is"
      : `Did you mean ${near.join(" or ")}?`,
  );
}
