/**
 * Registering in one host, step by step; every way it can end is a value.
 * @module
 */
import type { Host, Scope } from "../hosts/host.ts";
import { HostError, SettingsProblem } from "../hosts/host_error.ts";
import { launchFor, type Order, scopeOf, wantedIn } from "../hosts/order.ts";
import {
  type Change,
  planRegister,
  planUninstall,
  type Standing,
  standingIn,
  type Wanted,
} from "../hosts/plan.ts";
import { applyChange, openSettings, type SettingsText, settingsValue } from "../hosts/settings.ts";
import { isSystemError } from "../platform/user_files.ts";
import { EXIT, type ExitCode } from "./exit.ts";

export type Action = "register" | "check" | "uninstall" | "print";

export interface RegisterRequest {
  readonly order: Order;
  readonly action: Action;
  readonly scope: Scope | undefined;
  readonly force: boolean;
  /** Nothing is written. */
  readonly dry: boolean;
}

/** How it went. */
export interface Registered {
  readonly host: Host;
  readonly scope?: Scope;
  /** Where the entry is or would be. */
  readonly file?: string;
  /** Before anything was done. */
  readonly standing?: Standing;
  /** An entry that is not as it should be. */
  readonly found?: unknown;
  /** Text of the file before and after; absent if nothing changes. */
  readonly diff?: { readonly before: string; readonly after: string };
  readonly change?: Change["kind"];
  /** An edited entry was left alone. */
  readonly kept?: true;
  /** To be pasted by hand. */
  readonly snippet?: string;
  /** The host's own command that does the same. */
  readonly command?: readonly string[];
  readonly problem?: {
    readonly kind: "usage" | "environment";
    readonly message: string;
    readonly advice?: string;
  };
}

/** Does what is asked for in one host. */
export function registerIn(host: Host, request: RegisterRequest): Registered {
  const { order, action } = request;
  let known: Registered = { host };
  try {
    const scope = scopeOf(host, request.scope);
    known = { host, scope, ...pasted(host, scope, order) };
    const holds = (text: string): boolean => holdsEntry(text, host, scope, order);
    const settings = openSettings(host, scope, order, holds);
    known = { ...known, file: settings.path };
    if (action === "print" && known.snippet !== undefined) return known;
    const wanted = wantedIn(host, scope, order, settingsValue(host, settings));
    known = { ...known, snippet: snippetOf(wanted) };
    return { ...known, ...outcome(settings, wanted, request) };
  } catch (error) {
    return { ...known, problem: problemOf(error, known.file) };
  }
}

/** What a person could do by hand, as far as that can be said without the file. */
function pasted(host: Host, scope: Scope, order: Order): Partial<Registered> {
  const command = host.command?.(launchFor(host, scope, order), scope);
  const hasOneForm = host.shapeIn === undefined || order.form !== undefined;
  return {
    ...(hasOneForm ? { snippet: snippetOf(wantedIn(host, scope, order, undefined)) } : {}),
    ...(command === undefined ? {} : { command }),
  };
}

/** The exit code that an end stands for. */
export function exitOf(done: Registered, action: Action): ExitCode {
  if (done.problem !== undefined) return EXIT[done.problem.kind];
  if (action === "check") return done.standing === "registered" ? EXIT.ok : EXIT.differs;
  return done.kept === true ? EXIT.differs : EXIT.ok;
}

function outcome(
  settings: SettingsText,
  wanted: Wanted,
  request: RegisterRequest,
): Partial<Registered> {
  const { action, force, dry, order } = request;
  if (action === "print") return {};
  const { text } = settings;
  const { standing, entry } = text === undefined
    ? { standing: "absent" as const, entry: undefined }
    : standingIn(text, wanted);
  const found = standing === "registered" || entry === undefined ? {} : { found: entry };
  const state = { standing, ...found };
  if (action === "check") return state;
  if (standing === "edited" && !force) return { ...state, kept: true };
  const change = action === "register" ? planRegister(text, wanted) : planUninstall(text, wanted);
  if (change === undefined) return state;
  if (!dry) applyChange(settings, change, order.site);
  const diff = { before: text ?? "", after: change.text ?? "" };
  return { ...state, change: change.kind, diff };
}

function snippetOf({ format, keys, entry }: Wanted): string {
  return format.create(keys, entry);
}

/** A file that cannot be parsed holds no entry that could be found. */
function holdsEntry(text: string, host: Host, scope: Scope, order: Order): boolean {
  const settings = { path: "", text, mark: "" } as const;
  const value = valueOrNothing(host, settings);
  if (value === undefined || host.shapeIn?.(value) === undefined) return false;
  return standingIn(text, wantedIn(host, scope, order, value)).standing !== "absent";
}

function valueOrNothing(host: Host, settings: SettingsText): unknown {
  try {
    return settingsValue(host, settings);
  } catch (error) {
    if (error instanceof SettingsProblem) return undefined;
    throw error;
  }
}

function problemOf(error: unknown, file = ""): NonNullable<Registered["problem"]> {
  if (error instanceof HostError) {
    const { kind, message, advice } = error;
    return { kind, message, ...(advice === undefined ? {} : { advice }) };
  }
  if (error instanceof SettingsProblem) {
    const message = `Cannot edit "${file}": ${error.message}`;
    return { kind: "environment", message };
  }
  if (!isSystemError(error)) throw error;
  return { kind: "environment", message: `The system refused: ${error.message}` };
}
