/** The server that watches, as a host starts it. */
import assert from "node:assert/strict";
import type { JsonObject } from "../../src/contract/json.ts";
import { list, object, pick, text } from "../support/json.ts";
import { callMessage, INITIALIZE, RawServer } from "../support/program.ts";
import { checkout, frigg } from "./frigg.ts";

/** A server that a test talks to by calls. */
class Talk {
  readonly server: RawServer;
  #id = 0;

  constructor(args: readonly string[]) {
    this.server = new RawServer(args);
  }

  async begin(): Promise<void> {
    await this.server.send(...INITIALIZE);
    await this.server.answer(0);
  }

  async call(tool: string, args: JsonObject = {}): Promise<JsonObject> {
    await this.server.send(callMessage(++this.#id, tool, args));
    return object(object(await this.server.answer(this.#id), "result"), "structuredContent");
  }

  /** Calls `workspace` until it recommends this. */
  async until(action: string): Promise<JsonObject> {
    const endMs = Date.now() + 30_000;
    for (;;) {
      const answer = await this.call("workspace");
      if (answer["recommended_action"] === action) return answer;
      assert(Date.now() < endMs, JSON.stringify(answer));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async paths(query: string): Promise<string[]> {
    return list(await this.call("search_text", { query }), "matches").map((row) =>
      text(row, "path")
    );
  }
}

Deno.test("a server on standard input watches only if it is told to", async (t) => {
  const cases = [
    { name: "by default", args: [], watched: false },
    { name: "auto", args: ["--watch-mode", "auto"], watched: false },
    { name: "off", args: ["--watch-mode=off"], watched: false },
    { name: "on", args: ["--watch-mode", "on"], watched: true },
  ];
  for (const { name, args, watched } of cases) {
    await t.step(name, async () => {
      using repo = checkout({ "a.txt": "needle\n" });
      const talk = new Talk(["--workspace-root", repo.root, ...args]);
      await talk.begin();
      const answer = await talk.until("ready");
      assert.equal(answer["watch_active"], watched);
      const watch = object(object(answer, "repository"), "watch");
      assert.deepEqual(watch, { active: watched, lease_count: watched ? 1 : 0 });
      const continuous = object(object(answer, "freshness"), "continuous");
      assert.equal(continuous["state"] === "mode_off", !watched);
      assert.equal((await talk.server.end()).code, 0);
    });
  }
});

Deno.test("a watching server promises to wait for an edit, and keeps the promise", async () => {
  using repo = checkout({ "a.txt": "needle\n" });
  const times = ["--watch-debounce-ms", "300", "--watch-retry-ms", "500"];
  const talk = new Talk(["--workspace-root", repo.root, "--watch-mode", "on", ...times]);
  await talk.begin();
  await talk.until("ready");
  repo.write("b.txt", "needle\n");
  const answer = await talk.call("workspace");
  assert.deepEqual(pick(answer, "recommended_action", "changed_paths_since_snapshot"), [
    "wait_watch",
    ["b.txt"],
  ]);
  await talk.until("ready");
  assert.deepEqual(await talk.paths("needle"), ["a.txt", "b.txt"]);
  await talk.server.end();
});

Deno.test("two servers and the command line share one index", async () => {
  using repo = checkout({ "a.txt": "needle\n" });
  const args = ["--workspace-root", repo.root, "--watch-debounce-ms", "200"];
  const watching = new Talk([...args, "--watch-mode", "on"]);
  const plain = new Talk(args);
  await Promise.all([watching.begin(), plain.begin()]);
  // Both build the first index at the same time.
  await Promise.all([watching.until("ready"), plain.until("ready")]);
  assert.deepEqual(await watching.paths("needle"), ["a.txt"]);
  assert.deepEqual(await plain.paths("needle"), ["a.txt"]);
  for (const n of [1, 2, 3]) {
    repo.write(`new${n}.txt`, "needle\n");
    // What one of them builds, the other answers from.
    const { code } = await frigg(["index"], { cwd: repo.root });
    assert.equal(code, 0);
    await Promise.all([watching.until("ready"), plain.until("ready")]);
    const found = await plain.paths("needle");
    assert.equal(found.length, n + 1);
    assert.deepEqual(await watching.paths("needle"), found);
  }
  repo.write("last.txt", "needle\n");
  await watching.until("ready");
  await plain.until("ready");
  assert((await plain.paths("needle")).includes("last.txt"));
  assert.equal((await watching.server.end()).code, 0);
  assert.equal((await plain.server.end()).code, 0);
});

Deno.test("bad watch settings are wrong usage", async (t) => {
  const cases = [
    { args: ["--watch-mode", "always"], env: {} },
    { args: ["--watch-debounce-ms", "-1"], env: {} },
    { args: [], env: { FRIGG_WATCH_RETRY_MS: "soon" } },
    { args: [], env: { FRIGG_WATCH_MODE: "1" } },
  ];
  for (const { args, env } of cases) {
    await t.step(JSON.stringify({ args, env }), async () => {
      const { code, stdout, stderr } = await frigg(args, { env });
      assert.deepEqual([code, stdout], [2, ""]);
      assert.match(stderr, /watch-|FRIGG_WATCH_/);
    });
  }
});
