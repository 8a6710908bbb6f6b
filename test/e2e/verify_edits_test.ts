/** Thirty citations, a series of edits, and the rung on which each of them then stands. */
import assert from "node:assert/strict";
import { XMLParser } from "fast-xml-parser";
import { sarifProblems } from "../support/sarif.ts";
import { type Checkout, checkout, frigg } from "./frigg.ts";

/** Seven lines of source that no other file has. */
function source(name: string): string {
  const line = (n: number): string =>
    `export const ${name}${n} = "${name} says the number ${n}";\n`;
  return [1, 2, 3, 4, 5, 6, 7].map(line).join("");
}

const NAMES = [
  "same",
  "above",
  "middle",
  "giver",
  "twice",
  "gone",
  "missing",
  "crlf",
  "renamed",
  "copied",
] as const;

/** Each edit by itself; `read` and `write` are of the file named first. */
function edit(copy: Checkout): void {
  const lines = (name: string): string[] => copy.read(`src/${name}.ts`).split(/(?<=\n)/);
  const write = (name: string, text: string): void => copy.write(`src/${name}.ts`, text);
  const remove = (name: string): void => Deno.removeSync(`${copy.root}/src/${name}.ts`);
  // Insert above everything, and in the middle.
  write("above", `// new\n// lines\n${lines("above").join("")}`);
  write("middle", lines("middle").toSpliced(3, 0, "// new\n").join(""));
  // Move lines 2 to 4 to another file.
  const giver = lines("giver");
  write("taker", `// taken\n${giver.slice(1, 4).join("")}`);
  write("giver", giver.toSpliced(1, 3).join(""));
  // Duplicate a whole file behind itself, away from where it stood.
  write("twice", `// twice\n${lines("twice").join("")}// twice\n${lines("twice").join("")}`);
  // Rewrite what lines 2 to 5 say; the others stay.
  write(
    "gone",
    lines("gone").map((line, at) => at < 1 || at > 4 ? line : line.toUpperCase()).join(""),
  );
  remove("missing");
  write("crlf", lines("crlf").join("").replaceAll("\n", "\r\n"));
  write("other_name", lines("renamed").join(""));
  remove("renamed");
  // A copy elsewhere takes nothing from what still stands in its place.
  write("copy", lines("copied").join(""));
}

/** What is cited, the rung after the edits, and where it stands then. */
const CITED: readonly (readonly [place: string, status: string, now?: string])[] = [
  ["same:1-7", "exact"],
  ["same:2", "exact"],
  ["same:4-6", "exact"],
  ["above:1-7", "moved", "above:3-9"],
  ["above:2-4", "moved", "above:4-6"],
  ["above:7", "moved", "above:9"],
  ["middle:1-3", "exact_span"],
  ["middle:2", "exact_span"],
  ["middle:4-5", "moved", "middle:5-6"],
  ["middle:7", "moved", "middle:8"],
  ["middle:3-4", "gone"],
  ["giver:1", "exact_span"],
  ["giver:2-4", "moved", "taker:2-4"],
  ["giver:3", "moved", "taker:3"],
  ["giver:5-7", "moved", "giver:2-4"],
  ["giver:1-2", "gone"],
  ["twice:1-7", "ambiguous", "twice:2-8, twice:10-16"],
  ["twice:3-5", "ambiguous", "twice:4-6, twice:12-14"],
  ["twice:4", "ambiguous", "twice:5, twice:13"],
  ["gone:2-4", "gone"],
  ["gone:1-2", "gone"],
  ["gone:6-7", "exact_span"],
  ["missing:1-7", "missing"],
  ["missing:3", "missing"],
  ["crlf:2", "exact_span"],
  ["crlf:2-4", "gone"],
  ["renamed:1-7", "moved", "other_name:1-7"],
  ["renamed:2-3", "moved", "other_name:2-3"],
  ["renamed:5", "moved", "other_name:5"],
  ["copied:3-4", "exact"],
];

/** Rungs that no relocating mends. */
const LOST = ["ambiguous", "gone", "missing"];

const PLAYBOOK = `playbook_id: cited
steps:
${CITED.map(([place], at) => readStep(place, at)).join("")}`;

function readStep(place: string, at: number): string {
  const [, name, start, end = start] = /^(\w+):(\d+)(?:-(\d+))?$/.exec(place) ?? [];
  const params = `{ path: src/${name}.ts, start_line: ${start}, end_line: ${end} }`;
  return `  - step_id: read-${at + 1}\n    tool_name: read_file\n    params: ${params}\n`;
}

interface Verified {
  readonly status: string;
  readonly place: string;
  readonly places?: readonly {
    readonly path: string;
    readonly span: { readonly start_line: number; readonly end_line: number };
  }[];
}

/** As the table writes it. */
function row({ status, place, places = [] }: Verified): readonly string[] {
  const short = (text: string): string => text.replace(/^(?:repo-001:)?src\/(\w+)\.ts/, "$1");
  const now = places.map(({ path, span: { start_line: start, end_line: end } }) =>
    short(`${path}:${start === end ? start : `${start}-${end}`}`)
  );
  return [short(place), status, ...(now.length === 0 ? [] : [now.join(", ")])];
}

/** A program's output without its line end. */
async function said(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { stdout, success } = await new Deno.Command(program, { args: [...args], cwd }).output();
  assert(success, `${program} ${args.join(" ")}`);
  return new TextDecoder().decode(stdout).trim();
}

Deno.test("thirty citations stand where a series of edits left them", async (t) => {
  using copy = checkout({
    ...Object.fromEntries(NAMES.map((name) => [`src/${name}.ts`, source(name)])),
    "playbooks/.ignore": "*\n",
    "playbooks/cited.playbook.yaml": PLAYBOOK,
  });
  const run = (...args: readonly string[]): ReturnType<typeof frigg> =>
    frigg(args, { cwd: copy.root });
  assert.equal((await run("playbook", "replay")).code, 1);
  assert.equal((await run("playbook", "accept", "cited")).code, 0);
  const cited = await run("cite", "cited");
  assert.equal(cited.code, 0, cited.stderr);
  const payload = JSON.parse(cited.stdout);
  copy.write("playbooks/all.json", cited.stdout);
  const verify = async (file: string): Promise<{ code: number; rows: (readonly string[])[] }> => {
    const { code, stdout } = await run("verify", `playbooks/${file}`, "--json");
    const { citations }: { citations: readonly Verified[] } = JSON.parse(stdout);
    return { code, rows: citations.map(row) };
  };

  await t.step("digests are those of sha256sum and git hash-object", async () => {
    assert.equal(payload.citations.length, 30);
    for (const { path, content, swhid, span } of payload.citations) {
      const [sha256 = ""] = (await said("sha256sum", [path], copy.root)).split(" ");
      const blob = await said("git", ["hash-object", "--no-filters", path], copy.root);
      const bytes = new TextEncoder().encode(copy.read(path)).length;
      assert.deepEqual(content, { sha256, git_blob: blob, bytes });
      const lines = `${span.start_line}-${span.end_line}`;
      assert.equal(swhid, `swh:1:cnt:${blob};path=/${path};lines=${lines}`);
    }
  });
  await t.step("before the edits all are exact", async () => {
    const { code, rows } = await verify("all.json");
    assert.deepEqual([code, rows], [0, CITED.map(([place]) => [place, "exact"])]);
  });
  await t.step("after the edits each has its rung", async () => {
    edit(copy);
    const { code, rows } = await verify("all.json");
    assert.deepEqual(rows, CITED);
    assert.equal(code, 1);
  });
  await t.step("relocating mends what moved and leaves the rest as it was", async () => {
    const relocated = await run("verify", "playbooks/all.json", "--relocate", "--write");
    assert.equal(relocated.code, 1);
    const { code, rows } = await verify("all.json");
    assert.equal(code, 1);
    assert.deepEqual(
      rows,
      CITED.map((one) => one[1] === "moved" ? [one[2] ?? "", "exact"] : one),
    );
  });
  await t.step("without what is lost, the verify after relocating exits with 0", async () => {
    const kept = payload.citations.filter((_: unknown, at: number) =>
      !LOST.includes(CITED[at]?.[1] ?? "")
    );
    const ids = new Set(kept.map(({ citation_id }: { citation_id: string }) => citation_id));
    const claims = payload.claims.filter(({ citation_ids }: { citation_ids: string[] }) =>
      citation_ids.every((id) => ids.has(id))
    );
    copy.write("playbooks/kept.json", JSON.stringify({ ...payload, claims, citations: kept }));
    assert.equal((await verify("kept.json")).code, 1);
    const relocated = await run("verify", "playbooks/kept.json", "--relocate", "--write");
    assert.equal(relocated.code, 0, relocated.stderr);
    const { code, rows } = await verify("kept.json");
    assert.deepEqual([code, rows.length], [0, kept.length]);
  });
  await t.step("SARIF is valid, and JUnit tells every step that drifted", async () => {
    const sarif = JSON.parse((await run("cite", "cited", "--format", "sarif")).stdout);
    assert.deepEqual(sarifProblems(sarif), []);
    assert.equal(sarif.runs[0].results.length, 30);
    const report = await run("report", "cited", "--format", "sarif");
    assert.deepEqual(sarifProblems(JSON.parse(report.stdout)), []);
    const { stdout } = await run("report", "cited", "--format", "junit");
    const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "" });
    const { testsuites } = parser.parse(stdout, true);
    const cases: { name: string; failure?: unknown }[] = testsuites.testsuite.testcase;
    assert.equal(cases.length, 30);
    assert.equal(String(testsuites.testsuite.tests), "30");
    const failed = cases.filter(({ failure }) => failure !== undefined).length;
    assert.equal(String(testsuites.testsuite.failures), String(failed));
    assert.deepEqual(cases.filter(({ failure }) => failure === undefined).map(({ name }) => name), [
      "read-1",
      "read-2",
      "read-3",
      "read-30",
    ]);
  });
});
