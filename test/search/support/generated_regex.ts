/**
 * Random patterns and texts in which this dialect and ripgrep's agree, with the pattern in both spellings.
 *
 * Left out: a lone CR, which ends a line here only; loops over what can match nothing and would rather do so, because
 * a round that matched nothing counts there and is taken back here.
 * @module
 */

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Generated {
  /** As our dialect spells it. */
  readonly query: string;
  /** As ripgrep spells it. */
  readonly ripgrep: string;
  readonly ignoreCase: boolean;
  readonly word: boolean;
  readonly text: string;
  readonly crlf: boolean;
}

type Random = () => number;
type Spelt = readonly [ours: string, ripgrep: string];

interface Part {
  readonly spelt: Spelt;
  /** It can match nothing. */
  readonly nullable: boolean;
  /** It may try to match nothing before it tries more. */
  readonly reluctant: boolean;
}

const SPACE = "[\\t\\x0b\\x0c ]";
const ATOMS: readonly Spelt[] = [
  ..."aabbkxAKéÉßſ名💎σΣ_-0 ".split("").filter((char) => !/[\uD800-\uDFFF]/.test(char)).map(
    (char): Spelt => [char, char],
  ),
  ["💎", "💎"],
  ["\\.", "\\."],
  [".", "."],
  [".", "."],
  ["[ab]", "[ab]"],
  ["[a-k]", "[a-k]"],
  ["[^a]", "[^a\\n\\r]"],
  ["[^abx ]", "[^abx \\n\\r]"],
  ["[a-zé]", "[a-zé]"],
  ["[^é]", "[^é\\n\\r]"],
  ["[💎-💖k]", "[💎-💖k]"],
  ["[^\\x00-\\x7f]", "[^\\x00-\\x7f]"],
  ["[α-ω]", "[α-ω]"],
  ["[\\d_]", "[0-9_]"],
  ["\\d", "[0-9]"],
  ["\\D", "[^0-9\\n\\r]"],
  ["\\w", "(?-i:[0-9A-Za-z_])"],
  ["\\W", "(?-i:[^0-9A-Za-z_\\n\\r])"],
  ["\\s", SPACE],
  ["\\S", "[^\\t\\x0b\\x0c \\n\\r]"],
  ["\\u{e9}", "\\x{e9}"],
];
const EDGES: readonly Spelt[] = [
  ["^", "^"],
  ["$", "$"],
  ["\\b", "(?-u:\\b)"],
  ["\\B", "(?-u:\\B)"],
];
const QUANTIFIERS = [
  "",
  "",
  "",
  "",
  "*",
  "+",
  "?",
  "*?",
  "+?",
  "??",
  "{2}",
  "{1,3}",
  "{0,2}?",
  "{2,}",
  "{1,}?",
  "{3,17}",
];
const MAX_DEPTH = 3;

const CHARACTERS = [
  ..."aaabbbkKxxAAéÉßſσΣς名💎💖_-- 0019.\t\f\u0085\u2028\u212aαω",
  "e\u0301",
  "ab",
  "aba",
];

/** The next pair, with `anyLoops` one that only we can be asked. Patterns that a side may refuse are among them. */
export function generate(random: Random, anyLoops = false): Generated {
  const [query, ripgrep] = choice({ random, anyLoops }, 0).spelt;
  const crlf = random() < 0.3;
  return {
    query,
    ripgrep,
    crlf,
    ignoreCase: random() < 0.25,
    word: random() < 0.15,
    text: text(random, crlf),
  };
}

interface From {
  readonly random: Random;
  readonly anyLoops: boolean;
}

function choice(from: From, depth: number): Part {
  const { random } = from;
  const branches = 1 + (random() < 0.3 ? 1 : 0) + (random() < 0.1 ? 1 : 0);
  const parts = Array.from({ length: branches }, () => sequence(from, depth));
  const nullable = parts.some((part) => part.nullable);
  const reluctant = (branches > 1 && nullable) || parts.some((part) => part.reluctant);
  return { spelt: join(parts, "|"), nullable, reluctant };
}

function sequence(from: From, depth: number): Part {
  const length = 1 + Math.floor(from.random() * 3);
  const parts = Array.from({ length }, () => piece(from, depth));
  return {
    spelt: join(parts, ""),
    nullable: parts.every((part) => part.nullable),
    reluctant: parts.some((part) => part.reluctant),
  };
}

function piece(from: From, depth: number): Part {
  const { random, anyLoops } = from;
  if (random() < 0.1) return { spelt: pick(random, EDGES), nullable: true, reluctant: false };
  const atom = depth < MAX_DEPTH && random() < 0.3
    ? grouped(choice(from, depth + 1), random() < 0.5 ? "(" : "(?:")
    : { spelt: pick(random, ATOMS), nullable: false, reluctant: false };
  const shy = atom.nullable && atom.reluctant && !anyLoops;
  const quantifier = shy ? "" : pick(random, QUANTIFIERS);
  const [ours, theirs] = atom.spelt;
  return {
    spelt: [ours + quantifier, theirs + quantifier],
    nullable: atom.nullable || /^(?:[*?]|\{0)/.test(quantifier),
    reluctant: atom.reluctant || /.\?$/.test(quantifier),
  };
}

function grouped({ spelt: [ours, theirs], ...part }: Part, open: string): Part {
  return { ...part, spelt: [`${open}${ours})`, `${open}${theirs})`] };
}

function join(parts: readonly Part[], separator: string): Spelt {
  return [
    parts.map(({ spelt: [ours] }) => ours).join(separator),
    parts.map(({ spelt: [, theirs] }) => theirs).join(separator),
  ];
}

function text(random: Random, crlf: boolean): string {
  const lines = Array.from({ length: 1 + Math.floor(random() * 4) }, () => line(random));
  const end = crlf ? "\r\n" : "\n";
  const mark = random() < 0.1 ? "\ufeff" : "";
  return mark + lines.join(end) + (random() < 0.7 ? end : "");
}

function line(random: Random): string {
  const length = Math.floor(random() * 14);
  const short = Array.from({ length }, () => pick(random, CHARACTERS)).join("");
  // Beyond 2 KiB another engine runs.
  return random() < 0.05 ? short + pick(random, ["a", "x", "é", "-"]).repeat(2_200) + short : short;
}

function pick<T>(random: Random, from: readonly T[]): T {
  const picked = from[Math.floor(random() * from.length)];
  if (picked === undefined) throw new RangeError("nothing to pick from");
  return picked;
}
