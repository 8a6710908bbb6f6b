import assert from "node:assert/strict";
import { unzipSync } from "fflate";
import { DESCRIPTION, repositoryOf, VERSION } from "../../../scripts/release/about.ts";
import { bundleBytes, bundleManifest } from "../../../scripts/release/mcpb.ts";
import {
  binaryFile,
  bundleFile,
  platformOf,
  PLATFORMS,
} from "../../../scripts/release/platforms.ts";
import { serverJson } from "../../../scripts/release/server_json.ts";
import { sumsText } from "../../../scripts/release/sums.ts";
import { toJsonObject } from "../../../src/contract/json.ts";
import { list, object } from "../../support/json.ts";

const REPOSITORY = { owner: "someone", name: "frigg" };
const TOOLS = [{ name: "read_file", description: "Reads lines" }];

Deno.test("a release has five platforms with files of their own", () => {
  assert.deepEqual(PLATFORMS.map(binaryFile), [
    "frigg-linux-x64",
    "frigg-linux-arm64",
    "frigg-darwin-x64",
    "frigg-darwin-arm64",
    "frigg-windows-x64.exe",
  ]);
  assert.equal(
    bundleFile(platformOf("aarch64-apple-darwin"), "1.2.3"),
    "frigg-mcp-1.2.3-darwin-arm64.mcpb",
  );
  assert.throws(() => platformOf("riscv64"), /Cannot release for "riscv64"/);
});

Deno.test("repositoryOf() takes OWNER/NAME alone", async (t) => {
  assert.deepEqual(repositoryOf("a-b/c.d"), { owner: "a-b", name: "c.d" });
  for (const text of ["", "a", "a/b/c", "https://x/a/b", "a b/c", "/b", "a/"]) {
    await t.step(JSON.stringify(text), () => assert.throws(() => repositoryOf(text), /OWNER/));
  }
});

Deno.test("the bundle's manifest names the program inside and the live tools", async (t) => {
  for (const platform of PLATFORMS) {
    await t.step(platform.name, () => {
      const manifest = toJsonObject(bundleManifest(platform, TOOLS, REPOSITORY));
      const server = object(manifest, "server");
      const program = platform.system === "win32" ? "server/frigg.exe" : "server/frigg";
      assert.equal(server["entry_point"], program);
      assert.equal(object(server, "mcp_config")["command"], `\${__dirname}/${program}`);
      assert.deepEqual(manifest["tools"], TOOLS);
      assert.equal(manifest["version"], VERSION);
      assert.deepEqual(object(manifest, "compatibility")["platforms"], [platform.system]);
    });
  }
});

Deno.test("the bundle unpacks to the program, which stays executable", () => {
  const program = new TextEncoder().encode("\x7fELF program");
  const parts = { manifest: { a: 1 }, program, notices: new Uint8Array([65]) };
  const platform = platformOf("x86_64-unknown-linux-gnu");
  const bytes = bundleBytes(platform, parts);
  assert.deepEqual(bundleBytes(platform, parts), bytes);
  const files = unzipSync(bytes);
  assert.deepEqual(Object.keys(files).toSorted(), [
    "manifest.json",
    "server/THIRD_PARTY_NOTICES",
    "server/frigg",
  ]);
  assert.deepEqual(files["server/frigg"], program);
  assert.deepEqual(modes(bytes), {
    "manifest.json": 0o644,
    "server/frigg": 0o755,
    "server/THIRD_PARTY_NOTICES": 0o644,
  });
});

/** Permission bits of every entry, read off the zip's central directory. */
function modes(zip: Uint8Array<ArrayBuffer>): Record<string, number> {
  const view = new DataView(zip.buffer);
  const found: Record<string, number> = {};
  const end = view.byteLength - 22;
  assert.equal(view.getUint32(end, true), 0x06054b50);
  let at = view.getUint32(end + 16, true);
  while (view.getUint32(at, true) === 0x02014b50) {
    const length = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(zip.subarray(at + 46, at + 46 + length));
    assert.equal(view.getUint8(at + 5), 3, "made on Unix");
    found[name] = (view.getUint32(at + 38, true) >>> 16) & 0o777;
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return found;
}

Deno.test("server.json holds what the registry of servers asks for", () => {
  const sha256 = "0".repeat(64);
  const file = bundleFile(platformOf("x86_64-apple-darwin"), VERSION);
  const json = toJsonObject(serverJson(REPOSITORY, [{ file, sha256 }]));
  assert.equal(json["name"], "io.github.someone/frigg");
  assert(DESCRIPTION.length <= 100);
  assert.match(VERSION, /^\d+\.\d+\.\d+$/);
  assert.deepEqual(list(json, "packages"), [{
    registryType: "mcpb",
    identifier:
      `https://github.com/someone/frigg/releases/download/v${VERSION}/frigg-mcp-${VERSION}-darwin-x64.mcpb`,
    fileSha256: sha256,
    transport: { type: "stdio" },
  }]);
});

Deno.test("sums are written as sha256sum reads them", () => {
  assert.equal(
    sumsText([{ file: "a", sha256: "1" }, { file: "b", sha256: "2" }]),
    "1  a\n2  b\n",
  );
});

Deno.test("the history tells of this version", async () => {
  const history = await Deno.readTextFile(new URL("../../../CHANGELOG.md", import.meta.url));
  assert(history.includes(`\n## ${VERSION}\n`));
});
