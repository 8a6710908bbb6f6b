/**
 * A process of its own that builds the index of a folder, given with its state folder, and prints the result's state.
 * @module
 */
import { startEngine } from "../../src/engine/host.ts";
import { LIMITS, NO_IGNORES } from "../snapshot/scratch_tree.ts";
import { CALL, VERSION } from "./support.ts";

const [root = "", stateDir = ""] = Deno.args;
const engine = startEngine({
  root,
  stateDir,
  limits: LIMITS,
  version: VERSION,
  outerIgnores: () => NO_IGNORES,
});
const { status } = await engine.refresh(CALL);
await engine.close();
await Deno.stdout.write(new TextEncoder().encode(`${status.state} ${status.files}`));
