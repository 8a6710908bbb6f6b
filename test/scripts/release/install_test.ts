import assert from "node:assert/strict";
import { installScript } from "../../../scripts/release/install_script.ts";
import { sha256Hex } from "../../../src/platform/digest.ts";

const TEMPLATE = await Deno.readTextFile(
  new URL("../../../scripts/release/install.sh", import.meta.url),
);
const SCRIPT = installScript(TEMPLATE, { owner: "someone", name: "frigg" });
const PROGRAM = "#!/bin/sh\necho frigg\n";

/** Names that the script may look for on this machine. */
const NAMES = ["frigg-linux-x64", "frigg-linux-arm64", "frigg-darwin-x64", "frigg-darwin-arm64"];

interface Installed {
  readonly code: number;
  readonly stderr: string;
  readonly stdout: string;
  /** Names in the folder; undefined if it was not made. */
  readonly files: readonly string[] | undefined;
  readonly folder: string;
}

/** Runs the script against a release of these files. */
async function install(
  files: Readonly<Record<string, string>>,
  use: (installed: Installed) => void | Promise<void>,
): Promise<void> {
  const root = await Deno.makeTempDir();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const text = files[new URL(request.url).pathname.slice(1)];
    return text === undefined ? new Response("no", { status: 404 }) : new Response(text);
  });
  try {
    await Deno.writeTextFile(`${root}/install.sh`, SCRIPT);
    const folder = `${root}/a b/bin`;
    const { code, stdout, stderr } = await new Deno.Command("sh", {
      args: [`${root}/install.sh`],
      env: {
        FRIGG_DOWNLOAD_URL: `http://127.0.0.1:${server.addr.port}`,
        FRIGG_INSTALL_DIR: folder,
        TMPDIR: root,
        no_proxy: "127.0.0.1",
      },
    }).output();
    const decoder = new TextDecoder();
    await use({
      code,
      stdout: decoder.decode(stdout),
      stderr: decoder.decode(stderr),
      folder,
      files: await namesIn(folder),
    });
    assert.deepEqual((await namesIn(root))?.filter((name) => name.startsWith("tmp.")), []);
  } finally {
    await server.shutdown();
    await Deno.remove(root, { recursive: true });
  }
}

async function namesIn(folder: string): Promise<string[] | undefined> {
  try {
    return await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function release(sha256: string): Record<string, string> {
  return {
    ...Object.fromEntries(NAMES.map((name) => [name, PROGRAM])),
    SHA256SUMS: NAMES.map((name) => `${sha256}  ${name}\n`).join(""),
  };
}

Deno.test("install.sh installs what the release's digest proves", async () => {
  const right = sha256Hex(new TextEncoder().encode(PROGRAM));
  await install(release(right), async ({ code, stdout, stderr, files, folder }) => {
    assert.equal(stderr, "");
    assert.equal(code, 0);
    assert.deepEqual(files, ["frigg"]);
    assert.match(stdout, /^installed .*\/a b\/bin\/frigg\nadd .* to your PATH/);
    assert.equal(await Deno.readTextFile(`${folder}/frigg`), PROGRAM);
    assert.equal(((await Deno.stat(`${folder}/frigg`)).mode ?? 0) & 0o777, 0o755);
  });
});

Deno.test("install.sh installs nothing else", async (t) => {
  const cases = [
    { name: "another digest", files: release("0".repeat(64)), says: /nothing was installed/ },
    { name: "no sums", files: { ...release("0"), SHA256SUMS: "" }, says: /does not name frigg-/ },
    { name: "an empty server", files: {}, says: /cannot download .*SHA256SUMS/ },
    {
      name: "sums without a program",
      files: { SHA256SUMS: release("0".repeat(64))["SHA256SUMS"] ?? "" },
      says: /cannot download .*frigg-/,
    },
  ];
  for (const { name, files: served, says } of cases) {
    await t.step(name, async () => {
      await install(served, ({ code, stderr, files }) => {
        assert.equal(code, 1);
        assert.match(stderr, says);
        assert.equal(files, undefined);
      });
    });
  }
});

Deno.test("install.sh knows where its release lies", () => {
  assert.match(SCRIPT, /:-https:\/\/github\.com\/someone\/frigg\/releases\/download\/v\d/);
  assert.throws(() => installScript("nothing", { owner: "a", name: "b" }), /Cannot find/);
});
