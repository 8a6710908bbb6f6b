/**
 * `frigg register`: writes the entry that makes an MCP host start this very program, or takes it away again.
 *
 * Each host is on its own: what one refuses does not keep the others from being written.
 * @module
 */
import type { Host, Machine, Scope } from "../../hosts/host.ts";
import { HOSTS } from "../../hosts/registry.ts";
import { isInstalled } from "../../hosts/settings.ts";
import type { Command, CommandCall } from "../command.ts";
import { environmentError, EXIT, type ExitCode, usageError } from "../exit.ts";
import { pretty } from "../print_json.ts";
import { namedScope, orderOf } from "../registering.ts";
import { type Action, exitOf, registerIn } from "../register_host.ts";
import { printRegistered, registeredJson } from "../register_output.ts";
import { nearNames } from "../suggest.ts";

const IDS = HOSTS.map(({ id }) => id);

export const register: Command = {
  name: "register",
  summary: "Make an MCP host start frigg, or take its entry away again",
  words: [{ name: "[HOST]", text: IDS.join(", "), choices: IDS }],
  options: [
    { flags: "--all", text: "every host that is found on this machine" },
    { flags: "--scope SCOPE", text: "project, user or local (default: the host's first)" },
    { flags: "--dry-run", text: "print what would change, as a diff" },
    { flags: "--check", text: "write nothing; exit 1 if the entry is missing or differs" },
    { flags: "--uninstall", text: "take away an entry that frigg wrote" },
    { flags: "--print", text: "print the entry, to be pasted by hand" },
    { flags: "--force", text: "replace an edited entry; follow links that lead elsewhere" },
    { flags: "--form FORM", text: "v1 or v2, for OpenCode if its file does not tell" },
  ],
  examples: [
    "frigg register claude-code",
    "frigg register codex --workspace-root ~/shop --dry-run",
    "frigg register --all --check",
  ],
  run,
};

/** Flags that say what is to be done; none of them registers. */
const ACTIONS = ["check", "uninstall", "print"] as const;

function run(call: CommandCall): Promise<ExitCode> {
  const { flags, settings, console } = call;
  const action = actionOf(call);
  const scope = namedScope(flags);
  const hosts = hostsOf(call, scope);
  const order = orderOf(call, action === "uninstall");
  const request = { order, action, scope, force: flags.has("force"), dry: flags.has("dry-run") };
  const done = hosts(order.site).map((host) => registerIn(host, request));
  if (done.length === 0) throw environmentError("No host is found on this machine", "Name one");
  if (settings.json) console.print(pretty({ hosts: done.map(registeredJson) }));
  else for (const one of done) printRegistered(one, request, console);
  return Promise.resolve(worst(done.map((one) => exitOf(one, action))));
}

function actionOf({ flags }: CommandCall): Action {
  const [first, second] = ACTIONS.filter((name) => flags.has(name));
  if (second !== undefined) throw usageError(`Cannot use --${first} and --${second} together`);
  if (flags.has("dry-run") && (first === "check" || first === "print")) {
    throw usageError(`Cannot use --${first} and --dry-run together: --${first} writes nothing`);
  }
  return first ?? "register";
}

/** The hosts that are named, or those that are found. */
function hostsOf(
  { words: [word], flags }: CommandCall,
  scope: Scope | undefined,
): (machine: Machine) => readonly Host[] {
  const all = flags.has("all");
  if (all === (word !== undefined)) {
    throw usageError(
      "Cannot tell which host is meant",
      `Give --all, or one of ${IDS.join(", ")}`,
    );
  }
  if (word !== undefined) {
    const host = named(word);
    return () => [host];
  }
  return (machine) =>
    HOSTS.filter(({ scopes }) => scope === undefined || scopes.includes(scope))
      .filter((host) => isInstalled(host, machine));
}

function named(word: string): Host {
  const found = HOSTS.find(({ id }) => id === word);
  if (found !== undefined) return found;
  const near = nearNames(word, IDS);
  throw usageError(
    `Cannot register in "${word}": it is unknown`,
    near.length > 0 ? `Did you mean ${near.join(" or ")}?` : `Name one of ${IDS.join(", ")}`,
  );
}

function worst(codes: readonly ExitCode[]): ExitCode {
  return codes.reduce<ExitCode>((most, code) => code > most ? code : most, EXIT.ok);
}
