/**
 * Everything that resolves names, over the files of one request.
 * @module
 */
import type { CoverageNotes } from "../coverage.ts";
import type { SearchWorld } from "../world.ts";
import { Names } from "./names.ts";
import { Program } from "./program.ts";
import { Tokens } from "./tokens.ts";
import { Values } from "./values.ts";

export interface Resolution {
  readonly program: Program;
  readonly names: Names;
  readonly values: Values;
  readonly tokens: Tokens;
}

/** @param maxMs after which no further file is looked at */
export function resolution(world: SearchWorld, notes: CoverageNotes, maxMs: number): Resolution {
  const program = new Program(world, notes, maxMs);
  const names = new Names(program);
  const values = new Values(program, names);
  return { program, names, values, tokens: new Tokens(names, values) };
}
