import assert from "node:assert/strict";
import { checkout, type Ended, frigg, shopCheckout } from "./frigg.ts";

const SOURCE = "fixtures/shop/src/session.ts";

Deno.test("verify proves, finds what moved, and relocates citations and report", async () => {
  using copy = shopCheckout();
  const run = (...args: readonly string[]): Promise<Ended> => frigg(args, { cwd: copy.root });
  // The absence in it rests on the whole tree, so it cannot survive an edit.
  const trace = "session-timeout";
  const claims = (await run("cite", trace)).stdout;
  const payload = JSON.parse(claims);
  const kept = payload.citations.slice(0, 3);
  copy.write(
    "cit.json",
    JSON.stringify({
      ...payload,
      citations: kept,
      answer: "One is in src/session.ts:36-40.",
      claims: [{ claim_id: "claim-001", text: "src/session.ts:37", citation_ids: ["cit-001"] }],
    }),
  );
  copy.write("report.md", "One is in src/session.ts:36-40. [cit-001] Two is not proved.\n");
  const exact = await run("verify", "cit.json");
  assert.deepEqual([exact.code, exact.stdout.match(/^exact /gm)?.length], [0, 3]);

  copy.write(SOURCE, `// new\n${copy.read(SOURCE)}`);
  const moved = await run("verify", "cit.json", "--json");
  assert.equal(moved.code, 1);
  const { ok, counts } = JSON.parse(moved.stdout);
  assert.deepEqual([ok, counts.moved], [false, 3]);
  assert.equal((await run("verify", "cit.json", "--allow", "moved")).code, 0);
  const report = await run("verify", "report.md", "--citations", "cit.json");
  assert.match(report.stdout, /^moved .*\[cit-001\].*-> repo-001:src\/session\.ts:37-41/m);
  assert.match(report.stdout, /^no evidence {2}Two is not proved\./m);

  const before = copy.read("cit.json");
  const patch = await run("verify", "report.md", "--citations", "cit.json", "--relocate");
  assert.match(patch.stdout, /^--- a\/cit\.json\n\+\+\+ b\/cit\.json$/m);
  assert.match(patch.stdout, /^\+One is in src\/session\.ts:37-41\. \[cit-001\]/m);
  const asJson = JSON.parse((await run("verify", "cit.json", "--relocate", "--json")).stdout);
  assert.deepEqual([asJson.ok, asJson.counts.moved], [true, 3]);
  assert.match(asJson.patch, /^--- a\/cit\.json\n/);
  const alone = await run("verify", "report.md");
  assert.match(alone.stderr, /name its citations with --citations FILE/);
  assert.equal(copy.read("cit.json"), before);
  await run("verify", "report.md", "--citations", "cit.json", "--relocate", "--write");
  const again = await run("verify", "report.md", "--citations", "cit.json");
  assert.equal(again.code, 0, again.stdout);
  const { claims: [claim], answer: said } = JSON.parse(copy.read("cit.json"));
  assert.deepEqual([claim.text, said], ["src/session.ts:38", "One is in src/session.ts:37-41."]);
});

Deno.test("verify ends with 2 for what is no payload, and with 3 for what is not there", async () => {
  using copy = shopCheckout();
  const run = (...args: readonly string[]): Promise<Ended> => frigg(args, { cwd: copy.root });
  copy.write("no.json", "{}");
  assert.equal((await run("verify", "no.json")).code, 2);
  const payload = JSON.parse((await run("cite", "session-timeout")).stdout);
  const [first] = payload.citations;
  const lying = { ...first, quote: { ...first.quote, exact: "another text" } };
  copy.write("lie.json", JSON.stringify({ ...payload, citations: [lying], claims: [] }));
  const refused = await run("verify", "lie.json");
  assert.deepEqual([refused.code, /does not have span_sha256/.test(refused.stderr)], [2, true]);
  const elsewhere = { ...first, repository_id: "repo-007" };
  copy.write("far.json", JSON.stringify({ ...payload, citations: [elsewhere], claims: [] }));
  assert.equal((await run("verify", "far.json")).code, 3);
  assert.equal((await run("verify", "absent.json")).code, 3);
  assert.equal((await run("verify", "no.json", "--write")).code, 2);
});

Deno.test("verify ends with 1 where nothing is cited", async () => {
  using copy = shopCheckout();
  const run = (...args: readonly string[]): Promise<Ended> => frigg(args, { cwd: copy.root });
  const payload = JSON.parse((await run("cite", "session-timeout")).stdout);
  copy.write("empty.json", JSON.stringify({ ...payload, citations: [], claims: [] }));
  copy.write("empty.md", "");
  copy.write("words.md", "Everything is fine.\n");
  for (const file of ["empty.json", "empty.md", "words.md"]) {
    const { code, stderr } = await run("verify", file);
    assert.deepEqual([code, stderr.split("\n")[0]], [
      1,
      `${file}: 0 citations: nothing is proved`,
    ]);
  }
});

Deno.test("a bare place in a report is unproven, and one without lines is gone", async () => {
  using repo = checkout({ "a.txt": "one\ntwo\n", "r.md": "a.txt:2 and a.txt:3 and b.txt:1.\n" });
  const { code, stdout } = await frigg(["verify", "r.md"], { cwd: repo.root });
  assert.equal(code, 1);
  assert.match(stdout, /^unproven +a\.txt:2 .*\ngone +a\.txt:3 .*\nmissing +b\.txt:1/);
});

Deno.test("cite counts columns on the cited files while they are as they were, and by the quote after", async () => {
  using copy = shopCheckout();
  const lsp = async (): Promise<{ columns: string; location: { uri: string } }> =>
    JSON.parse(
      (await frigg(["cite", "session-timeout", "--format", "lsp"], { cwd: copy.root })).stdout,
    )
      .locations[3];
  const before = await lsp();
  assert.equal(before.columns, "utf16");
  assert.equal(before.location.uri, new URL(`file://${copy.root}/${SOURCE}`).href);
  copy.write(SOURCE, `// new\n${copy.read(SOURCE)}`);
  const after = await lsp();
  assert.equal(after.location.uri, "frigg://repo-001/src/session.ts");
});
