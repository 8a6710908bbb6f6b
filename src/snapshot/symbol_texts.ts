/**
 * The distinct names and signatures of a snapshot's symbols, for questions that are put to all of them at once.
 *
 * Each text has a number. One search goes through all texts as one string, which is many times faster than a look at
 * each; it is made when it is first needed.
 * @module
 */

/** What stands between two texts; a match that goes over it does not count. */
const SEPARATOR = "\n";

export class SymbolTexts {
  /** By number. */
  readonly texts: readonly string[];
  /** By symbol: the numbers of its name and of its signature. */
  readonly names: Uint32Array;
  readonly signatures: Uint32Array;
  #lower: readonly string[] | undefined;
  #joined: Joined | undefined;

  constructor(
    texts: readonly string[],
    { name, signature }: { readonly name: Uint32Array; readonly signature: Uint32Array },
  ) {
    this.texts = texts;
    this.names = name;
    this.signatures = signature;
  }

  /** The texts in lower case, by number. */
  get lower(): readonly string[] {
    return this.#lower ??= this.texts.map((text) => text.toLowerCase());
  }

  /** Numbers of the texts that hold `part`, a text in lower case, when they are in lower case too; ascending. */
  *holding(part: string): Iterable<number> {
    const { text, ends } = this.#joined ??= joined(this.lower);
    let number = 0;
    for (let at = text.indexOf(part); at >= 0;) {
      while ((ends[number] ?? Infinity) < at) number++;
      const end = ends[number] ?? text.length;
      const inside = at + part.length <= end;
      if (inside) yield number;
      at = text.indexOf(part, inside ? end + 1 : at + 1);
    }
  }
}

interface Joined {
  readonly text: string;
  /** Where each text ends. */
  readonly ends: Uint32Array;
}

function joined(texts: readonly string[]): Joined {
  const ends = new Uint32Array(texts.length);
  let end = 0;
  texts.forEach((text, number) => {
    end += text.length;
    ends[number] = end;
    end += SEPARATOR.length;
  });
  return { text: texts.join(SEPARATOR), ends };
}
