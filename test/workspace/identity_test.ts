import assert from "node:assert/strict";
import { aliasOf, displayName, idOfAlias, repositoryId } from "../../src/workspace/identity.ts";

const IDS = [
  { root: "/home/me/My App", want: "my-app-2d98f8ecef06" },
  { root: "/srv/--a__b--", want: "a-b-9f7d4ad42aa7" },
  { root: "/srv/été", want: "t-68080cb1f4be" },
  { root: "/srv/...", want: "repo-5f681403b674" },
  { root: "/", want: "repo-8a5edab28263" },
];

Deno.test("repositoryId()", async (t) => {
  for (const { root, want } of IDS) {
    await t.step(root, () => assert.equal(repositoryId(root), want));
  }
});

Deno.test("displayName() is the folder's name", () => {
  assert.deepEqual(["/home/me/My App", "/"].map(displayName), ["My App", "/"]);
});

Deno.test("aliases stand for adopted repositories in their order", async (t) => {
  const adopted = ["a-1", "b-2"];
  const cases = [
    { alias: "repo-001", want: "a-1" },
    { alias: "repo-002", want: "b-2" },
    { alias: "repo-003", want: undefined },
    { alias: "repo-000", want: undefined },
    { alias: "repo-0001", want: undefined },
    { alias: "repo-1", want: undefined },
    { alias: "a-1", want: undefined },
  ];
  for (const { alias, want } of cases) {
    await t.step(alias, () => assert.equal(idOfAlias(alias, adopted), want));
  }
  assert.deepEqual([0, 99, 999].map(aliasOf), ["repo-001", "repo-100", "repo-1000"]);
});
