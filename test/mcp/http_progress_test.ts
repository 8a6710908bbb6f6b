/** Over HTTP too a call is told how far the index is that it waits for, and /status tells of the build. */
import assert from "node:assert/strict";
import type { JsonObject } from "../../src/contract/json.ts";
import { asObject, list, object, pick } from "../support/json.ts";
import { beginSession, type HttpServed, readAnswer, serveHttp } from "../support/http.ts";
import { callMessage } from "../support/program.ts";
import { type TempRepo, tempRepo } from "../support/repo.ts";

const FILES = Object.fromEntries(
  Array.from({ length: 300 }, (_, n) => [`f${n}.ts`, `function f${n}() {}\n`.repeat(40)]),
);
const PLAYBOOK = {
  playbook_schema: "frigg.playbook.v1",
  playbook_id: "p",
  steps: [{ step_id: "find", tool_name: "search_text", params: { query: "late" } }],
};

/** Times that a build is tried to be seen. */
const ROUNDS = 10;

/** The messages that a call of a session is answered with, the answer last. */
async function messagesOf(
  { url }: HttpServed,
  session: string,
  message: JsonObject,
): Promise<JsonObject[]> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "mcp-session-id": session,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify(message),
  });
  const events = (await response.text()).matchAll(/^data: (\{.*)$/gm);
  return [...events].map(([, json = ""]): JsonObject => JSON.parse(json));
}

function withToken(message: JsonObject, progressToken: string): JsonObject {
  return { ...message, params: { ...object(message, "params"), _meta: { progressToken } } };
}

let touched = 0;

/** Every file gets bytes that it never had. */
function touchAll(repo: TempRepo): void {
  touched++;
  for (const [path, text] of Object.entries(FILES)) repo.write(path, `${text}// late ${touched}\n`);
}

Deno.test("over HTTP a call is told how far an index is, the first and a later one", async (t) => {
  using repo = tempRepo(FILES);
  await using server = serveHttp(repo.root);
  const session = await beginSession(server.url);
  const cases = [
    { name: "first", call: callMessage(1, "workspace", {}), before: () => {} },
    {
      name: "later",
      call: callMessage(2, "playbook_run", { playbook: PLAYBOOK }),
      before: () => touchAll(repo),
    },
  ];
  for (const { name, call, before } of cases) {
    await t.step(name, async () => {
      before();
      const messages = await messagesOf(server, session, withToken(call, name));
      const told = messages.slice(0, -1);
      assert(told.length > 0, "nothing was told");
      for (const message of told) {
        assert.equal(message["method"], "notifications/progress");
        assert.equal(object(message, "params")["progressToken"], name);
      }
      const answer = messages.at(-1) ?? {};
      assert.deepEqual([answer["id"], "result" in answer], [call["id"], true]);
    });
  }
});

Deno.test("/status tells of the build that runs", async (t) => {
  using repo = tempRepo(FILES);
  await using server = serveHttp(repo.root);
  const session = await beginSession(server.url);
  const tasks = async (): Promise<JsonObject[]> => {
    const { body } = await readAnswer(await fetch(new URL("/status", server.url)));
    return list(object(asObject(body), "runtime"), "active_tasks");
  };
  const cases = [
    { kind: "workspace_index", phase: "first_index", call: callMessage(1, "workspace", {}) },
    {
      kind: "changed_index",
      phase: "refresh",
      call: callMessage(2, "playbook_run", { playbook: PLAYBOOK }),
    },
  ];
  for (const { kind, phase, call } of cases) {
    await t.step(kind, async () => {
      const startMs = Date.now();
      let seen: JsonObject | undefined;
      // A build may be over before anybody asks: then there is another change.
      for (let round = 0; round < ROUNDS && seen === undefined; round++) {
        touchAll(repo);
        let runs = true;
        const answer = messagesOf(server, session, call).finally(() => runs = false);
        while (runs && seen === undefined) [seen] = await tasks();
        await answer;
      }
      assert(seen !== undefined, "no task was seen");
      assert.deepEqual(pick(seen, "kind", "phase", "status"), [kind, phase, "running"]);
      assert.equal(seen["task_id"], `${kind}-${seen["repository_id"]}`);
      const created = Number(seen["created_at_ms"]);
      assert(created >= startMs && created <= Date.now(), `${created}`);
    });
  }
  await t.step("none afterwards", async () => assert.deepEqual(await tasks(), []));
});
