import { testRows } from "./outline_rows.ts";

testRows("Python symbols", [
  {
    name: "functions, classes and methods",
    path: "a.py",
    source: [
      "@dec(1)",
      "async def f(): pass",
      "class A(B):",
      "    @property",
      "    def m(self): pass",
      "    class Inner:",
      "        def n(self): pass",
    ].join("\n"),
    want: [
      ["function", "f", -1, "async def f(): pass"],
      [
        "class",
        "A",
        -1,
        [
          "class A(B):",
          "    @property",
          "    def m(self): pass",
          "    class Inner:",
          "        def n(self): pass",
        ].join("\n"),
      ],
      ["method", "A.m", 1, "def m(self): pass"],
      ["class", "A.Inner", 1, "class Inner:\n        def n(self): pass"],
      ["method", "A.Inner.n", 3, "def n(self): pass"],
    ],
  },
  {
    name: "nothing inside a function, not even a class that is its whole body",
    path: "a.py",
    source: "def f():\n    class A:\n        def m(self): pass\ndef g(): pass",
    want: [
      ["function", "f", -1, "def f():\n    class A:\n        def m(self): pass"],
      ["function", "g", -1, "def g(): pass"],
    ],
  },
  {
    name: "blocks of a module or class are no scope",
    path: "a.py",
    source: "if x:\n    def f(): pass\nclass A:\n    if y:\n        def m(self): pass",
    want: [
      ["function", "f", -1, "def f(): pass"],
      ["class", "A", -1, "class A:\n    if y:\n        def m(self): pass"],
      ["method", "A.m", 1, "def m(self): pass"],
    ],
  },
  {
    name: "type aliases, new and old form",
    path: "a.py",
    source:
      "type X = int\ntype G[T] = list[T]\nV: TypeAlias = int\nW: typing.TypeAlias = int\ny: int = 1",
    want: [
      ["type_alias", "X", -1, "type X = int"],
      ["type_alias", "G", -1, "type G[T] = list[T]"],
      ["type_alias", "V", -1, "V: TypeAlias = int"],
      ["type_alias", "W", -1, "W: typing.TypeAlias = int"],
    ],
  },
]);
