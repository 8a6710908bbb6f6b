/**
 * Digests over canonical JSON: of traces, playbooks and tool schemas.
 *
 * Rests on the Web Crypto API, because this folder imports no platform code; hence the promises.
 * @module
 */
import { canonicalJson } from "../contract/canonical_json.ts";
import type { Trace } from "../contract/playbook.ts";
import type { ToolInfo } from "../contract/tool.ts";

/** SHA-256 of a value's canonical JSON, lower-case hex. */
export function jsonDigest(value: unknown): Promise<string> {
  return textDigest(canonicalJson(value));
}

/** SHA-256 of a text's UTF-8 bytes, lower-case hex. */
export async function textDigest(text: string): Promise<string> {
  return Array.from(await digestBytes(text), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The same as base64, as a content policy names an inline script. */
export async function base64Digest(text: string): Promise<string> {
  return btoa(String.fromCharCode(...await digestBytes(text)));
}

async function digestBytes(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

/** The digest of a trace: of everything but itself and the header, so that two machines can compare it. */
export function traceDigest(trace: Omit<Trace, "digest" | "header">): Promise<string> {
  const { trace_schema, playbook_id, step_count, steps, claims } = trace;
  return jsonDigest({
    trace_schema,
    playbook_id,
    step_count,
    steps,
    ...(claims === undefined ? {} : { claims }),
  });
}

/** SHA-256 of what a caller of a tool can see of its schemas. */
export function toolDigest({ inputSchema, outputSchema }: ToolInfo): Promise<string> {
  return jsonDigest({
    input: inputSchema,
    ...(outputSchema === undefined ? {} : { output: outputSchema }),
  });
}
