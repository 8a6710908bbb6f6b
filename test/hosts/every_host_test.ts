/**
 * Every host, scope and form on real files: what registering and unregistering must do whatever the file looks like.
 * The bytes of each format are in jsonc_edit_test.ts and toml_edit_test.ts.
 */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import {
  type Action,
  exitOf,
  type Registered,
  registerIn,
  type RegisterRequest,
} from "../../src/cli/register_host.ts";
import { FORMATS } from "../../src/hosts/format.ts";
import type { Host, Scope, Shape } from "../../src/hosts/host.ts";
import type { Order } from "../../src/hosts/order.ts";
import { HOSTS } from "../../src/hosts/registry.ts";
import { tempRepo } from "../support/repo.ts";

/** Settings that are there before; `KEY` is the host's outermost key. */
const JSONC = {
  "an empty file": "",
  "an empty object": "{}\n",
  "no servers, comments": '// settings\n{\n  /* one */ "theme": "dark", // dark\n}\n',
  "CRLF": '{\r\n  "a": [1,2],\r\n  "b" : {}\r\n}\r\n',
  "a byte order mark, no line end": '\uFEFF{\n\t"a": 1\n}',
  "empty servers": '{ "KEY": {} }',
};
const TOML = {
  "an empty file": "",
  "no servers, comments": '# settings\nmodel = "x" # y\n\n[tui]\nnotify=true\n',
  "CRLF": 'model = "x"\r\n\r\n[KEY.other]\r\ncommand = "y"\r\nargs = []\r\n',
  "a byte order mark, no line end": '\uFEFFmodel = "x"',
};
const BROKEN = {
  jsonc: '{\n  "KEY": {\n    "other": { "command": "x"',
  toml: '[KEY.other]\ncommand = "x',
};

const places = HOSTS.flatMap((host) =>
  host.scopes.flatMap((scope) => host.shapes.map((shape) => ({ host, scope, shape })))
);

for (const { host, scope, shape } of places) {
  Deno.test(`${host.id}, ${scope}, ${shape.id}`, async (t) => {
    const starts = host.format === "toml" ? TOML : JSONC;
    await t.step("no file", () => withFile(host, scope, shape, undefined, comesAndGoes));
    for (const [name, text] of Object.entries(starts)) {
      const before = text.replace("KEY", firstKey(shape, scope));
      await t.step(name, () => withFile(host, scope, shape, before, comesAndGoes));
    }
    const broken = BROKEN[host.format].replace("KEY", firstKey(shape, scope));
    await t.step("a broken file", () => withFile(host, scope, shape, broken, isRefused));
    await t.step("our entry of old", () => withFile(host, scope, shape, undefined, isUpdated));
    await t.step("an edited entry", () => withFile(host, scope, shape, undefined, isKept));
  });
}

/** One host's file, and what is done to it. */
interface Bench {
  readonly file: string;
  readonly before: string | undefined;
  readonly order: Order;
  run(action: Action, more?: Partial<RegisterRequest>): Registered;
  read(): string | undefined;
  write(text: string): void;
}

function comesAndGoes({ run, read, before, file }: Bench): void {
  assert.equal(exitOf(run("check"), "check"), 1);
  const dry = run("register", { dry: true });
  assert.equal(read(), before);
  assert.equal(run("register").change, "add");
  assert.equal(dry.diff?.after, without(read()));
  assert.equal(exitOf(run("check"), "check"), 0);
  const added = read();
  assert.equal(run("register").change, undefined);
  assert.equal(read(), added);
  if (before !== undefined) assert.equal(Deno.readTextFileSync(`${file}.before-frigg`), before);
  assert.equal(run("uninstall").change, "remove");
  assert.equal(read(), before);
  assert.equal(existsSync(`${file}.before-frigg`), false);
  assert.equal(run("uninstall").change, undefined);
}

function isRefused({ run, read, before }: Bench): void {
  for (const action of ["register", "check", "uninstall"] as const) {
    const done = run(action);
    assert.equal(exitOf(done, action), 3);
    assert.match(done.problem?.message ?? "", /^Cannot edit ".*": \d+:\d+: not valid/);
    assert.match(done.snippet ?? "", /--workspace-root/);
    assert.equal(read(), before);
  }
  const printed = run("print");
  assert.deepEqual([exitOf(printed, "print"), printed.problem], [0, undefined]);
}

function isUpdated({ run, read, order }: Bench): void {
  const older = { ...order, program: { command: "/old/frigg", args: [] } };
  run("register", { order: older });
  const outdated = run("check");
  assert.deepEqual([outdated.standing, exitOf(outdated, "check")], ["outdated", 1]);
  assert.equal(run("register").change, "update");
  assert.equal(run("check").standing, "registered");
  run("register", { order: older });
  assert.equal(run("uninstall").change, "remove");
  assert.equal(read(), undefined);
}

function isKept({ run, read, write, file }: Bench): void {
  run("register");
  write((read() ?? "").replace("--workspace-root", "--mine"));
  const edited = read();
  for (const action of ["register", "uninstall"] as const) {
    const done = run(action);
    assert.deepEqual([done.standing, done.kept, exitOf(done, action)], ["edited", true, 1]);
    assert.equal(read(), edited);
  }
  assert.equal(run("register", { force: true }).change, "replace");
  assert.equal(Deno.readTextFileSync(`${file}.before-frigg`), edited);
  assert.equal(run("check").standing, "registered");
}

function withFile(
  host: Host,
  scope: Scope,
  shape: Shape,
  before: string | undefined,
  test: (bench: Bench) => void,
): void {
  using project = tempRepo({ "a.ts": "" });
  using home = tempRepo({});
  const order: Order = {
    site: { os: "linux", home: home.root, env: () => undefined, project: project.root },
    program: { command: "/opt/frigg", args: [] },
    roots: [project.root],
    extra: [],
    form: shape.id,
    followsLinks: false,
  };
  const [file] = host.files(scope, order.site);
  const write = (text: string): void => {
    Deno.mkdirSync(dirname(file), { recursive: true });
    Deno.writeTextFileSync(file, text);
  };
  if (before !== undefined) write(before);
  const read = (): string | undefined => existsSync(file) ? readExactly(file) : undefined;
  const plain = { order, scope, force: false, dry: false };
  const run: Bench["run"] = (action, more) => registerIn(host, { ...plain, action, ...more });
  test({ file, before, order, run, read, write });
  assert.deepEqual(
    [...Deno.readDirSync(project.root)].filter(({ name }) => name.startsWith(".tmp")),
    [],
  );
}

/** With its byte order mark, which a decoder would drop. */
function readExactly(file: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Deno.readFileSync(file));
}

function without(text = ""): string {
  return text.replace(/^\uFEFF/, "");
}

function firstKey(shape: Shape, scope: Scope): string {
  const site = { os: "linux", home: undefined, env: () => undefined, project: "/p" } as const;
  return shape.keys(scope, site)[0] ?? "";
}

Deno.test("what is written is read back as the entry, in every format", () => {
  for (const { host, shape } of places) {
    const entry = shape.entry({ command: "/opt/my frigg", args: ["--workspace-root", "/p\\q"] });
    const text = FORMATS[host.format].create(["a", "b"], entry);
    const value = JSON.parse(JSON.stringify(FORMATS[host.format].value(text)));
    assert.deepEqual(value, { a: { b: entry } }, host.id);
  }
});
