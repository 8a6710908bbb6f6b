import { testRows } from "./outline_rows.ts";

testRows("Java symbols", [
  {
    name: "a package qualifies and contains nothing",
    path: "A.java",
    source: "package a.b;\npublic final class C<T> { void m() {} C() {} }",
    want: [
      ["module", "a.b", -1, "package a.b;"],
      ["class", "a.b.C", -1, "public final class C<T> { void m() {} C() {} }"],
      ["method", "a.b.C.m", 1, "void m() {}"],
      ["method", "a.b.C.C", 1, "C() {}"],
    ],
  },
  {
    name: "kinds of types",
    path: "A.java",
    source:
      "interface I { int K = 1; void f(); }\n@interface N { int v(); }\nenum E { A, B; int x; }\nrecord R(int a) {}",
    want: [
      ["interface", "I", -1, "interface I { int K = 1; void f(); }"],
      ["constant", "I.K", 0, "int K = 1;"],
      ["method", "I.f", 0, "void f();"],
      ["interface", "N", -1, "@interface N { int v(); }"],
      ["method", "N.v", 3, "int v();"],
      ["enum", "E", -1, "enum E { A, B; int x; }"],
      ["enum_case", "E.A", 5, "A"],
      ["enum_case", "E.B", 5, "B"],
      ["property", "E.x", 5, "int x;"],
      ["class", "R", -1, "record R(int a) {}"],
    ],
  },
  {
    name: "a field is a constant if it is static and final",
    path: "A.java",
    source:
      "class C { static final int A = 1; final static int B = 2; private final int c, d; void m() { int local; } }",
    want: [
      [
        "class",
        "C",
        -1,
        "class C { static final int A = 1; final static int B = 2; private final int c, d; void m() { int local; } }",
      ],
      ["constant", "C.A", 0, "static final int A = 1;"],
      ["constant", "C.B", 0, "final static int B = 2;"],
      ["property", "C.c", 0, "private final int c, d;"],
      ["property", "C.d", 0, "private final int c, d;"],
      ["method", "C.m", 0, "void m() { int local; }"],
    ],
  },
]);
