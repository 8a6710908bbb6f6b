/**
 * This very program: the file that runs, and how somebody else can start it.
 * @module
 */
import { fileURLToPath } from "node:url";
import denoJson from "../../deno.json" with { type: "json" };

/** How a program is started. */
export interface Program {
  /** Absolute, links followed. */
  readonly command: string;
  /** What comes before the program's own arguments. */
  readonly args: readonly string[];
}

/** The binary alone; from source Deno with the flags of the task `frigg`. */
export function thisProgram(): Program {
  const command = Deno.execPath();
  if (Deno.build.standalone) return { command, args: [] };
  return { command, args: sourceArguments(denoJson.tasks.frigg.command, mainModule()) };
}

/**
 * The arguments of a task's command with the absolute path of its entry module.
 *
 * @example
 * sourceArguments("deno run --quiet main.ts", "/p/main.ts") // ["run", "--quiet", "/p/main.ts"]
 */
export function sourceArguments(task: string, main: string): readonly string[] {
  const [, ...words] = task.split(" ");
  return words.map((word) => word === "main.ts" ? main : word);
}

/** Name of the operating system, as far as paths of settings differ. */
export function systemName(): "linux" | "darwin" | "windows" {
  const { os } = Deno.build;
  return os === "windows" || os === "darwin" ? os : "linux";
}

function mainModule(): string {
  return fileURLToPath(new URL("../../main.ts", import.meta.url));
}
