import assert from "node:assert/strict";
import { type NextAction, normalizeActions } from "../../src/contract/next_actions.ts";

function action(id: string, over: Partial<NextAction> = {}): NextAction {
  return {
    id,
    role: "inspect",
    order: 1,
    dependencies: [],
    tool: "search_text",
    arguments: { query: id },
    reason: "Because",
    ...over,
  };
}

const after = (...ids: string[]): Partial<NextAction> => ({
  order: 2,
  dependencies: [{ mode: "all", action_ids: ids }],
});

const CASES: { name: string; actions: NextAction[]; want: string[] }[] = [
  {
    name: "sorts by order, role, id",
    actions: [
      action("c", { order: 2 }),
      action("b", { role: "diagnose" }),
      action("a2"),
      action("a1"),
      action("z", { role: "proof_read" }),
    ],
    want: ["z", "a1", "a2", "b", "c"],
  },
  { name: "drops a blank id", actions: [action(" "), action("a")], want: ["a"] },
  { name: "drops a blank reason", actions: [action("a", { reason: "" })], want: [] },
  {
    name: "drops a second action of one id",
    actions: [action("a"), action("a", { order: 3, arguments: { query: "other" } })],
    want: ["a"],
  },
  {
    name: "keeps a sound group",
    actions: [action("a"), action("b", after("a"))],
    want: ["a", "b"],
  },
  { name: "drops an empty group", actions: [action("b", after())], want: [] },
  { name: "drops an unknown dependency", actions: [action("b", after("a"))], want: [] },
  {
    name: "drops a dependency of the same order",
    actions: [action("a", { order: 2 }), action("b", after("a"))],
    want: ["a"],
  },
  { name: "drops a group on itself", actions: [action("b", after("b"))], want: [] },
  {
    name: "drops a group with a repeated id",
    actions: [action("a"), action("b", after("a", "a"))],
    want: ["a"],
  },
  {
    name: "keeps the first of two equal calls",
    actions: [
      action("a", { arguments: { query: "x", limit: 1 } }),
      action("b", { arguments: { limit: 1, query: "x" } }),
    ],
    want: ["a"],
  },
  {
    name: "drops what depended on a collapsed action, however deep",
    actions: [
      action("a"),
      action("b", { arguments: { query: "a" } }),
      action("c", after("b")),
      action("d", { order: 3, dependencies: [{ mode: "any", action_ids: ["c"] }] }),
    ],
    want: ["a"],
  },
  {
    name: "keeps eight",
    actions: Array.from({ length: 12 }, (_, i) => action(`a${String(i).padStart(2, "0")}`)),
    want: ["a00", "a01", "a02", "a03", "a04", "a05", "a06", "a07"],
  },
];

Deno.test("normalizeActions()", async (t) => {
  for (const { name, actions, want } of CASES) {
    await t.step(name, () => {
      assert.deepEqual(normalizeActions(actions, () => true).map(({ id }) => id), want);
    });
  }
});

Deno.test("normalizeActions() omits calls that the live surface would refuse", () => {
  const live = (tool: string): boolean => tool === "search_text";
  const actions = [action("a"), action("b", { tool: "gone" })];
  assert.deepEqual(normalizeActions(actions, live).map(({ id }) => id), ["a"]);
});
