/**
 * The program's entry.
 *
 * Standard output belongs to the protocol or to a command's result, so whatever a dependency prints goes to standard
 * error. No module does work when it is loaded, so nothing can print before this.
 * @module
 */
import { main } from "./src/cli/main.ts";

// deno-lint-ignore no-console -- the one place that may touch it, so that nothing else can write to stdout
console.log = console.info = console.debug = console.error;
Deno.exit(await main(Deno.args));
