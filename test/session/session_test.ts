import assert from "node:assert/strict";
import { PLAYBOOK_SCOPE_ID, Session } from "../../src/session/session.ts";

Deno.test("Session refuses a scope id of another form", () => {
  assert.throws(() => new Session("short"), RangeError);
  assert.equal(new Session(PLAYBOOK_SCOPE_ID, "playbook").scopeId, "0".repeat(32));
});

Deno.test("adopt() keeps the first place and the first default", () => {
  const { adoptions } = new Session(PLAYBOOK_SCOPE_ID);
  assert.equal(adoptions.defaultId, undefined);
  adoptions.adopt("a", { makeDefault: false });
  adoptions.adopt("b", { makeDefault: false });
  assert.equal(adoptions.defaultId, "a");
  adoptions.adopt("b", { makeDefault: true });
  assert.deepEqual(adoptions.adopted, ["a", "b"]);
  assert.equal(adoptions.defaultId, "b");
});
