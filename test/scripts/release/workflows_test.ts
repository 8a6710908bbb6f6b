import assert from "node:assert/strict";
import { parse } from "yaml";
import denoJson from "../../../deno.json" with { type: "json" };
import { PLATFORMS } from "../../../scripts/release/platforms.ts";
import { toJsonObject } from "../../../src/contract/json.ts";
import { list, object } from "../../support/json.ts";

async function workflow(name: string): Promise<ReturnType<typeof toJsonObject>> {
  const url = new URL(`../../../.github/workflows/${name}`, import.meta.url);
  return toJsonObject(parse(await Deno.readTextFile(url)));
}

Deno.test("the release builds every platform with the pinned Deno", async () => {
  const jobs = object(await workflow("release.yml"), "jobs");
  const build = object(jobs, "build");
  const matrix = object(object(build, "strategy"), "matrix");
  assert.deepEqual(
    list(matrix, "include").map(({ target }) => target),
    PLATFORMS.map(({ target }) => target),
  );
  const used = Object.keys(jobs).flatMap((job) => list(object(jobs, job), "steps"));
  const deno = used.filter(({ uses }) => String(uses).startsWith("denoland/setup-deno"));
  assert.equal(deno.length, 2);
  for (const step of deno) assert.deepEqual(step["with"], { "deno-version": "2.9.6" });
  assert.deepEqual(object(jobs, "publish")["needs"], ["build", "test"]);
});

Deno.test("workflows call tasks that exist, and may write only where they publish", async () => {
  for (const name of ["release.yml", "ci.yml"]) {
    const whole = await workflow(name);
    assert.deepEqual(whole["permissions"], { contents: "read" });
    const jobs = object(whole, "jobs");
    for (const [id, job] of Object.entries(jobs)) {
      const own = object(jobs, id);
      assert.equal("permissions" in own, id === "publish", JSON.stringify(job));
      for (const { run } of list(own, "steps")) {
        const task = /deno task ([a-z:]+)/.exec(String(run))?.[1];
        assert(task === undefined || task in denoJson.tasks, task);
      }
    }
  }
});
