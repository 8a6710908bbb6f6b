/**
 * Makes the files of a release: `deno task release --local | --target TRIPLE | --finish [--repository OWNER/NAME]`.
 *
 * `--target` builds one platform's program and bundle into `dist/release`; `--finish` adds what speaks of all of them:
 * the install script, `server.json` and `SHA256SUMS`; `--local` does both for this machine and has the bundle's
 * manifest judged by the format's own tool.
 * @module
 */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { createApp } from "../src/app.ts";
import { MAX_FILE_BYTES, MAX_FILES } from "../src/contract/limits.ts";
import type { ToolInfo } from "../src/contract/tool.ts";
import { denoCommand, mustRun } from "./command.ts";
import { type Repository, repositoryOf, VERSION } from "./release/about.ts";
import { installScript } from "./release/install_script.ts";
import { bundleBytes, bundleManifest } from "./release/mcpb.ts";
import { binaryFile, bundleFile, type Platform, platformOf } from "./release/platforms.ts";
import { serverJson } from "./release/server_json.ts";
import { sumsOf, sumsText } from "./release/sums.ts";

const PROJECT = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = `${PROJECT}dist/release`;
const SUMS = "SHA256SUMS";
/** Stands for the repository where nothing is published. */
const NOWHERE = "example/frigg";
/** No dependency of the project: fetched when a release is made. */
const JUDGE = "npm:@anthropic-ai/mcpb@2.1.2";

if (import.meta.main) await main(Deno.args);

async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      local: { type: "boolean" },
      target: { type: "string" },
      finish: { type: "boolean" },
      tag: { type: "string" },
      repository: { type: "string", default: Deno.env.get("GITHUB_REPOSITORY") ?? NOWHERE },
    },
  });
  const repository = repositoryOf(values.repository);
  // What an earlier version left would be summed and shown as part of this one.
  if (values.local === true && existsSync(FOLDER)) await Deno.remove(FOLDER, { recursive: true });
  await checkVersion(values.tag);
  const target = values.target ?? (values.local === true ? Deno.build.target : undefined);
  if (target !== undefined) await buildPlatform(platformOf(target), repository);
  if (values.finish === true || values.local === true) await finish(repository);
  if (target === undefined && values.finish !== true) {
    throw new Error("Cannot tell what to make: give --local, --target TRIPLE or --finish");
  }
}

/** A release is what its tag and its history say. */
async function checkVersion(tag: string | undefined): Promise<void> {
  if (tag !== undefined && tag !== `v${VERSION}`) {
    throw new Error(`Cannot release ${tag}: deno.json says ${VERSION}`);
  }
  const history = await Deno.readTextFile(`${PROJECT}CHANGELOG.md`);
  if (!history.includes(`\n## ${VERSION}`)) {
    throw new Error(`Cannot release ${VERSION}: CHANGELOG.md does not tell of it`);
  }
}

async function buildPlatform(platform: Platform, repository: Repository): Promise<void> {
  await Deno.mkdir(FOLDER, { recursive: true });
  const output = `${FOLDER}/${binaryFile(platform)}`;
  const own = platform.target === Deno.build.target ? [] : ["--target", platform.target];
  const compile = [
    "run",
    "--quiet",
    "--allow-all",
    "scripts/compile.ts",
    "--output",
    output,
    ...own,
  ];
  await mustRun(denoCommand(compile, PROJECT));
  const manifest = bundleManifest(platform, await liveTools(), repository);
  await judge(manifest);
  const bundle = bundleBytes(platform, {
    manifest,
    program: await Deno.readFile(output),
    notices: await Deno.readFile(`${PROJECT}dist/THIRD_PARTY_NOTICES`),
  });
  await Deno.writeFile(`${FOLDER}/${bundleFile(platform, VERSION)}`, bundle);
}

/** The tools as the program would list them. */
async function liveTools(): Promise<readonly ToolInfo[]> {
  const limits = { maxFileBytes: MAX_FILE_BYTES, maxFiles: MAX_FILES };
  const app = createApp({ roots: [], cwd: PROJECT, home: undefined, limits, log: () => {} });
  await app.close();
  return app.surface.tools;
}

/** @throws {Error} if the format's own tool refuses the manifest */
async function judge(manifest: unknown): Promise<void> {
  const path = await Deno.makeTempFile({ suffix: ".json" });
  try {
    await Deno.writeTextFile(path, JSON.stringify(manifest));
    const run = [
      "run",
      "--quiet",
      "--allow-all",
      "--no-lock",
      "--no-config",
      JUDGE,
      "validate",
      path,
    ];
    say((await mustRun(denoCommand(run))).trim());
  } finally {
    await Deno.remove(path);
  }
}

async function finish(repository: Repository): Promise<void> {
  const template = await Deno.readTextFile(`${PROJECT}scripts/release/install.sh`);
  await Deno.writeTextFile(`${FOLDER}/install.sh`, installScript(template, repository));
  await Deno.copyFile(`${PROJECT}dist/THIRD_PARTY_NOTICES`, `${FOLDER}/THIRD_PARTY_NOTICES`);
  const bundles = (await sumsOf(FOLDER, [])).filter(({ file }) =>
    file.endsWith(".mcpb") && file.includes(`-${VERSION}-`)
  );
  if (bundles.length === 0) {
    throw new Error(`Cannot finish: ${FOLDER} holds no bundle of ${VERSION}`);
  }
  const server = JSON.stringify(serverJson(repository, bundles), null, 2);
  await Deno.writeTextFile(`${FOLDER}/server.json`, `${server}\n`);
  const sums = await sumsOf(FOLDER, [SUMS]);
  await Deno.writeTextFile(`${FOLDER}/${SUMS}`, sumsText(sums));
  for (const { file, sha256 } of sums) say(`${sha256}  ${file}`);
}

function say(text: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`${text}\n`));
}
