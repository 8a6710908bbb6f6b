import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { registerIn } from "../../src/cli/register_host.ts";
import { cursor } from "../../src/hosts/cursor.ts";
import { opencode } from "../../src/hosts/opencode.ts";
import type { Order } from "../../src/hosts/order.ts";
import { applyChange, readSettings } from "../../src/hosts/settings.ts";
import { type TempRepo, tempRepo } from "../support/repo.ts";

const EMPTY = '{ "mcpServers": { "other": { "command": "x" } } }\n';

interface Folders {
  readonly project: TempRepo;
  readonly home: TempRepo;
}

function order({ project, home }: Folders): Order {
  return {
    site: { os: "linux", home: home.root, env: () => undefined, project: project.root },
    program: { command: "/opt/frigg", args: [] },
    roots: [project.root],
    extra: [],
    followsLinks: false,
  };
}

const REGISTER = { action: "register", force: false, dry: false } as const;

Deno.test("a linked file is changed where it is, and the link stays", () => {
  using project = tempRepo({});
  using home = tempRepo({ "dotfiles/cursor.json": EMPTY, ".cursor/keep": "" });
  const link = `${home.root}/.cursor/mcp.json`;
  const target = `${home.root}/dotfiles/cursor.json`;
  Deno.symlinkSync("../dotfiles/cursor.json", link);
  const request = { ...REGISTER, order: order({ project, home }), scope: "user" } as const;
  assert.equal(registerIn(cursor, request).file, target);
  assert.equal(Deno.readLinkSync(link), "../dotfiles/cursor.json");
  assert.match(Deno.readTextFileSync(target), /"other".*"frigg"/);
  registerIn(cursor, { ...request, action: "uninstall" });
  assert.equal(Deno.readTextFileSync(target), EMPTY);
});

Deno.test("a link out of the project or the home folder is refused unless it is meant", async (t) => {
  const cases = [
    { name: "of a project's file", scope: "project", link: (at: Folders) => at.project.root },
    { name: "of a user's file", scope: "user", link: (at: Folders) => at.home.root },
  ] as const;
  for (const { name, scope, link } of cases) {
    await t.step(name, () => {
      using elsewhere = tempRepo({ "victim.json": EMPTY });
      using project = tempRepo({ ".cursor/keep": "" });
      using home = tempRepo({ ".cursor/keep": "" });
      const victim = `${elsewhere.root}/victim.json`;
      Deno.symlinkSync(victim, `${link({ project, home })}/.cursor/mcp.json`);
      const given = order({ project, home });
      const request = { ...REGISTER, order: given, scope };
      assert.match(registerIn(cursor, request).problem?.message ?? "", /links lead to ".*victim/);
      assert.equal(Deno.readTextFileSync(victim), EMPTY);
      const meant = { ...request, order: { ...given, followsLinks: true } };
      assert.equal(registerIn(cursor, meant).change, "add");
      assert.notEqual(Deno.readTextFileSync(victim), EMPTY);
    });
  }
  await t.step("of a project's folder, to the home folder", () => {
    using project = tempRepo({});
    using home = tempRepo({ "mine/mcp.json": EMPTY });
    Deno.symlinkSync(`${home.root}/mine`, `${project.root}/.cursor`);
    const request = { ...REGISTER, order: order({ project, home }), scope: "project" } as const;
    assert.match(registerIn(cursor, request).problem?.message ?? "", /links lead to/);
  });
});

Deno.test("what is no file to edit is refused", async (t) => {
  using home = tempRepo({});
  const cases = [
    { name: "a folder", make: (path: string) => Deno.mkdirSync(path), says: /not a plain file/ },
    {
      name: "a link to nothing",
      make: (path: string) => Deno.symlinkSync("gone.json", path),
      says: /link to nothing/,
    },
    {
      name: "Latin-1",
      make: (path: string) => Deno.writeFileSync(path, new Uint8Array([0x7b, 0xe9, 0x7d])),
      says: /not UTF-8 text/,
    },
  ];
  for (const { name, make, says } of cases) {
    await t.step(name, () => {
      using project = tempRepo({ ".cursor/keep": "" });
      make(`${project.root}/.cursor/mcp.json`);
      const done = registerIn(cursor, {
        ...REGISTER,
        order: order({ project, home }),
        scope: "project",
      });
      assert.equal(done.problem?.kind, "environment");
      assert.match(done.problem.message, says);
    });
  }
});

Deno.test("a new file of the person is private, one of a project is not", () => {
  using project = tempRepo({});
  using home = tempRepo({});
  const files = (["user", "project"] as const).map((scope) => {
    const given = { ...REGISTER, order: order({ project, home }), scope };
    return registerIn(cursor, given).file ?? "";
  });
  const isPrivate = files.map((file) => ((Deno.statSync(file).mode ?? 0) & 0o077) === 0);
  assert.deepEqual(isPrivate, [true, false]);
});

Deno.test("mode stays, and the copy is as private as the file", () => {
  using project = tempRepo({ ".cursor/mcp.json": EMPTY });
  using home = tempRepo({});
  const file = `${project.root}/.cursor/mcp.json`;
  Deno.chmodSync(file, 0o640);
  registerIn(cursor, { ...REGISTER, order: order({ project, home }), scope: "project" });
  const mode = (path: string): number => (Deno.statSync(path).mode ?? 0) & 0o777;
  assert.deepEqual([mode(file), mode(`${file}.before-frigg`)], [0o640, 0o640]);
});

Deno.test("a file that another program changes meanwhile is left to it", () => {
  using project = tempRepo({ "mcp.json": EMPTY });
  using home = tempRepo({});
  const { site } = order({ project, home });
  const file = `${project.root}/mcp.json`;
  const settings = readSettings(file);
  Deno.writeTextFileSync(file, "{}");
  for (const text of ["mine", undefined]) {
    const change = { kind: "update", text } as const;
    assert.throws(() => applyChange(settings, change, site), /changed it meanwhile/);
  }
  assert.deepEqual([...Deno.readDirSync(project.root)].map(({ name }) => name), ["mcp.json"]);
  assert.equal(Deno.readTextFileSync(file), "{}");
});

Deno.test("a file that was made goes with its folder, unless others moved in", () => {
  using project = tempRepo({});
  using home = tempRepo({});
  const request = { ...REGISTER, order: order({ project, home }), scope: "project" } as const;
  registerIn(cursor, request);
  assert.equal(existsSync(`${project.root}/.cursor/mcp.json`), true);
  registerIn(cursor, { ...request, action: "uninstall" });
  assert.equal(existsSync(`${project.root}/.cursor`), false);
  registerIn(cursor, request);
  project.write(".cursor/rules", "");
  registerIn(cursor, { ...request, action: "uninstall" });
  assert.equal(existsSync(`${project.root}/.cursor/rules`), true);
});

Deno.test("of several files the one with our entry is taken, else one that is there", () => {
  using project = tempRepo({ "opencode.jsonc": '{ "mcp": { "x": { "type": "local" } } }' });
  using home = tempRepo({});
  const request = { ...REGISTER, order: order({ project, home }), scope: "project" } as const;
  assert.equal(registerIn(opencode, request).file, `${project.root}/opencode.jsonc`);
  project.write("opencode.json", "{}");
  const again = registerIn(opencode, request);
  assert.deepEqual([again.file, again.change], [`${project.root}/opencode.jsonc`, undefined]);
});

Deno.test("the form follows the file, and is asked for if that does not tell", async (t) => {
  const cases = [
    { name: "version 1", text: '{"mcp":{"x":{"type":"remote"}}}', keys: /"timeout": 20000/ },
    { name: "version 2", text: '{"mcp":{"servers":{}}}', keys: /"disabled": false/ },
    {
      name: "a server called servers",
      text: '{"mcp":{"servers":{"type":"local"}}}',
      keys: /"enabled"/,
    },
  ];
  using home = tempRepo({});
  for (const { name, text, keys } of cases) {
    await t.step(name, () => {
      using project = tempRepo({ "opencode.json": text });
      registerIn(opencode, { ...REGISTER, order: order({ project, home }), scope: "project" });
      assert.match(Deno.readTextFileSync(`${project.root}/opencode.json`), keys);
    });
  }
  await t.step("neither", () => {
    using project = tempRepo({ "opencode.json": "{}" });
    const done = registerIn(opencode, {
      ...REGISTER,
      order: order({ project, home }),
      scope: "project",
    });
    assert.equal(done.problem?.kind, "usage");
    assert.match(done.problem.advice ?? "", /--form v2 or v1/);
  });
});
