import assert from "node:assert/strict";
import { asItLooks } from "../../src/workspace/look_alikes.ts";

const CASES = [
  { name: "plain", path: "src/a.ts", want: "src/a.ts" },
  { name: "backslashes", path: "..\\a", want: "../a" },
  { name: "full-width forms", path: "\uff0e\uff0e\uff0fa", want: "../a" },
  { name: "full-width backslash", path: "..\uff3ca", want: "../a" },
  { name: "small forms", path: "\ufe52\ufe52\ufe68a", want: "../a" },
  { name: "leaders", path: "\u2025/\u2024\u2024/a", want: "../../a" },
  { name: "slashes of mathematics", path: "..\u2215..\u2044..\u29f8a", want: "../../../a" },
  { name: "diagonals", path: "..\u2571..\u27cba", want: "../../a" },
  { name: "other letters", path: "größe/日本.ts", want: "größe/日本.ts" },
];

Deno.test("asItLooks() takes characters for what they look like", async (t) => {
  for (const { name, path, want } of CASES) {
    await t.step(name, () => assert.equal(asItLooks(path), want));
  }
});
