/**
 * Longest common subsequences and line diffs; the gate of the `diff` package.
 * @module
 */
import { createTwoFilesPatch, diffArrays } from "diff";

/** Positions of equal elements in both lists that keep their order, as many as possible. */
export function commonSubsequence(
  before: readonly string[],
  after: readonly string[],
): readonly (readonly [before: number, after: number])[] {
  const pairs: [number, number][] = [];
  let left = 0;
  let right = 0;
  for (const part of diffArrays([...before], [...after])) {
    if (part.added) right += part.value.length;
    else if (part.removed) left += part.value.length;
    else for (const _ of part.value) pairs.push([left++, right++]);
  }
  return pairs;
}

/** A unified diff of two texts without its file header, three lines of context; "" if they are equal. */
export function unifiedDiff(before: string, after: string): string {
  if (before === after) return "";
  const patch = createTwoFilesPatch("expected", "actual", before, after, "", "", { context: 3 });
  return patch.slice(patch.indexOf("@@"));
}

/** A patch of one file, as `git apply` and `patch -p1` take it; "" for equal texts. */
export function filePatch(file: string, before: string, after: string): string {
  if (before === after) return "";
  const patch = createTwoFilesPatch(`a/${file}`, `b/${file}`, before, after, "", "", {
    context: 3,
  });
  return patch.slice(patch.indexOf("--- "));
}
