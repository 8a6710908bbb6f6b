import assert from "node:assert/strict";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundle, canBundle, portable } from "../../scripts/bundle.ts";
import { gzip } from "../../scripts/pack_assets.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
// The bundler of the older runtime cannot read some of our packages; the binary is not built with it.
const ignore = !canBundle();

const VERSIONS = [
  { version: "2.4.2", want: false },
  { version: "2.9.0", want: true },
  { version: "2.10.1", want: true },
  { version: "3.0.0", want: true },
  { version: "1.46.3", want: false },
];

Deno.test("canBundle()", async (t) => {
  for (const { version, want } of VERSIONS) {
    await t.step(version, () => assert.equal(canBundle(version), want));
  }
});

Deno.test("portable() replaces every path into a cache", () => {
  const text =
    "// ../cache/npm/reg-a/zod/4.6.7/x.js\n// ../cache/npm/reg-b/y/1.0.0/y.js\n// main.ts\n";
  const prefixes = ["../cache/npm/reg-a/", "../cache/npm/reg-b/"];
  assert.equal(
    portable(text, prefixes),
    "// npm/zod/4.6.7/x.js\n// npm/y/1.0.0/y.js\n// main.ts\n",
  );
});

Deno.test("bundle() gives the same bytes in every folder", { ignore }, async (t) => {
  const near = await copyProject("a");
  const far = await copyProject("some/deeper/folder");
  try {
    for (const entry of ["main.ts", "src/engine/worker.ts"]) {
      await t.step(entry, async () => {
        const one = await bundle(entry, near.at);
        assert.ok(one.length > 0);
        assert.equal(one, await bundle(entry, far.at));
      });
    }
  } finally {
    await Promise.all([near, far].map(({ top }) => Deno.remove(top, { recursive: true })));
  }
});

Deno.test("bundle() names the entry when it fails", { ignore }, async () => {
  await assert.rejects(
    bundle("no_such_file.ts", PROJECT),
    /Cannot bundle "no_such_file\.ts":\n.+/,
  );
});

Deno.test("assetBytes() in a bundle reads beside the bundle", { ignore }, async () => {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  try {
    await Deno.writeTextFile(
      `${folder}/main.js`,
      await bundle("src/platform/assets.ts", PROJECT),
    );
    await Deno.mkdir(`${folder}/assets`);
    await Deno.writeFile(`${folder}/assets/letters.bin`, gzip(new TextEncoder().encode("abc")));
    const assets: typeof import("../../src/platform/assets.ts") = await import(
      pathToFileURL(`${folder}/main.js`).href
    );
    const read = await assets.assetBytes({ embedded: "letters", module: "not-used" });
    assert.equal(new TextDecoder().decode(read), "abc");
    assert.deepEqual(assets.assetFolders(), [`${folder}/assets`]);
    assert.equal(assets.workerUrl().href, pathToFileURL(`${folder}/worker.js`).href);
    await assert.rejects(
      assets.readNotices(),
      /Cannot find asset "third_party_notices": the binary/,
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** Copies what a bundle is made of to a folder below a new temporary one. */
async function copyProject(below: string): Promise<{ top: string; at: string }> {
  const top = await Deno.makeTempDir();
  const at = `${top}/${below}`;
  await Deno.mkdir(at, { recursive: true });
  for (const name of ["deno.json", "deno.lock", "main.ts"]) {
    await Deno.copyFile(`${PROJECT}/${name}`, `${at}/${name}`);
  }
  await copyFolder(`${PROJECT}/src`, `${at}/src`);
  return { top, at };
}

async function copyFolder(from: string, to: string): Promise<void> {
  await Deno.mkdir(to);
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    const copy = isDirectory ? copyFolder : Deno.copyFile;
    await copy(`${from}/${name}`, `${to}/${name}`);
  }
}
