import { testRows } from "./outline_rows.ts";

testRows("Go symbols", [
  {
    name: "types, one by one and grouped",
    path: "a.go",
    source: [
      "package http",
      "type A struct { x int }",
      "type (",
      "\tB interface { M(x int) error }",
      "\tC = int",
      "\tD func()",
      ")",
    ].join("\n"),
    want: [
      ["module", "http", -1, "package http"],
      ["struct", "http.A", -1, "type A struct { x int }"],
      ["interface", "http.B", -1, "B interface { M(x int) error }"],
      ["method", "http.B.M", 2, "M(x int) error"],
      ["type_alias", "http.C", -1, "C = int"],
      ["type_alias", "http.D", -1, "D func()"],
    ],
  },
  {
    name: "a method's name holds its receiver's type",
    path: "a.go",
    source: [
      "package p",
      "func (s *Server[T]) A() {}",
      "func (s Server) B() {}",
      "func (List[T]) C() {}",
      "func (*Server) D() {}",
      "func f[T any](x interface{ M() }) {}",
    ].join("\n"),
    want: [
      ["module", "p", -1, "package p"],
      ["method", "p.Server.A", -1, "func (s *Server[T]) A() {}"],
      ["method", "p.Server.B", -1, "func (s Server) B() {}"],
      ["method", "p.List.C", -1, "func (List[T]) C() {}"],
      ["method", "p.Server.D", -1, "func (*Server) D() {}"],
      ["function", "p.f", -1, "func f[T any](x interface{ M() }) {}"],
    ],
  },
  {
    name: "constants of the package, without the blank one",
    path: "a.go",
    source: [
      "package p",
      "const X, Y = 1, 2",
      "const (",
      "\t_ = iota",
      "\tZ",
      ")",
      "var v = 1",
      "func f() { const local = 1 }",
    ].join("\n"),
    want: [
      ["module", "p", -1, "package p"],
      ["const", "p.X", -1, "const X, Y = 1, 2"],
      ["const", "p.Y", -1, "const X, Y = 1, 2"],
      ["const", "p.Z", -1, "Z"],
      ["function", "p.f", -1, "func f() { const local = 1 }"],
    ],
  },
]);
