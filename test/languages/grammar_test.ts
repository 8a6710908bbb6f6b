import assert from "node:assert/strict";
import { Language, Parser, Query } from "web-tree-sitter";
import type { Grammar } from "../../src/languages/language.ts";
import { extractableLanguages } from "../../src/languages/registry.ts";
import { assetBytes, TREE_SITTER_CORE } from "../../src/platform/assets.ts";

/** Syntax that an outdated grammar would not know. */
const SAMPLES: Readonly<Record<string, string>> = {
  typescript:
    "export const x = { a: 1 } satisfies T;\nclass A<const T> { accessor b = 1; static { using r = f() } }\n" +
    'import type { B } from "b" with { type: "json" };\nenum E { A }\nabstract class C { abstract d?: string }\n',
  tsx: "const App = <T,>(p: P<T>) => <><div {...p} key={1}>{p.x ?? 'a'}</div></>;\n",
  javascript:
    "class A { #p = 1; static { this.#p?.b ?? 1 } }\nexport * as ns from 'x';\nconst n = 1_000n; label: for await (const a of b) {}\n",
  python:
    "match x:\n    case {'a': [1, *rest]} if y:\n        pass\ntype A[T] = list[T]\nasync def f[T](a, /, *, b): print(f'{a!r:>{b}}')\ntry:\n    pass\nexcept* E:\n    pass\n",
  go:
    "package p\n\nfunc Map[T any, U ~int | string](x []T) iter.Seq[U] {\n\tfor i := range 10 {\n\t\t_ = i\n\t}\n\treturn nil\n}\n",
  rust:
    "async fn f<const N: usize>(x: impl Fn(&str) -> u8) -> Result<(), E> { let Some(y) = x else { return Ok(()) }; y.await?; Ok(()) }\nunion U { a: u8 }\n",
  java:
    'sealed interface S permits A {}\nrecord A(int x) implements S { A { if (x < 0) throw new E(); } }\nclass C { int f(Object o) { return switch (o) { case A(int x) when x > 1 -> x; case null, default -> 0; }; } String t = """\n  a\n  """; }\n',
  php:
    "<?php\nnamespace A;\nenum S: string { case A = 'a'; const B = self::A; }\nfinal readonly class P { public function __construct(private int $x = 1, protected ?S $s = null) {} }\n$f = fn(int|string $a): static => match (true) { default => $a?->b(...) };\n#[Attr(1)]\nfunction g(A&B $x): never { throw new E(name: 1); }\n",
};

await Parser.init({ wasmBinary: await assetBytes(TREE_SITTER_CORE) });

async function checkGrammar(grammar: Grammar, query: string): Promise<void> {
  const language = await Language.load(await assetBytes(grammar));
  assert.ok(language.abiVersion >= 13 && language.abiVersion <= 15, `ABI ${language.abiVersion}`);
  new Query(language, query).delete();
  const parser = new Parser().setLanguage(language);
  const sample = SAMPLES[grammar.embedded];
  assert.ok(sample !== undefined, "no sample");
  const tree = parser.parse(sample);
  assert.equal(tree?.rootNode.hasError, false, tree?.rootNode.toString());
  tree?.delete();
  parser.delete();
}

Deno.test("each grammar loads, reads modern syntax, and fits its query", async (t) => {
  for (const { symbols } of extractableLanguages()) {
    for (const grammar of symbols.grammars) {
      await t.step(grammar.embedded, () => checkGrammar(grammar, symbols.query));
    }
  }
});

Deno.test("each grammar fits the query of its links", async (t) => {
  for (const { symbols, links } of extractableLanguages()) {
    for (const grammar of symbols.grammars) {
      await t.step(grammar.embedded, async () => {
        assert.ok(links !== undefined, "no links");
        const language = await Language.load(await assetBytes(grammar));
        const query = new Query(language, links.query + (links.also?.[grammar.embedded] ?? ""));
        assert.deepEqual(query.predicates.flat(), []);
        query.delete();
      });
    }
  }
});

Deno.test("a query leaves no predicate unhandled", async (t) => {
  for (const { id, symbols } of extractableLanguages()) {
    await t.step(id, async () => {
      const [grammar] = symbols.grammars;
      assert.ok(grammar !== undefined);
      const query = new Query(await Language.load(await assetBytes(grammar)), symbols.query);
      assert.deepEqual(query.predicates.flat(), []);
      query.delete();
    });
  }
});
