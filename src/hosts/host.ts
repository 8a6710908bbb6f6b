/**
 * What an MCP host is to registration: where it keeps its settings, and what an entry of ours looks like there.
 *
 * A host is data: nothing here reads or writes a file, so every path of every system can be tested anywhere.
 * @module
 */
import type { JsonObject } from "../contract/json.ts";

/** `project`: everybody who works in a folder; `user`: one person, everywhere; `local`: one person in one folder. */
export type Scope = "project" | "user" | "local";
export const SCOPES: readonly Scope[] = ["project", "user", "local"];

/** The machine as far as paths depend on it. */
export interface Machine {
  readonly os: "linux" | "darwin" | "windows";
  /** The person's home folder, where the system names one. */
  readonly home: string | undefined;
  readonly env: (name: string) => string | undefined;
}

/** A machine, and the folder that entries are about: absolute and canonical. */
export interface Site extends Machine {
  readonly project: string;
}

/** How a server is started. */
export interface Launch {
  /** Absolute path of a program. */
  readonly command: string;
  readonly args: readonly string[];
}

/** One form of an entry. A host has a second one if its versions read different forms. */
export interface Shape {
  /** What `--form` calls it. */
  readonly id: string;
  /** From the top of the file to our entry. */
  keys(scope: Scope, site: Site): readonly string[];
  entry(launch: Launch): JsonObject;
}

export interface Host {
  /** What `frigg register` calls it. */
  readonly id: string;
  readonly title: string;
  readonly format: "jsonc" | "toml";
  /** The first is taken if none is named. */
  readonly scopes: readonly [Scope, ...Scope[]];
  /** Settings files of a scope: the first that is there is used; if none is, the first is made. */
  files(scope: Scope, site: Site): readonly [string, ...string[]];
  readonly shapes: readonly [Shape, ...Shape[]];
  /** The form that the settings of a file are written in; undefined if they do not tell. */
  shapeIn?(settings: unknown): string | undefined;
  /** Why an entry must not be added to such settings; undefined if it may. */
  objection?(settings: unknown): string | undefined;
  /** Paths of which one is there where the host is installed. */
  traces(machine: Machine): readonly string[];
  /** Files of older versions, which are never written. */
  oldFiles?(machine: Machine): readonly string[];
  /** What stands for the project's folder in a file that others share. */
  readonly projectVariable?: string;
  /** The host's own command that does the same, if it has one for that scope. */
  command?(launch: Launch, scope: Scope): readonly string[] | undefined;
  /** What a person does to see the server work, as the end of a sentence. */
  readonly toSee: string;
}

/** The name of our entry in every host. */
export const SERVER_NAME = "frigg";

/** The form that most hosts share. */
export const COMMON_SHAPE: Shape = {
  id: "common",
  keys: () => ["mcpServers", SERVER_NAME],
  entry: ({ command, args }) => ({ command, args: [...args], env: {} }),
};
