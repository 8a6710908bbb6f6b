/**
 * What a bench asks of a tool that knows a language's types.
 * @module
 */

/** Lines and UTF-16 columns from 0. */
export interface Spot {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

export interface Oracle {
  /** Names of what the token at a spot names; undefined if nothing there names anything. */
  definitions(spot: Spot): Promise<readonly Spot[] | undefined>;
  /** Tokens that name what the token at a spot declares, without that one. */
  references(spot: Spot): Promise<readonly Spot[]>;
  /** Tokens at which functions and methods call what the token at a spot declares. */
  incomingCalls(spot: Spot): Promise<readonly Spot[]>;
  close(): Promise<void>;
}

/** What a file of an oracle exports; paths are relative to the root. */
export interface OracleModule {
  openOracle(root: string, paths: readonly string[]): Oracle | Promise<Oracle>;
}

export function spotKey({ path, line, column }: Spot): string {
  return `${path}:${line}:${column}`;
}
