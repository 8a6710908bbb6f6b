import assert from "node:assert/strict";
import { completeError, wireError, wireResult } from "../../src/mcp/result.ts";

Deno.test("wireResult() carries JSON twice and text once", () => {
  assert.deepEqual(wireResult({ status: "ok", response: { a: 1 } }), {
    content: [{ type: "text", text: '{"a":1}' }],
    structuredContent: { a: 1 },
  });
  assert.deepEqual(wireResult({ status: "ok", response: { a: 1 }, text: ["x", "y"] }), {
    content: [{ type: "text", text: "x" }, { type: "text", text: "y" }],
  });
});

Deno.test("wireError() puts the code in front of the message", () => {
  const data = { error_code: "timeout", retryable: true };
  const failure = {
    code: "timeout",
    rpc: -32603,
    retryable: true,
    message: "Too slow",
    data,
  } as const;
  assert.deepEqual(wireError(failure), { code: -32603, message: "timeout: Too slow", data });
});

const CASES = [
  {
    name: "no data",
    error: { code: -32602, message: "bad" },
    want: {
      code: -32602,
      message: "invalid_params: bad",
      data: { error_code: "invalid_params", retryable: false },
    },
  },
  {
    name: "bad JSON",
    error: { code: -32700, message: "bad" },
    want: {
      code: -32700,
      message: "invalid_params: bad",
      data: { error_code: "invalid_params", retryable: false },
    },
  },
  {
    name: "a number of nobody's",
    error: { code: -32004, message: "bad", data: { supported: ["x"] } },
    want: {
      code: -32004,
      message: "internal: bad",
      data: { supported: ["x"], error_code: "internal", retryable: false },
    },
  },
  {
    name: "data that is no object",
    error: { code: -32603, message: "bad", data: "why" },
    want: {
      code: -32603,
      message: "internal: bad",
      data: { detail: "why", error_code: "internal", retryable: false },
    },
  },
  {
    name: "complete already",
    error: {
      code: -32603,
      message: "timeout: slow",
      data: { error_code: "timeout", retryable: true },
    },
    want: {
      code: -32603,
      message: "timeout: slow",
      data: { error_code: "timeout", retryable: true },
    },
  },
];

Deno.test("completeError()", async (t) => {
  for (const { name, error, want } of CASES) {
    await t.step(name, () => assert.deepEqual(completeError(error), want));
  }
});
