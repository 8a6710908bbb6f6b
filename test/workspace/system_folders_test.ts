import assert from "node:assert/strict";
import { defaultRoot } from "../../src/workspace/roots.ts";
import { isSystemFolder } from "../../src/workspace/system_folders.ts";

const CASES: readonly (readonly [path: string, isSystem: boolean])[] = [
  ["/usr", true],
  ["/usr/bin", true],
  ["/usr/share/doc", true],
  ["/etc", true],
  ["/etc/ssl", true],
  ["/tmp", true],
  ["/private/tmp", true],
  ["/home", true],
  ["/Users", true],
  ["/System/Library", true],
  ["/opt", true],
  ["C:\\Windows", true],
  ["c:\\windows\\system32", true],
  ["C:\\Program Files\\Host", true],
  ["C:\\Users", true],
  // Where people, containers and CI keep projects.
  ["/home/ada/shop", false],
  ["/Users/ada", false],
  ["/usr/src/app", false],
  ["/usr/local/src/shop", false],
  ["/opt/shop", false],
  ["/tmp/shop", false],
  ["/private/var/folders/x/T/shop", false],
  ["/app", false],
  ["/workspace", false],
  ["/etcetera", false],
  ["/run/media/ada/disk", false],
  ["C:\\Users\\ada\\shop", false],
  ["C:\\Windows.old", false],
  ["D:\\shop", false],
];

Deno.test("folders of the system are told from those where projects are", async (t) => {
  for (const [path, isSystem] of CASES) {
    await t.step(path, () => assert.equal(isSystemFolder(path), isSystem));
  }
});

Deno.test("a folder of the system is no default root", () => {
  for (const cwd of ["/usr", "/usr/bin", "/etc"]) {
    const find = (): string => defaultRoot({ cwd, home: undefined });
    assert.throws(find, /is a folder of the system, and not in a git work tree/);
  }
});
