import assert from "node:assert/strict";
import { joinPath } from "../../src/platform/os_paths.ts";
import { stateFolder } from "../../src/platform/state_folder.ts";

function withFolder<T>(use: (top: string) => T): T {
  const top = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "frigg-test-" }));
  const done = (): void => Deno.removeSync(top, { recursive: true });
  const result = use(top);
  if (result instanceof Promise) result.then(done, done);
  else done();
  return result;
}

Deno.test("prepare() makes the folder with its .gitignore", () =>
  withFolder((top) => {
    const folder = stateFolder(joinPath(top, "a/.frigg"));
    assert.equal(folder.state(), "absent");
    assert.equal(folder.prepare(), undefined);
    assert.equal(folder.state(), "plain");
    assert.equal(Deno.readTextFileSync(joinPath(top, "a/.frigg/.gitignore")), "*\n");
    const names = [...Deno.readDirSync(folder.path)].map(({ name }) => name).sort();
    assert.deepEqual(names, [".gitignore", "LOCK"]);
    assert.equal(folder.prepare(), undefined);
  }));

Deno.test("prepare() finishes the .gitignore of a process that was killed", () =>
  withFolder((top) => {
    const folder = stateFolder(joinPath(top, ".frigg"));
    Deno.mkdirSync(folder.path);
    Deno.writeTextFileSync(joinPath(folder.path, ".gitignore"), "");
    assert.equal(folder.prepare(), undefined);
    assert.equal(Deno.readTextFileSync(joinPath(folder.path, ".gitignore")), "*\n");
    Deno.writeTextFileSync(joinPath(folder.path, ".gitignore"), "mine\n");
    assert.equal(folder.prepare(), undefined);
    assert.equal(Deno.readTextFileSync(joinPath(folder.path, ".gitignore")), "mine\n");
  }));

Deno.test("prepare() refuses what is not a plain folder", async (t) => {
  const rows = [
    {
      name: "a link to a folder",
      make: (top: string, at: string): void => {
        Deno.mkdirSync(joinPath(top, "else"));
        Deno.symlinkSync("else", at);
      },
    },
    { name: "a file", make: (_: string, at: string): void => Deno.writeTextFileSync(at, "") },
    { name: "a dangling link", make: (_: string, at: string): void => Deno.symlinkSync("no", at) },
  ];
  for (const { name, make } of rows) {
    await t.step(name, () =>
      withFolder((top) => {
        const at = joinPath(top, ".frigg");
        make(top, at);
        const folder = stateFolder(at);
        assert.equal(folder.state(), "foreign");
        assert.match(folder.prepare() ?? "", /is not a plain folder$/);
        const below = [...Deno.readDirSync(top)].flatMap(({ name, isDirectory }) =>
          isDirectory ? [...Deno.readDirSync(joinPath(top, name))] : []
        );
        assert.deepEqual(below, []);
      }));
  }
});

Deno.test("prepare() follows no link inside the folder", () =>
  withFolder((top) => {
    Deno.mkdirSync(joinPath(top, ".frigg"));
    Deno.writeTextFileSync(joinPath(top, "victim"), "keep");
    Deno.symlinkSync("../victim", joinPath(top, ".frigg/.gitignore"));
    Deno.symlinkSync("../created", joinPath(top, ".frigg/LOCK"));
    assert.match(stateFolder(joinPath(top, ".frigg")).prepare() ?? "", /holds a foreign lock$/);
    assert.equal(Deno.readTextFileSync(joinPath(top, "victim")), "keep");
    assert.throws(() => Deno.lstatSync(joinPath(top, "created")), Deno.errors.NotFound);
  }));

Deno.test("read() follows no link inside the folder", () =>
  withFolder((top) => {
    Deno.mkdirSync(joinPath(top, ".frigg"));
    Deno.mkdirSync(joinPath(top, "out"));
    Deno.writeTextFileSync(joinPath(top, "out/files"), "secret");
    Deno.symlinkSync("../out", joinPath(top, ".frigg/snap"));
    Deno.symlinkSync("../out/files", joinPath(top, ".frigg/CURRENT"));
    const folder = stateFolder(joinPath(top, ".frigg"));
    assert.equal(folder.read("snap", "files"), undefined);
    assert.equal(folder.read("CURRENT"), undefined);
    assert.equal(folder.read("none"), undefined);
  }));

Deno.test("writeFolder() and replace() leave nothing unfinished", () =>
  withFolder((top) => {
    const folder = stateFolder(joinPath(top, ".frigg"));
    folder.prepare();
    folder.writeFolder("one", new Map([["f", Uint8Array.of(1, 2)]]));
    folder.replace("CURRENT", Uint8Array.of(1));
    folder.replace("CURRENT", Uint8Array.of(2));
    assert.deepEqual(folder.read("one", "f"), Uint8Array.of(1, 2));
    assert.deepEqual(folder.read("CURRENT"), Uint8Array.of(2));
    assert.deepEqual(folder.folders(), ["one"]);
    assert.throws(() => folder.writeFolder("a/b", new Map()), Deno.errors.NotFound);
    const names = [...Deno.readDirSync(folder.path)].map(({ name }) => name).sort();
    assert.deepEqual(names, [".gitignore", "CURRENT", "LOCK", "one"]);
  }));

Deno.test("removeUnfinished() removes what a dead builder left", () =>
  withFolder((top) => {
    const folder = stateFolder(joinPath(top, ".frigg"));
    folder.prepare();
    Deno.mkdirSync(joinPath(folder.path, ".tmp-1"));
    Deno.writeTextFileSync(joinPath(folder.path, ".tmp-1/files"), "half");
    folder.removeUnfinished();
    const names = [...Deno.readDirSync(folder.path)].map(({ name }) => name).sort();
    assert.deepEqual(names, [".gitignore", "LOCK"]);
  }));

Deno.test("lock() lets one holder in at a time", () =>
  withFolder(async (top) => {
    const folder = stateFolder(joinPath(top, ".frigg"));
    folder.prepare();
    const events: string[] = [];
    const first = await folder.lock();
    const second = folder.lock().then((lock) => {
      events.push("second");
      lock[Symbol.dispose]();
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    events.push("first");
    first[Symbol.dispose]();
    await second;
    assert.deepEqual(events, ["first", "second"]);
  }));

Deno.test("lock() is freed when its process dies", () =>
  withFolder(async (top) => {
    const folder = stateFolder(joinPath(top, ".frigg"));
    folder.prepare();
    const lockModule = import.meta.resolve("../../src/platform/lock.ts");
    const script = `const { lockFile } = await import(${JSON.stringify(lockModule)});
      await lockFile(${JSON.stringify(joinPath(folder.path, "LOCK"))});
      console.log("held"); await new Promise((resolve) => setTimeout(resolve, 60000));`;
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--no-lock",
        "--quiet",
        "--allow-all",
        `data:text/javascript,${encodeURIComponent(script)}`,
      ],
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    const reader = child.stdout.getReader();
    assert.match(new TextDecoder().decode((await reader.read()).value), /held/);
    const waiting = folder.lock();
    child.kill("SIGKILL");
    await child.status;
    await reader.cancel();
    (await waiting)[Symbol.dispose]();
  }));
