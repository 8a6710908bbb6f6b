/**
 * The program run to its end, from source or as the file that FRIGG_BIN names, in a scrubbed environment.
 * @module
 */
import { fileURLToPath } from "node:url";
import { programCommand, programEnvironment } from "../support/program.ts";

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Start {
  readonly cwd?: string;
  /** The whole environment, but for what Deno itself needs from source. */
  readonly env?: Readonly<Record<string, string>>;
  /** Text of standard input; without it standard input is empty. */
  readonly stdin?: string;
}

export const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

/** Whether the compiled file is tested. */
export const IS_BINARY = Deno.env.get("FRIGG_BIN") !== undefined;

/** Runs the program with pipes on all three streams, as a host or CI does. */
export async function frigg(args: readonly string[], start: Start = {}): Promise<Ended> {
  return await runToEnd(programCommand(args), start);
}

/** Runs any command in the same way. */
export async function runToEnd(
  { command, args }: { readonly command: string; readonly args: readonly string[] },
  { cwd = "/", env = {}, stdin = "" }: Start,
): Promise<Ended> {
  const child = new Deno.Command(command, {
    args: [...args],
    cwd,
    clearEnv: true,
    env: { ...programEnvironment(), ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const output = child.output();
  await feed(child.stdin, stdin);
  const { code, stdout, stderr } = await output;
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** A program that refuses its arguments ends before it reads. */
async function feed(stdin: WritableStream<Uint8Array>, text: string): Promise<void> {
  try {
    await new Blob([text]).stream().pipeTo(stdin);
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

/** A checkout of the fixtures and playbooks somewhere else, with a git folder around it. */
export interface Checkout {
  /** Canonical path. */
  readonly root: string;
  read(path: string): string;
  write(path: string, text: string): void;
  exists(path: string): boolean;
  [Symbol.dispose](): void;
}

/** A folder that is a git work tree without commits, with these files. */
export function checkout(files: Readonly<Record<string, string>> = {}): Checkout {
  const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "frigg_e2e_" }));
  for (const folder of [".git/objects", ".git/refs"]) {
    Deno.mkdirSync(`${root}/${folder}`, { recursive: true });
  }
  const write = (path: string, text: string): void => {
    Deno.mkdirSync(`${root}/${path}`.replace(/[^/]*$/, ""), { recursive: true });
    Deno.writeTextFileSync(`${root}/${path}`, text);
  };
  const all = { ".git/HEAD": "ref: refs/heads/main\n", ...files };
  for (const [path, text] of Object.entries(all)) write(path, text);
  return {
    root,
    write,
    read: (path) => Deno.readTextFileSync(`${root}/${path}`),
    exists: (path) => isThere(`${root}/${path}`),
    [Symbol.dispose]: () => Deno.removeSync(root, { recursive: true }),
  };
}

function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** A checkout with the fixtures and the playbooks that ship. */
export function shopCheckout(): Checkout {
  const made = checkout();
  for (const folder of ["fixtures", "playbooks"]) copyFiles(folder, made);
  return made;
}

/** Copies what is versioned: no index, no pending trace. */
function copyFiles(folder: string, to: Checkout): void {
  for (const { name, isDirectory } of Deno.readDirSync(`${PROJECT}${folder}`)) {
    if (name.startsWith(".") || name.endsWith(".trace.new.json")) continue;
    const path = `${folder}/${name}`;
    if (isDirectory) copyFiles(path, to);
    else to.write(path, Deno.readTextFileSync(`${PROJECT}${path}`));
  }
}
