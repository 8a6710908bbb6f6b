/**
 * `walk`: the files that a scope selects in the tree as it is now.
 * @module
 */
import { sha256Hex } from "../../platform/digest.ts";
import { classifier } from "../../search/classifier.ts";
import { CoverageNotes } from "../../search/coverage.ts";
import { type Classify, compileScope } from "../../search/scope.ts";
import type { WalkedFile } from "../../snapshot/walk.ts";
import { walkNow } from "../live_tree.ts";
import type { WalkRequest, WalkResult } from "../protocol.ts";
import { admitIgnoredRoot } from "./root_ignored.ts";
import type { Running } from "./running.ts";

type WalkRow = WalkResult["rows"][number];

/**
 * Files in path order, binary ones included.
 *
 * The fingerprint covers the selected paths and their sizes, those of other pages too: it changes when a page token
 * may no longer be right.
 *
 * @throws {ToolError} invalid_params for the scope
 */
export async function walk(request: WalkRequest, running: Running): Promise<WalkResult> {
  const { opened, budget } = running;
  const classify: Classify = classifier(opened.searchTools.outliner(budget));
  const scope = compileScope(request.scope, classify);
  const notes = new CoverageNotes();
  const walked = await walkNow(opened, budget);
  for (const skipped of walked.skipped) if (scope.mayMiss(skipped)) notes.skip(skipped);
  const selected: WalkRow[] = [];
  for (const file of walked.files) {
    await budget.breathe();
    if (scope.selects({ ...file, ...classify(file.path) })) {
      selected.push(...rowOf(file, running, notes));
    }
  }
  const { offset, limit } = request.slice;
  const rows = selected.slice(offset, offset + limit);
  const fingerprint = sha256Hex(
    JSON.stringify(selected.map(({ path, sizeBytes }) => [path, sizeBytes])),
  );
  const { sources: _, ...coverage } = notes.coverage(selected.length, fingerprint);
  const admitted = admitIgnoredRoot(coverage, opened);
  return { rows, totalRows: selected.length, coverage: admitted };
}

/** None for a file that went away since the walk met it: its size is not known, and so the answer not complete. */
function rowOf({ path, hidden }: WalkedFile, { opened }: Running, notes: CoverageNotes): WalkRow[] {
  const stat = opened.files.peek(path);
  if (stat.failure === undefined) return [{ path, sizeBytes: stat.value.sizeBytes }];
  notes.skip({ path, hidden, reason: "unreadable", folder: false });
  return [];
}
