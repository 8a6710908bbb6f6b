import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { REPORT_FORMATS } from "../../../src/playbook/report/formats.ts";
import { reportAsSarif } from "../../../src/playbook/report/sarif.ts";
import { sarifProblems } from "../../support/sarif.ts";
import { HOSTILE, sample } from "./sample.ts";

async function format(name: string): Promise<string> {
  return await REPORT_FORMATS.get(name)?.(sample()) ?? "";
}

Deno.test("a report counts verdicts, and shows steps that ran, failed and are gone", () => {
  const { counts, playbooks: [drift, recorded, broken] } = sample();
  assert.deepEqual(counts, { drift: 1, recorded: 1, invalid: 1 });
  assert.deepEqual(drift?.steps.map(({ step_id, verdict }) => [step_id, verdict]), [
    ["first", "output_differs"],
    ["second", "same"],
    ["old", "extra"],
  ]);
  assert.deepEqual(drift?.steps[0]?.changes.map(({ location }) => location), [
    { path: "src/a b.ts", line: 7, end_line: 8 },
    { repository: "repo-001", path: "src/b.ts", line: 4 },
  ]);
  assert.deepEqual(recorded?.steps.map(({ verdict }) => verdict), ["recorded", "recorded"]);
  assert.equal(broken?.steps.length, 0);
});

Deno.test("the JUnit report parses, says the same text, and counts what it holds", async () => {
  const xml = await format("junit");
  assert.equal(XMLValidator.validate(xml), true);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "",
    parseAttributeValue: false,
    htmlEntities: true,
  });
  const { testsuites } = parser.parse(xml);
  assert.deepEqual([testsuites.tests, testsuites.failures, testsuites.errors], ["6", "2", "1"]);
  const [drift, recorded, broken] = testsuites.testsuite;
  assert.equal(
    drift.name,
    HOSTILE.replace("\u202e", "\\u202e").replace("\u0007", "\\u0007").toWellFormed(),
  );
  assert.deepEqual(
    drift.testcase.map(({ failure }: { failure?: { type: string } }) => failure?.type),
    [
      "output_differs",
      undefined,
      "extra",
    ],
  );
  assert.equal(recorded.failures, "0");
  assert.equal(broken.testcase.error.type, "invalid");
});

Deno.test("the SARIF report is valid and stands at the source", async () => {
  const log = JSON.parse(await format("sarif"));
  assert.deepEqual(sarifProblems(log), []);
  const [{ results, invocations: [{ executionSuccessful }] }] = log.runs;
  assert.equal(executionSuccessful, false);
  assert.deepEqual(results.map(({ ruleId }: { ruleId: string }) => ruleId), [
    "source_changed",
    "row_removed",
    "expectation_failed",
  ]);
  const [{ physicalLocation }] = results[0].locations;
  assert.deepEqual(physicalLocation, {
    artifactLocation: { uri: "src/a%20b.ts" },
    region: { startLine: 7, endLine: 8 },
  });
  // What is nowhere in the source stands at its playbook: hosts refuse a result without a place.
  const places = results.map(({ locations }: { locations: unknown[] }) => locations.length);
  assert.deepEqual(places, [1, 1, 1]);
});

Deno.test("the SARIF report counts paths from where it is made", () => {
  const [first] = sample().playbooks;
  assert(first !== undefined);
  const playbooks = [{ ...first, file: "playbooks/a.playbook.yaml", root: "shop" }];
  const log = JSON.parse(reportAsSarif({ ...sample(), playbooks }));
  interface Result {
    readonly locations: { readonly physicalLocation: { artifactLocation: { uri: string } } }[];
  }
  assert.deepEqual(
    log.runs[0].results.flatMap(({ locations }: Result) =>
      locations.map(({ physicalLocation }) => physicalLocation.artifactLocation.uri)
    ),
    ["shop/src/a%20b.ts", "shop/src/b.ts", "playbooks/a.playbook.yaml"],
  );
});

/** Tags that the report is made of; `img`, for one, is none of them. */
const TAGS =
  "html head meta title style body header h1 h2 h3 h4 p nav input select option span main section details summary " +
  "code pre mark div strong table thead tbody tr th td ul li script";
const ATTRIBUTES =
  "lang charset http-equiv content name class id type placeholder aria-label value role data-steps data-good open";

Deno.test("the HTML report holds no markup but its own", async () => {
  const html = await format("html");
  const style = /<style>([^]*?)<\/style>/.exec(html)?.[1] ?? "";
  const script = /<script>([^]*?)<\/script>/.exec(html)?.[1] ?? "";
  const markup = html.replace(style, "").replace(script, "").replace("<!doctype html>", "");
  const tags = [...markup.matchAll(/<\/?([^\s>/]*)([^>]*)>/g)];
  assert(tags.length > 100);
  assert.deepEqual(tags.filter(([, name = ""]) => !TAGS.split(" ").includes(name)), []);
  const names = tags.flatMap(([, , rest = ""]) =>
    [...rest.replace(/="[^"]*"/g, "=").matchAll(/[^\s=]+/g)].map(([name]) => name)
  );
  assert.deepEqual(names.filter((name) => !ATTRIBUTES.split(" ").includes(name)), []);
  assert.equal(html.match(/<script/g)?.length, 1);
  assert.doesNotMatch(html, /(?![\n\t])[\p{Cc}\u202e]/u);
  assert.match(html, /&lt;script&gt;document\.title/);
});

Deno.test("the HTML report lets nothing run but its own script, and asks no network", async () => {
  const html = await format("html");
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? "";
  const hash = (tag: string): string => {
    const text = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(html)?.[1] ?? "";
    return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  };
  assert.match(policy, /^default-src 'none';/);
  assert(policy.includes(`script-src ${hash("script")};`), policy);
  assert(policy.includes(`style-src ${hash("style")};`), policy);
  assert.doesNotMatch(html, /\b(?:src|href)="|url\(|@import/);
});

Deno.test("the HTML report marks cited source by line, and shows both sides of a change", async () => {
  const html = await format("html");
  assert.match(
    html,
    /<span class="no">6<\/span><span class="soft">…<\/span>above\n<span class="no">7<\/span>/,
  );
  assert.match(html, /<span class="no">8<\/span><mark>x<\/mark>/);
  assert.match(html, /<h4>expected<\/h4>[^]*<h4>actual<\/h4>[^]*<span class="new">new<\/span>/);
});

Deno.test("the Markdown report keeps hostile text in its cells and blocks, and fits a comment", async () => {
  const markdown = await format("markdown");
  const rows = markdown.split("\n").filter((line) => line.startsWith("| "));
  assert.equal(rows.length, 5);
  assert(rows.every((row) => row.match(/(?<!\\)\|/g)?.length === 5), rows.join("\n"));
  assert(rows.every((row) => !/(?<!\\)[<`]|@/.test(row)));
  assert.match(markdown, /^````diff$/m);
  const { playbooks: [first] } = sample();
  assert(first !== undefined);
  const many = { ...sample(), playbooks: Array.from({ length: 200 }, () => first) };
  const long = await REPORT_FORMATS.get("markdown")?.(many) ?? "";
  assert(long.length < 65_536, `${long.length}`);
  assert.match(long, /more differences do not fit/);
});

Deno.test("the text report shows no control characters", async () => {
  assert.doesNotMatch(await format("text"), /(?![\n\t])[\p{Cc}\u202e]/u);
});
