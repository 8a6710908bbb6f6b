import assert from "node:assert/strict";
import { LineIndex } from "../../src/contract/lines.ts";
import { excerptOf } from "../../src/search/excerpt.ts";
import { bytesOf, type Content } from "./support/fake_world.ts";

interface Row {
  readonly name: string;
  readonly content: Content;
  readonly start: number;
  readonly end: number;
  readonly context?: number;
  readonly want: string;
  readonly truncated?: boolean;
}

const CASES: Row[] = [
  {
    name: "the line without its end",
    content: "a\nfoo bar\r\nc",
    start: 2,
    end: 5,
    want: "foo bar",
  },
  { name: "no byte order mark", content: "\ufefffoo\n", start: 3, end: 6, want: "foo" },
  { name: "exactly 512 bytes", content: "x".repeat(512), start: 0, end: 1, want: "x".repeat(512) },
  {
    name: "around the match",
    content: "a".repeat(400) + "needle" + "b".repeat(400),
    start: 400,
    end: 406,
    want: "a".repeat(253) + "needle" + "b".repeat(253),
    truncated: true,
  },
  {
    name: "room the front leaves",
    content: "ab" + "needle" + "b".repeat(900),
    start: 2,
    end: 8,
    want: "abneedle" + "b".repeat(504),
    truncated: true,
  },
  {
    name: "room the back leaves",
    content: "a".repeat(900) + "needle",
    start: 900,
    end: 906,
    want: "a".repeat(506) + "needle",
    truncated: true,
  },
  {
    name: "the beginning of a longer match",
    content: "a" + "é".repeat(600),
    start: 1,
    end: 1201,
    want: "é".repeat(256),
    truncated: true,
  },
  {
    name: "whole code points",
    content: "💎".repeat(200) + "x" + "💎".repeat(200),
    start: 800,
    end: 801,
    want: "💎".repeat(63) + "x" + "💎".repeat(64),
    truncated: true,
  },
  {
    name: "malformed bytes count as what is shown",
    content: new Uint8Array(600).fill(0xff),
    start: 0,
    end: 1,
    want: "\ufffd".repeat(170),
    truncated: true,
  },
  {
    name: "malformed bytes one by one",
    content: Uint8Array.of(0x61, 0xe2, 0x82, 0x62),
    start: 0,
    end: 1,
    want: "a\ufffd\ufffdb",
  },
  { name: "context", content: "1\n2\r3\n4\n5\n", start: 4, end: 5, context: 1, want: "2\n3\n4" },
  { name: "context at the edges", content: "1\n2", start: 0, end: 1, context: 9, want: "1\n2" },
  {
    name: "context lines are clipped each",
    content: "a".repeat(600) + "\nfoo\n",
    start: 601,
    end: 604,
    context: 1,
    want: "a".repeat(512) + "\nfoo",
    truncated: true,
  },
  {
    name: "the first line of a longer range",
    content: "fn a() {\n}\n",
    start: 0,
    end: 10,
    want: "fn a() {",
  },
];

Deno.test("excerptOf()", async (t) => {
  for (const { name, content, start, end, context = 0, want, truncated = false } of CASES) {
    await t.step(name, () => {
      const bytes = bytesOf(content);
      const excerpt = excerptOf(bytes, new LineIndex(bytes), { start, end }, context);
      assert.deepEqual(excerpt, { excerpt: want, excerptTruncated: truncated });
    });
  }
});
