/**
 * A workspace for tests of tools that need none: whatever is asked of it is a failure.
 * @module
 */
import type { Workspace } from "../../src/workspace/workspace.ts";

const fail = (): never => {
  throw new Error("this test has no workspace");
};

export const unusedWorkspace: Workspace = {
  maxFileBytes: 0,
  adopt: fail,
  ensureAdopted: fail,
  scope: fail,
  place: fail,
  opened: [],
  find: fail,
  alias: fail,
  reportTo: fail,
  release: fail,
  close: fail,
};
