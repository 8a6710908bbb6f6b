/**
 * The JSON of a request's body, bounded.
 * @module
 */
import { MAX_HTTP_BODY_BYTES } from "../contract/limits.ts";
import { rpcError } from "./http_errors.ts";
import { isJsonContentType, readRequestBody } from "./server.ts";

export type Body =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "refused"; readonly response: Response };

const PARSE_ERROR = -32_700;
/** How much of a body that is too large is thrown away, so that its sender gets to read the answer. */
const MAX_DISCARDED_BYTES = 4 * MAX_HTTP_BODY_BYTES;

/** Reads the message of a POST. */
export async function readBody(request: Request): Promise<Body> {
  if (!isJsonContentType(request.headers.get("content-type"))) {
    return refused(rpcError(415, "invalid_params", "The Content-Type must be application/json"));
  }
  const text = await readText(request);
  if (text === undefined) return refused(rpcError(400, "invalid_params", "The body broke off"));
  if (text.tooLarge) {
    const message = `The body must not exceed ${MAX_HTTP_BODY_BYTES} bytes`;
    return refused(rpcError(413, "invalid_params", message));
  }
  try {
    return { kind: "json", value: JSON.parse(text.text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return refused(rpcError(400, "invalid_params", "The body is no JSON", PARSE_ERROR));
  }
}

/** The text, if it is not too large; undefined if its sender went away. */
async function readText(
  request: Request,
): Promise<Awaited<ReturnType<typeof readRequestBody>> | undefined> {
  try {
    const text = await readRequestBody(request, MAX_HTTP_BODY_BYTES);
    if (text.tooLarge) await discard(request);
    return text;
  } catch {
    // Nothing but the connection can fail here, and only its sender could be told.
    return undefined;
  }
}

function refused(response: Response): Body {
  return { kind: "refused", response };
}

async function discard({ body }: Request): Promise<void> {
  if (body === null) return;
  let rest = MAX_DISCARDED_BYTES;
  // Leaving the loop cancels the stream, and with it the connection.
  for await (const piece of body) {
    rest -= piece.byteLength;
    if (rest < 0) return;
  }
}
