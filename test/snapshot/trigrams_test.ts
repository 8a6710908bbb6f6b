import assert from "node:assert/strict";
import fc from "fast-check";
import { latin1Of } from "../../src/platform/latin1.ts";
import type { RequiredLiterals } from "../../src/snapshot/snapshot.ts";
import { TrigramBuilder } from "../../src/snapshot/trigram_builder.ts";
import { mergePostings } from "../../src/snapshot/trigram_merge.ts";
import {
  candidateFiles,
  decodeList,
  NO_POSTINGS,
  type Postings,
} from "../../src/snapshot/trigrams.ts";

function postingsOf(files: readonly (Uint8Array | undefined)[]): Postings {
  const builder = new TrigramBuilder();
  files.forEach((bytes, at) => bytes && builder.add(at, bytes));
  return builder.finish();
}

function lower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function mayMatch(bytes: Uint8Array, required: RequiredLiterals): boolean {
  const text = lower(latin1Of(bytes));
  return required === undefined ||
    required.some((group) => group.every((literal) => text.includes(lower(literal))));
}

// Few different bytes, so that trigrams repeat; both cases, and bytes above ASCII.
const byte = fc.constantFrom(65, 97, 66, 98, 0, 10, 0xc3, 0xe3, 0xff);
const file = fc.array(byte, { maxLength: 40 }).map((bytes) => Uint8Array.from(bytes));
const literal = fc.array(byte, { maxLength: 6 }).map((bytes) => String.fromCharCode(...bytes));
const groups = fc.option(fc.array(fc.array(literal, { maxLength: 3 }), { maxLength: 3 }), {
  nil: undefined,
});

Deno.test("candidateFiles() never misses a file", () =>
  fc.assert(
    fc.property(fc.array(file, { maxLength: 30 }), groups, (files, required) => {
      const all = Uint32Array.from(files.keys());
      const found = new Set(candidateFiles(postingsOf(files), all, required));
      files.forEach((bytes, at) => {
        if (mayMatch(bytes, required)) assert.ok(found.has(at));
      });
    }),
    { numRuns: 500 },
  ));

Deno.test("candidateFiles() gives ascending files without repeats", () =>
  fc.assert(fc.property(fc.array(file, { maxLength: 30 }), groups, (files, required) => {
    const all = Uint32Array.from(files.keys());
    const found = [...candidateFiles(postingsOf(files), all, required)];
    assert.deepEqual(found, [...new Set(found)].sort((a, b) => a - b));
  })));

Deno.test("candidateFiles() narrows", async (t) => {
  const texts = ["the Needle here", "no such", "needles and pins", "NEED more", "žluťoučký", "ab"];
  const files = texts.map((text) => new TextEncoder().encode(text));
  const postings = postingsOf(files);
  const all = Uint32Array.from(files.keys());
  const rows: { name: string; required: RequiredLiterals; want: number[] }[] = [
    { name: "no requirement", required: undefined, want: [0, 1, 2, 3, 4, 5] },
    { name: "no group", required: [], want: [] },
    { name: "empty group", required: [[]], want: [0, 1, 2, 3, 4, 5] },
    { name: "short literal", required: [["ab"]], want: [0, 1, 2, 3, 4, 5] },
    { name: "short beside long", required: [["ab", "needle"]], want: [0, 2] },
    { name: "one literal, any case", required: [["nEEdle"]], want: [0, 2] },
    { name: "all of a group", required: [["needle", "pins"]], want: [2] },
    { name: "any of the groups", required: [["pins"], ["more"]], want: [2, 3] },
    { name: "one short group", required: [["pins"], ["x"]], want: [0, 1, 2, 3, 4, 5] },
    { name: "absent trigram", required: [["zzz"]], want: [] },
    { name: "bytes above ASCII", required: [["\xc5\xa5\x6f"]], want: [4] },
  ];
  for (const { name, required, want } of rows) {
    await t.step(name, () => assert.deepEqual([...candidateFiles(postings, all, required)], want));
  }
  await t.step(
    "refuses wide characters",
    () => assert.throws(() => candidateFiles(postings, all, [["abcž"]]), RangeError),
  );
});

Deno.test("TrigramBuilder keeps long lists whole", () => {
  const count = 20_000;
  const builder = new TrigramBuilder();
  const [every, third] = [new TextEncoder().encode("abc"), new TextEncoder().encode("abcd")];
  for (let at = 0; at < count; at++) builder.add(at, at % 300 === 0 ? third : every);
  const { keys, ends, postings } = builder.finish();
  assert.deepEqual([...keys], [0x616263, 0x626364]);
  const all = decodeList(postings.subarray(0, ends[0]));
  assert.equal(all.length, count);
  assert.ok(all.every((file, at) => file === at));
  const some = [...decodeList(postings.subarray(ends[0]))];
  assert.deepEqual(some, Array.from({ length: Math.ceil(count / 300) }, (_, at) => 300 * at));
});

Deno.test("mergePostings() gives what a fresh build gives", () => {
  const steps = fc.array(
    fc.record({ bytes: file, fate: fc.constantFrom("keep", "drop", "change") }),
    {
      maxLength: 20,
    },
  );
  fc.assert(fc.property(steps, fc.array(file, { maxLength: 5 }), file, (old, added, changed) => {
    const moved = new Int32Array(old.length).fill(-1);
    const now: Uint8Array[] = [];
    const fresh = new TrigramBuilder();
    const put = (bytes: Uint8Array): void => {
      fresh.add(now.length, bytes);
      now.push(bytes);
    };
    old.forEach(({ bytes, fate }, at) => {
      if (fate === "change") put(changed);
      if (fate === "keep") moved[at] = now.push(bytes) - 1;
      const extra = added[at];
      if (extra !== undefined) put(extra);
    });
    const before = postingsOf(old.map(({ bytes }) => bytes));
    assert.deepEqual(mergePostings(before, moved, fresh.finish()), postingsOf(now));
  }));
});

Deno.test("mergePostings() of nothing is empty", () => {
  const none = mergePostings(NO_POSTINGS, new Int32Array(), NO_POSTINGS);
  assert.deepEqual([none.keys.length, none.ends.length, none.postings.length], [0, 0, 0]);
});
