/** The HTML report as people open it: from disk, in a real browser, without network. */
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { findChromium, startChromium } from "../../scripts/browser.ts";
import { type Checkout, frigg, shopCheckout } from "./frigg.ts";

const SCRIPT_TEXT = `<script>document.title = "pwned"</script>`;
const IMAGE_TEXT = `"><img src=x onerror='document.title="pwned"'>`;
/** Source that would run if the report took it for markup. */
const EVIL = `// needle ${SCRIPT_TEXT}\nexport const b = 1; // needle ${IMAGE_TEXT}\n`;
const EVIL_PLAYBOOK = `playbook_id: evil
title: ${JSON.stringify(SCRIPT_TEXT)}
workspace: { path: ../fixtures/shop }
steps:
  - step_id: rows
    tool_name: search_text
    params: { query: needle, glob: "evil.ts" }
  - step_id: quoted
    tool_name: search_text
    params: { query: ${JSON.stringify(IMAGE_TEXT)} }
  - step_id: whole
    tool_name: read_file
    params: { path: src/evil.ts }
`;

/** Drift in two playbooks, one of them over hostile source, and a playbook that holds. */
async function driftedReport(copy: Checkout): Promise<string> {
  copy.write("fixtures/shop/src/evil.ts", EVIL);
  copy.write("playbooks/evil.playbook.yaml", EVIL_PLAYBOOK);
  const run = (...args: readonly string[]): ReturnType<typeof frigg> =>
    frigg(args, { cwd: copy.root });
  assert.equal((await run("playbook", "replay", "evil")).code, 1);
  assert.equal((await run("playbook", "accept", "evil")).code, 0);
  copy.write("fixtures/shop/src/evil.ts", EVIL.replace("= 1", "= 2").replace("// ", "// a "));
  const session = "fixtures/shop/src/session.ts";
  copy.write(session, copy.read(session).replace("15 * 60 * 1000", "8 * 3600 * 1000"));
  const names = ["evil", "session-timeout", "shop-languages"];
  const made = await run("report", ...names, "--format", "html", "--out", "report.html");
  assert.equal(made.code, 1, made.stderr);
  return pathToFileURL(`${copy.root}/report.html`).href;
}

interface Opened {
  readonly page: Page;
  /** Addresses of everything that was asked for. */
  readonly requests: string[];
  /** Complaints of the console, violations of the policy among them. */
  readonly complaints: string[];
}

async function open(
  browser: Browser,
  url: string,
  look: { readonly width?: number; readonly colorScheme?: "light" | "dark" } = {},
): Promise<Opened> {
  const { width = 1280, colorScheme = "light" } = look;
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(url);
  return { page, requests, complaints };
}

/** Ids of the steps that the filter leaves, in their order. */
async function shownSteps(page: Page): Promise<string[]> {
  return await page.locator(".step:not([hidden]) > summary > code").allTextContents();
}

/** The step whose summary has the focus; "" for anything else. */
async function focused(page: Page): Promise<string> {
  return await page.locator("summary:focus > code").evaluateAll((codes) =>
    codes.map((code) => code.textContent ?? "").join()
  );
}

async function press(page: Page, key: string, times: number): Promise<string[]> {
  const reached: string[] = [];
  for (let count = 0; count < times; count++) {
    await page.keyboard.press(key);
    reached.push(await focused(page));
  }
  return reached;
}

/** Contrast of every kind of text with what is behind it, as WCAG counts it: at least 4.5 can be read. */
const LOWEST_CONTRAST = `(() => {
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const channel = (value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const behind = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  const seen = [...document.querySelectorAll("body *")].filter((element) =>
    element.checkVisibility() && [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "")
  );
  return Math.min(...seen.map((element) => {
    const [a, b] = [light(parse(getComputedStyle(element).color)), light(behind(element))];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }));
})()`;

const STEPS = 3 + 6 + 9;

async function check(t: Deno.TestContext, browser: Browser, url: string): Promise<void> {
  await t.step("repository text stays text, and nothing is asked of the network", async () => {
    const { page, requests, complaints } = await open(browser, url);
    await page.keyboard.press("e");
    assert.equal(await page.title(), "frigg report");
    assert.equal(await page.locator("img").count(), 0);
    assert.equal(await page.locator("script").count(), 1);
    const said = await page.locator("main").innerText();
    for (const text of [SCRIPT_TEXT, IMAGE_TEXT]) assert(said.includes(text), text);
    assert.deepEqual(requests, [url]);
    assert.deepEqual(complaints, []);
    await page.close();
  });
  await t.step("every step is reached and opened by keyboard", async () => {
    const { page } = await open(browser, url);
    const all = await shownSteps(page);
    assert.equal(all.length, STEPS);
    assert.deepEqual(await press(page, "j", STEPS), all);
    assert.deepEqual(await press(page, "k", STEPS - 1), all.slice(0, -1).reverse());
    await page.locator("h1").click();
    const byTab = await press(page, "Tab", 4 * STEPS);
    assert.deepEqual(byTab.filter((id) => id !== "").slice(0, STEPS), all);
    await page.keyboard.press("c");
    assert.equal(await page.locator(".step[open]").count(), 0);
    await page.locator("summary").first().focus();
    await page.keyboard.press("Enter");
    assert.equal(await page.locator(".step[open]").count(), 1);
    await page.keyboard.press("e");
    assert.equal(await page.locator(".step[open]").count(), STEPS);
    await page.close();
  });
  await t.step("the filter leaves what it says", async () => {
    const { page } = await open(browser, url);
    await page.keyboard.press("/");
    await page.keyboard.type("session-timeout read_match");
    assert.deepEqual(await shownSteps(page), ["proof"]);
    assert.equal(await page.locator("#shown").textContent(), `1 of ${STEPS} steps`);
    assert.equal(await page.locator("section:not([hidden])").count(), 1);
    await page.keyboard.press("Escape");
    await page.locator("#verdict").selectOption("bad");
    assert.deepEqual(await shownSteps(page), ["rows", "quoted", "whole", "proof", "limit"]);
    await page.locator("#verdict").selectOption("good");
    assert.equal((await shownSteps(page)).length, STEPS - 5);
    await page.locator("#text").fill("no step says this");
    assert.deepEqual(await shownSteps(page), []);
    await page.close();
  });
  for (const width of [1280, 400]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await t.step(`${width} pixels, ${colorScheme}: fits, and can be read`, async () => {
        const { page } = await open(browser, url, { width, colorScheme });
        await page.keyboard.press("e");
        const wide = await page.evaluate("document.documentElement.scrollWidth");
        assert.equal(wide, width);
        const contrast = Number(await page.evaluate(LOWEST_CONTRAST));
        assert(contrast >= 4.5, `contrast ${contrast}`);
        await page.close();
      });
    }
  }
}

const chromium = await findChromium();
// In CI a missing browser is a failure; at a desk the rest of the tests is still worth running.
const isCi = Deno.env.get("CI") === "true";
if (chromium === undefined) {
  const bar = "=".repeat(80);
  // deno-lint-ignore no-console -- nobody must take the report for tested
  console.error(
    `${bar}\nNo Chromium: the HTML report is NOT tested. Install the package chromium.\n${bar}`,
  );
}

Deno.test({
  name: "the HTML report in a browser",
  ignore: chromium === undefined && !isCi,
  // The browser's own pipes outlive it by a moment.
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async (t) => {
    assert(chromium !== undefined, "CI has to test the report: install the package chromium");
    using copy = shopCheckout();
    const url = await driftedReport(copy);
    const browser = await startChromium(chromium);
    try {
      await check(t, browser, url);
    } finally {
      await browser.close();
    }
  },
});
