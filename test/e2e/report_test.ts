import assert from "node:assert/strict";
import { XMLValidator } from "fast-xml-parser";
import { sarifProblems } from "../support/sarif.ts";
import { type Ended, frigg, shopCheckout } from "./frigg.ts";

Deno.test("replay writes every report that is asked for, and report makes one", async () => {
  using copy = shopCheckout();
  const run = (...args: readonly string[]): Promise<Ended> =>
    frigg(args, { cwd: copy.root, env: { CI: "true" } });
  const source = "fixtures/shop/src/session.ts";
  copy.write(source, copy.read(source).replace("15 * 60 * 1000", "8 * 3600 * 1000"));
  const formats = ["text", "json", "markdown", "junit", "sarif", "html"];
  const flags = formats.flatMap((format) => ["--report", `${format}=out/new/report.${format}`]);
  const replay = await run("playbook", "replay", "session-timeout", ...flags);
  assert.equal(replay.code, 1, replay.stderr);
  assert.match(copy.read("out/new/report.text"), /^drift {2}session-timeout/);
  assert.equal(JSON.parse(copy.read("out/new/report.json")).playbooks[0].verdict, "drift");
  assert.match(copy.read("out/new/report.markdown"), /\| session-timeout \| drift \|/);
  assert.equal(XMLValidator.validate(copy.read("out/new/report.junit")), true);
  assert.deepEqual(sarifProblems(JSON.parse(copy.read("out/new/report.sarif"))), []);
  assert.match(copy.read("out/new/report.html"), /8 \* 3600 \* 1000/);
  const report = await run("report", "session-timeout", "--format", "html");
  assert.equal(report.code, 1);
  assert.equal(report.stdout, copy.read("out/new/report.html"));
  assert.equal(copy.exists("playbooks/session-timeout.trace.new.json"), false);
});

Deno.test("report shows a trace as it was recorded; unknown formats are refused before anything runs", async () => {
  using copy = shopCheckout();
  const trace = "playbooks/session-timeout.trace.json";
  const shown = await frigg(["report", trace], { cwd: copy.root });
  assert.deepEqual([shown.code, shown.stdout.split("\n")[0]], [0, "recorded  session-timeout"]);
  for (const word of ["pdf=x.pdf", "html", "html=", "html=-"]) {
    const refused = await frigg(["playbook", "replay", "--report", word], { cwd: copy.root });
    assert.deepEqual([refused.code, refused.stdout], [2, ""]);
  }
});
