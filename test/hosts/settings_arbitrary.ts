/**
 * Random settings files as people write them: comments, blank lines, odd indentation, one-line objects, trailing
 * commas. The writer below is the test's own, so that it cannot share a fault with the program.
 * @module
 */
import fc from "fast-check";

/** A piece of text between tokens: blanks, and comments that end their line. */
const GAP = fc.constantFrom(
  "",
  " ",
  "\n",
  "\n  ",
  "\n\n\t",
  " // note\n",
  " /* a */ ",
  "\n/* b\n */\n",
);
const SCALAR = fc.constantFrom(
  "1",
  "true",
  "null",
  '"x"',
  '"{"',
  '"// no"',
  "[]",
  "[1, 2]",
  "[ {} ]",
);
const KEY = fc.constantFrom("a", "b", "theme", "other", "é", "x y");

interface Depth {
  readonly depth: number;
}

/** The text of an object; `mcpServers` is among its keys at times. */
export function objectText({ depth }: Depth): fc.Arbitrary<string> {
  const value = depth === 0 ? SCALAR : fc.oneof(SCALAR, objectText({ depth: depth - 1 }));
  const servers = depth === 0 ? SCALAR.filter(() => false) : objectText({ depth: depth - 1 });
  const member = fc.record({ key: KEY, before: GAP, colon: GAP, value, after: GAP });
  return fc.record({
    members: fc.uniqueArray(member, { selector: ({ key }) => key, maxLength: 4 }),
    servers: depth === 0 ? fc.constant(undefined) : fc.option(servers, { nil: undefined }),
    at: fc.nat(4),
    gap: GAP,
    inside: GAP,
    trailing: fc.boolean(),
  }).map(({ members, servers, at, gap, inside, trailing }) => {
    const texts = members.map(({ key, before, colon, value, after }) =>
      `${before}${JSON.stringify(key)}:${colon}${value}${after}`
    );
    if (servers !== undefined) texts.splice(at, 0, `${gap}"mcpServers": ${servers}`);
    const comma = trailing && texts.length > 0 ? "," : "";
    return `{${texts.join(",")}${comma}${inside}}`;
  });
}

/** A whole file. */
export const SETTINGS: fc.Arbitrary<string> = fc.record({
  before: GAP,
  object: fc.option(objectText({ depth: 2 }), { nil: "" }),
  after: GAP,
  eol: fc.constantFrom("\n", "\r\n"),
}).map(({ before, object, after, eol }) => (before + object + after).replaceAll("\n", eol));
