import assert from "node:assert/strict";
import { outline, testRows } from "./outline_rows.ts";

testRows("Rust symbols", [
  {
    name: "items",
    path: "a.rs",
    source: [
      "#[derive(Debug)]",
      "pub struct S { a: u8 }",
      "union U { a: u8 }",
      "enum E { A, B }",
      "pub(crate) type T = u8;",
      "const C: u8 = 1;",
      "const _: () = ();",
      "static mut G: u8 = 1;",
      "mod elsewhere;",
      "pub async fn f() { fn nested() {} }",
    ].join("\n"),
    want: [
      ["struct", "S", -1, "pub struct S { a: u8 }"],
      ["struct", "U", -1, "union U { a: u8 }"],
      ["enum", "E", -1, "enum E { A, B }"],
      ["type_alias", "T", -1, "pub(crate) type T = u8;"],
      ["const", "C", -1, "const C: u8 = 1;"],
      ["static", "G", -1, "static mut G: u8 = 1;"],
      ["module", "elsewhere", -1, "mod elsewhere;"],
      ["function", "f", -1, "pub async fn f() { fn nested() {} }"],
      ["function", "f::nested", 7, "fn nested() {}"],
    ],
  },
  {
    name: "traits and implementations",
    path: "a.rs",
    source: [
      "trait Tr { type Item; fn sig(&self); fn given() {} }",
      "impl<T: X> fmt::Display for net::Foo<T> where T: Y { fn fmt(&self) {} }",
      "impl !Send for Foo {}",
      "mod m { impl Foo<'_> { pub fn new() {} } }",
      "impl Tr for &'static [u8] { fn sig(&self) {} }",
    ].join("\n"),
    want: [
      ["trait", "Tr", -1, "trait Tr { type Item; fn sig(&self); fn given() {} }"],
      ["type_alias", "Tr::Item", 0, "type Item;"],
      ["method", "Tr::sig", 0, "fn sig(&self);"],
      ["method", "Tr::given", 0, "fn given() {}"],
      [
        "impl",
        "impl fmt::Display for net::Foo<T>",
        -1,
        "impl<T: X> fmt::Display for net::Foo<T> where T: Y { fn fmt(&self) {} }",
      ],
      ["method", "Foo::fmt", 4, "fn fmt(&self) {}"],
      ["impl", "impl !Send for Foo", -1, "impl !Send for Foo {}"],
      ["module", "m", -1, "mod m { impl Foo<'_> { pub fn new() {} } }"],
      ["impl", "m::impl Foo<'_>", 7, "impl Foo<'_> { pub fn new() {} }"],
      ["method", "m::Foo::new", 8, "pub fn new() {}"],
      ["impl", "impl Tr for &'static [u8]", -1, "impl Tr for &'static [u8] { fn sig(&self) {} }"],
      ["method", "&'static [u8]::sig", 10, "fn sig(&self) {}"],
    ],
  },
  {
    name: "foreign items",
    path: "a.rs",
    source: 'extern "C" { fn f(); static S: u8; }',
    want: [
      ["function", "f", -1, "fn f();"],
      ["static", "S", -1, "static S: u8;"],
    ],
  },
]);

const TEST_CONTEXT = [
  {
    name: "the plain attribute",
    source: "#[cfg(test)]\nmod a { fn b() {} }\nfn c() {}",
    want: ["a", "b"],
  },
  {
    name: "with comments and attributes between",
    source: "#[cfg(test)]\n// why\n#[allow(dead_code)]\nmod a {}\nmod b {}",
    want: ["a"],
  },
  {
    name: "after another attribute",
    source: "#[allow(dead_code)]\n#[cfg(test)]\nmod a {}",
    want: ["a"],
  },
  {
    name: "as one part of all()",
    source: '#[cfg(all(test, feature = "x"))]\nmod a {}\n#[cfg(all(unix, test))]\nmod b {}',
    want: ["a", "b"],
  },
  {
    name: "as inner attribute of a module",
    source: "mod a { #![cfg(test)] fn b() {} }",
    want: ["a", "b"],
  },
  { name: "as inner attribute of the file", source: "#![cfg(test)]\nfn a() {}", want: ["a"] },
  { name: "not()", source: "#[cfg(not(test))]\nmod a {}", want: [] },
  { name: "all(not())", source: "#[cfg(all(not(test), unix))]\nmod a {}", want: [] },
  { name: "any()", source: '#[cfg(any(test, feature = "x"))]\nmod a {}', want: [] },
  { name: "a feature of that name", source: '#[cfg(feature = "test")]\nmod a {}', want: [] },
  { name: "on another item", source: "#[cfg(test)]\nuse x;\nmod a {}", want: [] },
] as const;

Deno.test("Rust test context", async (t) => {
  for (const { name, source, want } of TEST_CONTEXT) {
    await t.step(name, async () => {
      const { symbols } = await outline("a.rs", source);
      assert.deepEqual(symbols.filter((s) => s.testContext).map((s) => s.name), want);
    });
  }
});
