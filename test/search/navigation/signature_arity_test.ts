import assert from "node:assert/strict";
import { arityOf } from "../../../src/search/navigation/signature_arity.ts";

const CASES: readonly (readonly [text: string, parameters: number, results: number])[] = [
  ["()", 0, 0],
  ["() {", 0, 0],
  ["()\n\tNext() int", 0, 0],
  ["() error { return nil }", 0, 1],
  ["(a int) int", 1, 1],
  ["(a, b int) (int, error) {", 2, 2],
  ["(int, string)", 2, 0],
  ["(a, b int, f func(x, y int) (int, error)) (n int, err error) {", 3, 2],
  ["(m map[string][]int, v ...any) *T", 2, 1],
  ["(s struct{ a, b int }) func(int, int) error", 1, 1],
  ["(\n\ta int, // one, two\n\tb int, /* (three) */\n) (\n\tint,\n) {", 2, 1],
  ["(c <-chan int) chan<- int {", 1, 1],
  [" (x int) (interface{ M(a, b int) })", 1, 1],
  ["(x int", 1, 0],
  ["", 0, 0],
];

Deno.test("arityOf() counts parameters and results", async (t) => {
  for (const [text, parameters, results] of CASES) {
    await t.step(text, () => assert.deepEqual(arityOf(text), { parameters, results }));
  }
});
