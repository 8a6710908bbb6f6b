import { testRows } from "./outline_rows.ts";

testRows("JavaScript symbols", [
  {
    name: "classes and their members",
    path: "a.mjs",
    source: "export class A { #p = 1; static x = 2; m() {} get [q]() {} 'quoted' = 1 }",
    want: [
      ["class", "A", -1, "class A { #p = 1; static x = 2; m() {} get [q]() {} 'quoted' = 1 }"],
      ["property", "A.#p", 0, "#p = 1"],
      ["property", "A.x", 0, "static x = 2"],
      ["method", "A.m", 0, "m() {}"],
      ["method", "A.[q]", 0, "get [q]() {}"],
      ["property", "A.quoted", 0, "'quoted' = 1"],
    ],
  },
  {
    name: "functions and variables",
    path: "a.cjs",
    source: "function f() { const no = 1 }\nvar g = function () {};\nvar no = 1;\nconst yes = 2;",
    want: [
      ["function", "f", -1, "function f() { const no = 1 }"],
      ["function", "g", -1, "var g = function () {};"],
      ["const", "yes", -1, "const yes = 2;"],
    ],
  },
  {
    name: "JSX",
    path: "a.jsx",
    source: "export default function App() { return <p>hi</p> }",
    want: [["function", "App", -1, "function App() { return <p>hi</p> }"]],
  },
]);
