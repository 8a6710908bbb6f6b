import assert from "node:assert/strict";
import { checksTable, placesTable } from "../../scripts/host_tables.ts";
import { HOSTS } from "../../src/hosts/registry.ts";

Deno.test("the tables of hosts have a row for each scope and host, with a file for each system", () => {
  const places = placesTable().split("\n");
  assert.equal(places.length, 2 + HOSTS.flatMap(({ scopes }) => scopes).length);
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
  assert.equal(
    cells.findLast(([name]) => name === "`zed`")?.[2],
    "Linux, macOS: `~/.config/zed/settings.json`; Windows: `%APPDATA%\\Zed\\settings.json`",
  );
  assert.equal(checksTable().split("\n").length, 2 + HOSTS.length);
});

Deno.test("the README leads to the guide of hosts", async () => {
  const readme = await Deno.readTextFile(new URL("../../README.md", import.meta.url));
  assert.match(readme, /\]\(docs\/hosts\.md\)/);
});
