/**
 * How claims and answers name evidence: `find` for a whole step, `find[0]` for one row of it.
 * @module
 */

export interface StepMark {
  readonly stepId: string;
  /** Position among the step's rows that have evidence, from 0; absent for all of them. */
  readonly row?: number;
}

const MARK = /^([a-z][a-z0-9_-]{0,63})(?:\[(0|[1-9]\d{0,8})\])?$/;

/** The mark a text is, or undefined. */
export function parseStepMark(text: string): StepMark | undefined {
  const [, stepId, row] = MARK.exec(text) ?? [];
  if (stepId === undefined) return undefined;
  return row === undefined ? { stepId } : { stepId, row: Number(row) };
}
