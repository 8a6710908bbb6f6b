import assert from "node:assert/strict";
import { Listings } from "../../src/platform/listings.ts";
import { joinPath } from "../../src/platform/os_paths.ts";

const HOUR_MS = 3_600_000;

function namesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

const CHANGES = [
  { name: "nothing changed", change: (): void => {}, reads: 1 },
  {
    name: "a file came",
    change: (at: (path: string) => string): void => Deno.writeTextFileSync(at("c"), ""),
    reads: 2,
  },
  {
    name: "a file went",
    change: (at: (path: string) => string): void => Deno.removeSync(at("b")),
    reads: 2,
  },
  {
    name: "a file became a folder",
    change: (at: (path: string) => string): void => {
      Deno.removeSync(at("b"));
      Deno.mkdirSync(at("b"));
    },
    reads: 2,
  },
  {
    name: "a file changed its content alone",
    change: (at: (path: string) => string): void => Deno.writeTextFileSync(at("b"), "text"),
    reads: 1,
  },
];

Deno.test("get() reads a folder again when its entries change", async (t) => {
  for (const { name, change, reads } of CHANGES) {
    await t.step(name, () => {
      const top = Deno.makeTempDirSync({ prefix: "frigg-test-" });
      try {
        const at = (path: string): string => joinPath(top, path);
        for (const path of ["a", "b"]) Deno.writeTextFileSync(at(path), "");
        // So long ago that its times have moved on when it changes.
        Deno.utimeSync(top, 1, 1);
        const listings = new Listings<string[]>(() => Date.now() + HOUR_MS);
        let count = 0;
        const read = (folder: string): string[] => {
          count++;
          return namesIn(folder);
        };
        assert.deepEqual(listings.get(top, read), ["a", "b"]);
        change(at);
        assert.deepEqual(listings.get(top, read), namesIn(top));
        assert.equal(count, reads);
      } finally {
        Deno.removeSync(top, { recursive: true });
      }
    });
  }
});

Deno.test("get() does not trust a folder that changed a moment ago", () => {
  const top = Deno.makeTempDirSync({ prefix: "frigg-test-" });
  try {
    const listings = new Listings<string[]>(Date.now);
    let count = 0;
    const read = (folder: string): string[] => {
      count++;
      return namesIn(folder);
    };
    listings.get(top, read);
    listings.get(top, read);
    assert.equal(count, 2);
  } finally {
    Deno.removeSync(top, { recursive: true });
  }
});
