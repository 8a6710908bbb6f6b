import assert from "node:assert/strict";
import { caseVariants } from "../../../src/search/regex/fold.ts";

const CASES = [
  { name: "ASCII", of: "a", want: "Aa" },
  { name: "k has the Kelvin sign", of: "K", want: "Kk\u212a" },
  { name: "s has the long s", of: "s", want: "Ssſ" },
  { name: "three sigmas", of: "ς", want: "Σςσ" },
  { name: "sharp s", of: "ß", want: "ßẞ" },
  { name: "i is neither dotless nor dotted", of: "i", want: "Ii" },
  { name: "dotless i stands alone", of: "ı", want: "ı" },
  { name: "title case", of: "ǆ", want: "Ǆǅǆ" },
  { name: "a ligature", of: "ﬅ", want: "ﬅﬆ" },
  { name: "beyond the basic plane", of: "𐐀", want: "𐐀𐐨" },
  { name: "no case", of: "名", want: "名" },
];

Deno.test("caseVariants()", async (t) => {
  for (const { name, of, want } of CASES) {
    await t.step(name, () => {
      const variants = caseVariants(of.codePointAt(0) ?? 0);
      assert.equal(variants.map((point) => String.fromCodePoint(point)).join(""), want);
    });
  }
});

/** Three pairs of ligatures and accented letters that Unicode 15.1 added: the runtime's tables may lack them. */
const YOUNG = [0x390, 0x3b0, 0x1fd3, 0x1fe3, 0xfb05, 0xfb06];

Deno.test("caseVariants() folds nothing together that the runtime tells apart", () => {
  for (let point = 0; point <= 0x1ffff; point++) {
    const variants = caseVariants(point).filter((each) => !YOUNG.includes(each));
    if (variants.length < 2) continue;
    const regexp = new RegExp(`^\\u{${point.toString(16)}}+$`, "iu");
    assert.match(variants.map((each) => String.fromCodePoint(each)).join(""), regexp);
  }
});
