/**
 * What a person asked for, and the entry that follows from it for one host and scope.
 * @module
 */
import { FORMATS } from "./format.ts";
import type { Host, Launch, Scope, Shape, Site } from "./host.ts";
import { HostError, SettingsProblem } from "./host_error.ts";
import { isOurs, ROOT_FLAG } from "./launch.ts";
import type { Wanted } from "./plan.ts";

export interface Order {
  readonly site: Site;
  /** How this very program is started, without arguments of its own. */
  readonly program: Launch;
  /** Absolute folders to work on, the default one first. */
  readonly roots: readonly string[];
  /** Further arguments of the server. */
  readonly extra: readonly string[];
  /** The shape that was named; only a host with several needs it. */
  readonly form?: string;
  /** Whether links may lead out of the project or the home folder. */
  readonly followsLinks: boolean;
}

/** The scope that is meant. @throws {HostError} usage if the host has no such scope */
export function scopeOf({ title, scopes }: Host, named: Scope | undefined): Scope {
  if (named === undefined) return scopes[0];
  if (scopes.includes(named)) return named;
  throw new HostError(
    "usage",
    `Cannot register in ${title} with scope "${named}": it has none`,
    `Give --scope ${scopes.join(" or ")}`,
  );
}

/**
 * The entry to be written. `settings` is what the file holds so far.
 *
 * @throws {HostError} usage if the form is open
 * @throws {SettingsProblem} if the host objects to an entry there
 */
export function wantedIn(host: Host, scope: Scope, order: Order, settings: unknown): Wanted {
  const objection = host.objection?.(settings);
  if (objection !== undefined) throw new SettingsProblem(objection);
  const shape = shapeFor(host, order, settings);
  return {
    format: FORMATS[host.format],
    keys: shape.keys(scope, order.site),
    entry: shape.entry(launchFor(host, scope, order)),
    isOurs: (entry) => isOurs(entry, shape, order.extra),
  };
}

/** How the host is to start the server. */
export function launchFor(host: Host, scope: Scope, order: Order): Launch {
  const { site, program, roots, extra } = order;
  const shown = (root: string): string =>
    scope === "project" && root === site.project ? host.projectVariable ?? root : root;
  const rootArgs = roots.flatMap((root) => [ROOT_FLAG, shown(root)]);
  return { command: program.command, args: [...program.args, ...rootArgs, ...extra] };
}

function shapeFor(host: Host, { form }: Order, settings: unknown): Shape {
  const { title, shapes, shapeIn } = host;
  if (shapeIn === undefined) return shapes[0];
  const found = shapeIn(settings) ?? form;
  const shape = shapes.find(({ id }) => id === found);
  if (shape !== undefined) return shape;
  const forms = shapes.map(({ id }) => id).join(" or ");
  if (found === undefined) {
    throw new HostError(
      "usage",
      `Cannot tell which form this version of ${title} reads`,
      `Give --form ${forms}, the version that \`${host.id} --version\` begins with`,
    );
  }
  throw new HostError("usage", `Cannot use --form "${found}" for ${title}`, `Give ${forms}`);
}
