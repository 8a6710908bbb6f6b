/**
 * Says of an answer that an ignore rule of a folder above the root leaves out all of it.
 *
 * Such a tree has no files in scope, as git has it; but an answer that only counts them would prove absence of what
 * nobody looked at.
 * @module
 */
import { IgnoreRules } from "../../platform/ignore_rules.ts";
import type { Coverage } from "../../search/requests.ts";
import type { TreeAccess } from "../live_tree.ts";

/** The coverage, with what it must admit about the root. */
export function admitIgnoredRoot<Some extends Omit<Coverage, "sources">>(
  coverage: Some,
  { outerIgnores }: Pick<TreeAccess, "outerIgnores">,
): Some {
  if (!isRootIgnored({ outerIgnores })) return coverage;
  const reasons = [...new Set([...coverage.reasons, "walk_failure" as const])].sort();
  return { ...coverage, reasons, rootIgnored: true };
}

export function isRootIgnored({ outerIgnores }: Pick<TreeAccess, "outerIgnores">): boolean {
  return IgnoreRules.root(outerIgnores).rootIgnored;
}
