/**
 * Pictures of the HTML report: `deno task screenshots`.
 *
 * Changes one line of a copy of the fixtures, replays a playbook over it, and takes two pictures of the report: a wide
 * light one and a narrow dark one.
 * @module
 */
import { cp } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { findChromium, startChromium } from "./browser.ts";
import { capture } from "./command.ts";
import { friggCommand } from "./frigg_command.ts";

const PROJECT = fileURLToPath(new URL("..", import.meta.url));
const IMAGES = `${PROJECT}docs/images`;
const HEIGHT = 900;
const PICTURES = [
  { name: "report-light.png", width: 1280, colorScheme: "light" },
  { name: "report-narrow-dark.png", width: 400, colorScheme: "dark" },
] as const;

async function main(): Promise<void> {
  const executable = await findChromium();
  if (executable === undefined) {
    throw new Error("Cannot find Chromium: install the package chromium");
  }
  const folder = await Deno.makeTempDir({ prefix: "frigg-pictures-" });
  const browser = await startChromium(executable);
  try {
    const url = await report(folder);
    await Deno.mkdir(IMAGES, { recursive: true });
    for (const picture of PICTURES) await take(browser, url, picture);
  } finally {
    await browser.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** The address of a report with drift. */
async function report(folder: string): Promise<string> {
  for (const name of ["fixtures", "playbooks"]) {
    await cp(`${PROJECT}${name}`, `${folder}/${name}`, { recursive: true });
  }
  await Deno.mkdir(`${folder}/.git/objects`, { recursive: true });
  await Deno.mkdir(`${folder}/.git/refs`);
  await Deno.writeTextFile(`${folder}/.git/HEAD`, "ref: refs/heads/main\n");
  const source = `${folder}/fixtures/shop/src/session.ts`;
  const text = await Deno.readTextFile(source);
  await Deno.writeTextFile(source, text.replace("15 * 60 * 1000", "8 * 3600 * 1000"));
  const words = ["report", "session-timeout", "--format", "html", "--out", "report.html"];
  const { code, stderr } = await capture({ ...friggCommand(words), cwd: folder });
  if (code !== 1) throw new Error(`The report ended with ${code}: ${stderr}`);
  return pathToFileURL(`${folder}/report.html`).href;
}

async function take(
  browser: Browser,
  url: string,
  { name, width, colorScheme }: typeof PICTURES[number],
): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height: HEIGHT }, colorScheme });
  await page.goto(url);
  // A step that shows what changed in the source.
  await page.locator("#text").fill("search_text SESSION_LIMIT_MS");
  await page.screenshot({ path: `${IMAGES}/${name}` });
  await page.close();
}

if (import.meta.main) await main();
