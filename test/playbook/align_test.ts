import assert from "node:assert/strict";
import fc from "fast-check";
import type { Row } from "../../src/contract/tool.ts";
import { alignRows, type Pairing } from "../../src/playbook/align.ts";

/** `path identity text`, a row; its pointer is its position. */
function rows(...specs: string[]): Row[] {
  return specs.map((spec, index) => {
    const [path = "", identity = "", text = ""] = spec.split(" ");
    return { pointer: `/matches/${index}`, repository_id: "repo-001", path, identity, text };
  });
}

function told(pairing: Pairing): string {
  const at = (row: Row): string => row.pointer.split("/")[2] ?? "";
  switch (pairing.how) {
    case "added":
      return `+${at(pairing.actual)}`;
    case "removed":
      return `-${at(pairing.expected)}`;
    default:
      return `${pairing.how} ${at(pairing.expected)}>${at(pairing.actual)}`;
  }
}

const CASES: { name: string; expected: Row[]; actual: Row[]; want: string[] }[] = [
  { name: "nothing", expected: [], actual: [], want: [] },
  {
    name: "the same rows",
    expected: rows("a x 1", "b y 2"),
    actual: rows("a x 1", "b y 2"),
    want: ["kept 0>0", "kept 1>1"],
  },
  {
    name: "one inserted row is one addition",
    expected: rows("a x 1", "b y 2", "c z 3"),
    actual: rows("a x 1", "a n 9", "b y 2", "c z 3"),
    want: ["kept 0>0", "+1", "kept 1>2", "kept 2>3"],
  },
  {
    name: "one removed row is one removal",
    expected: rows("a x 1", "b y 2", "c z 3"),
    actual: rows("a x 1", "c z 3"),
    want: ["kept 0>0", "kept 2>1", "-1"],
  },
  {
    name: "one of several equal rows removed",
    expected: rows("a x 1", "a x 1", "a x 1"),
    actual: rows("a x 1", "a x 1"),
    want: ["kept 0>0", "kept 1>1", "-2"],
  },
  {
    name: "changed text pairs by identity",
    expected: rows("a x 1", "a y 2"),
    actual: rows("a y 5", "a x 1"),
    want: ["kept 1>0", "kept 0>1"],
  },
  {
    name: "equal identity and text at another path is a move",
    expected: rows("a x 1", "b y 2"),
    actual: rows("b y 2", "c x 1"),
    want: ["kept 1>0", "moved 0>1"],
  },
  {
    name: "equal text at another path is a move",
    expected: rows("a x 1"),
    actual: rows("c other 1"),
    want: ["moved 0>0"],
  },
  {
    name: "a renamed row in one path pairs by position",
    expected: rows("a old 1"),
    actual: rows("a new 2"),
    want: ["kept 0>0"],
  },
  {
    name: "unlike rows in unlike paths do not pair",
    expected: rows("a x 1"),
    actual: rows("b y 2"),
    want: ["+0", "-0"],
  },
  {
    name: "rows without text do not pair across paths by it",
    expected: rows("a a"),
    actual: rows("b b"),
    want: ["+0", "-0"],
  },
  {
    name: "the same rows in another order are moves",
    expected: rows("a x 1", "b y 2"),
    actual: rows("b y 2", "a x 1"),
    want: ["kept 1>0", "moved 0>1"],
  },
];

Deno.test("alignRows()", async (t) => {
  for (const { name, expected, actual, want } of CASES) {
    await t.step(name, () => assert.deepEqual(alignRows(expected, actual).map(told), want));
  }
});

const someRows = fc.array(
  fc.tuple(
    fc.constantFrom("a", "b", "c"),
    fc.constantFrom("x", "y"),
    fc.constantFrom("1", "2", "3"),
  ),
  { maxLength: 12 },
).map((specs) => rows(...specs.map((spec) => spec.join(" "))));

Deno.test("alignRows() puts each row in exactly one pairing", () => {
  fc.assert(fc.property(someRows, someRows, (expected, actual) => {
    const pairings = alignRows(expected, actual);
    const before = pairings.flatMap((pairing) =>
      pairing.how === "added" ? [] : [pairing.expected.pointer]
    );
    const after = pairings.flatMap((pairing) =>
      pairing.how === "removed" ? [] : [pairing.actual.pointer]
    );
    assert.deepEqual(before.toSorted(), expected.map(({ pointer }) => pointer).toSorted());
    assert.deepEqual(after.toSorted(), actual.map(({ pointer }) => pointer).toSorted());
  }));
});

Deno.test("alignRows() keeps all rows when one is inserted anywhere", () => {
  fc.assert(fc.property(someRows, fc.nat(12), (expected, at) => {
    const inserted: Row = {
      pointer: "",
      repository_id: "repo-001",
      path: "new",
      identity: "n",
      text: "n",
    };
    const actual = expected.toSpliced(at, 0, inserted).map((row, i) => ({
      ...row,
      pointer: `/matches/${i}`,
    }));
    const kinds = alignRows(expected, actual).map(({ how }) => how);
    assert.equal(kinds.filter((how) => how === "added").length, 1);
    assert.equal(kinds.filter((how) => how === "kept").length, expected.length);
  }));
});
