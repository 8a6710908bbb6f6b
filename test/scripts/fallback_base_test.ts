import assert from "node:assert/strict";
import { cutBase } from "../../scripts/fallback_base.ts";
import { exists } from "../../scripts/exists.ts";

Deno.test("cutBase() refuses a base with another digest", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const donor = new Uint8Array(128);
    donor.set([0x7f, 0x45, 0x4c, 0x46, 2, 1]);
    donor[0x28] = 64;
    await Deno.writeFile(`${folder}/donor`, donor);
    await assert.rejects(
      cutBase(`${folder}/donor`, `${folder}/base`),
      /its SHA-256 is [0-9a-f]{64}, not/,
    );
    assert.equal(await exists(`${folder}/base`), false);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
