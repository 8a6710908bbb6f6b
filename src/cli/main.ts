/**
 * Stand-in for the command table: serves MCP on stdio.
 * @module
 */
import { createApp } from "../app.ts";
import { MAX_FILE_BYTES, MAX_FILES } from "../contract/limits.ts";
import { serveStdio } from "../mcp/stdio.ts";
import { textWriter, workingFolder } from "../platform/process.ts";

export async function main(args: readonly string[]): Promise<number> {
  const write = textWriter("stderr");
  const log = (line: string): void => write(`${line}\n`);
  const app = createApp({
    roots: args,
    cwd: workingFolder(),
    home: undefined,
    limits: { maxFileBytes: MAX_FILE_BYTES, maxFiles: MAX_FILES },
    log,
  });
  await serveStdio(app, log);
  return 0;
}
