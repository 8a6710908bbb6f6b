/**
 * The messages of one client as lines of two streams.
 *
 * The library's own transport is silent about a line that is no message and ends at one that is too long. Here both
 * get an error, with the id null unless the line has one, and the next line is read.
 * @module
 */
import { isJsonObject } from "../contract/json.ts";
import { MAX_STDIO_MESSAGE_BYTES } from "../contract/limits.ts";
import { linesOf } from "./byte_lines.ts";
import { cancelledId, isRequestId, type RequestId } from "./request_id.ts";
import { refusalError } from "./result.ts";
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from "./server.ts";
import { UnderWay } from "./under_way.ts";

/** How long answers under way may still take once the input has ended; a host expects the end within 1 s. */
const LAST_ANSWERS_MS = 700;

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const LINE_FEED = "\n";

/** Where a client's bytes come from and where ours go. */
export interface ByteStreams {
  readonly input: ReadableStream<Uint8Array>;
  readonly output: WritableStream<Uint8Array>;
}

export class StdioTransport implements Transport {
  onclose?: Transport["onclose"];
  onerror?: Transport["onerror"];
  onmessage?: Transport["onmessage"];
  readonly #input: ReadableStream<Uint8Array>;
  readonly #output: WritableStreamDefaultWriter<Uint8Array>;
  readonly #encoder = new TextEncoder();
  readonly #underWay = new UnderWay();
  /** What to call when a request has its answer, or wants none any more. */
  readonly #ends = new Map<RequestId, () => void>();
  #closed = false;

  constructor({ input, output }: ByteStreams) {
    this.#input = input;
    this.#output = output.getWriter();
  }

  start(): Promise<void> {
    // Ends with the input, long after this.
    void this.#read();
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#write(message);
    if (!("method" in message) && message.id !== undefined) this.#end(message.id);
  }

  close(): Promise<void> {
    if (!this.#closed) {
      this.#closed = true;
      this.onclose?.();
    }
    return Promise.resolve();
  }

  async #read(): Promise<void> {
    try {
      for await (const line of linesOf(this.#input, MAX_STDIO_MESSAGE_BYTES)) {
        if (this.#closed) return;
        await this.#take(line);
      }
      // `frigg < requests` is answered too.
      await this.#underWay.settled(LAST_ANSWERS_MS);
    } catch (error) {
      this.#report(error);
    }
    await this.close();
  }

  async #take(line: Uint8Array | undefined): Promise<void> {
    if (line === undefined) {
      const message = `The message is longer than ${MAX_STDIO_MESSAGE_BYTES} bytes`;
      return await this.#refuse(INVALID_REQUEST, message);
    }
    const text = textOf(line);
    if (text?.trim() === "") return;
    const json = text === undefined ? undefined : jsonOf(text);
    if (json === undefined) return await this.#refuse(PARSE_ERROR, "The line is no JSON");
    const message = messageOf(json);
    if (message === undefined) {
      return await this.#refuse(INVALID_REQUEST, "The line is no message", idOf(json));
    }
    this.#note(message);
    this.onmessage?.(message);
  }

  #note(message: JSONRPCMessage): void {
    if (!("method" in message)) return;
    if ("id" in message) this.#ends.set(message.id, this.#underWay.begin());
    // A cancelled request gets no answer.
    const cancelled = cancelledId(message);
    if (cancelled !== undefined) this.#end(cancelled);
  }

  #end(id: RequestId): void {
    this.#ends.get(id)?.();
    this.#ends.delete(id);
  }

  /** Answers what no server gets to see. */
  async #refuse(rpc: number, message: string, id: RequestId | null = null): Promise<void> {
    const error = refusalError("invalid_params", message, rpc);
    await this.#write({ jsonrpc: "2.0", id, error });
  }

  async #write(message: object): Promise<void> {
    try {
      await this.#output.write(this.#encoder.encode(JSON.stringify(message) + LINE_FEED));
    } catch (error) {
      // Nobody reads any more.
      this.#report(error);
      await this.close();
    }
  }

  #report(error: unknown): void {
    this.onerror?.(error instanceof Error ? error : new Error(String(error)));
  }
}

/** undefined if the bytes are no UTF-8. */
function textOf(line: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(line);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** undefined if the text is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** undefined if the value is no message. */
function messageOf(value: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(value);
  } catch {
    // The library throws an error of its validator's, which says nothing to a client.
    return undefined;
  }
}

function idOf(value: unknown): RequestId | null {
  const id = isJsonObject(value) ? value["id"] : undefined;
  return isRequestId(id) ? id : null;
}
