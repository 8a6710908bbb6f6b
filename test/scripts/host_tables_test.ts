import assert from "node:assert/strict";
import { checksTable, placesTable } from "../../scripts/host_tables.ts";
import { HOSTS } from "../../src/hosts/registry.ts";

Deno.test("the tables of hosts have rows for each scope and host, one for each file that systems have", () => {
  const places = placesTable().split("\n");
  const cells = places.map((row) =>
    row.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "").trim())
  );
  assert.deepEqual(cells.find(([name]) => name === "`codex`"), [
    "`codex`",
    "project",
    "`PROJECT/.codex/config.toml`",
    "`[mcp_servers.frigg]`",
  ]);
  assert.equal(
    cells.find(([name]) => name === "`zed`")?.[2],
    "`PROJECT/.zed/settings.json`",
  );
  assert.deepEqual(
    cells.filter(([name, scope]) => name === "`zed`" && scope === "user (default)").map((row) =>
      row[2]
    ),
    ["`~/.config/zed/settings.json` (Linux, macOS)", "`%APPDATA%\\Zed\\settings.json` (Windows)"],
  );
  for (const { id, scopes } of HOSTS) {
    const rows = new Set(cells.filter(([name]) => name === `\`${id}\``).map(([, scope]) => scope));
    assert.equal(rows.size, scopes.length, id);
  }
  assert.equal(checksTable().split("\n").length, 2 + HOSTS.length);
});

Deno.test("the README leads to the guide of hosts", async () => {
  const readme = await Deno.readTextFile(new URL("../../README.md", import.meta.url));
  assert.match(readme, /\]\(docs\/hosts\.md\)/);
});
