import { testRows } from "./outline_rows.ts";

testRows("PHP symbols", [
  {
    name: "a name space without braces qualifies and contains nothing",
    path: "a.php",
    source:
      "<?php\nnamespace A\\B;\nclass C { const K = 1, L = 2; public int $x; function m() {} }",
    want: [
      ["module", "A\\B", -1, "namespace A\\B;"],
      ["class", "A\\B\\C", -1, "class C { const K = 1, L = 2; public int $x; function m() {} }"],
      ["constant", "A\\B\\C::K", 1, "K = 1"],
      ["constant", "A\\B\\C::L", 1, "L = 2"],
      ["property", "A\\B\\C::x", 1, "public int $x;"],
      ["method", "A\\B\\C::m", 1, "function m() {}"],
    ],
  },
  {
    name: "a name space with braces contains",
    path: "a.php",
    source: "<?php\nnamespace A { function f() {} }",
    want: [
      ["module", "A", -1, "namespace A { function f() {} }"],
      ["function", "A\\f", 0, "function f() {}"],
    ],
  },
  {
    name: "kinds of types",
    path: "a.php",
    source: "<?php\ninterface I {}\ntrait T {}\nenum E: string { case A = 'a'; }\nconst TOP = 1;",
    want: [
      ["interface", "I", -1, "interface I {}"],
      ["php_trait", "T", -1, "trait T {}"],
      ["php_enum", "E", -1, "enum E: string { case A = 'a'; }"],
      ["enum_case", "E::A", 2, "case A = 'a';"],
      ["constant", "TOP", -1, "const TOP = 1;"],
    ],
  },
]);
