/**
 * Chromium as tests and pictures use it: the system's own, without a window.
 * @module
 */
import { type Browser, chromium } from "playwright-core";
import { exists } from "./exists.ts";

/** Where the packages of common systems put it; FRIGG_CHROMIUM names another. */
const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Path of the browser; undefined on a machine without one. */
export async function findChromium(): Promise<string | undefined> {
  const named = Deno.env.get("FRIGG_CHROMIUM");
  if (named !== undefined && named !== "") return named;
  for (const path of PLACES) if (await exists(path)) return path;
  return undefined;
}

/** Starts the browser. It shows our own files only, and as root or in a container its sandbox does not start. */
export async function startChromium(executablePath: string): Promise<Browser> {
  return await chromium.launch({ executablePath, args: ["--no-sandbox"] });
}
