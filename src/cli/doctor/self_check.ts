/**
 * The program tries itself: it serves a folder of its own over streams in memory and talks to itself as hosts of both
 * eras do. Nothing is started, and neither the environment nor the current folder matters.
 * @module
 */
import type { App } from "../../app.ts";
import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { serveStdio } from "../../mcp/stdio.ts";
import { textLines, withOutputCaught } from "../../platform/process.ts";
import { scratchFolder } from "../../platform/scratch_folder.ts";
import type { CommandCall } from "../command.ts";
import { firstIndex } from "../repositories.ts";
import { openApp } from "../with_app.ts";
import { type Conversation, CONVERSATIONS, SAMPLE } from "./conversations.ts";
import type { Finding } from "./finding.ts";

/** Far more than it takes: whatever hangs has to be told, not waited for. */
const LIMIT_MS = 60_000;

/** Empty if the program does what it should. */
export async function selfCheck(call: CommandCall): Promise<readonly Finding[]> {
  try {
    const troubles = await bounded(trySelf(call));
    return troubles.map(failed);
  } catch (error) {
    return [failed(error instanceof Error ? error.message : String(error))];
  }
}

function failed(message: string): Finding {
  return {
    code: "self_check_failed",
    subject: "this program",
    message,
    advice: "Download or build it again; if that does not help, report it with this text",
  };
}

async function trySelf(call: CommandCall): Promise<readonly string[]> {
  using folder = scratchFolder({ [SAMPLE.path]: SAMPLE.text });
  const { stateDir: _elsewhere, ...settings } = call.settings;
  const own = { ...call, settings: { ...settings, workspaceRoots: [folder.path] } };
  const app = openApp(own, [folder.path]);
  const { value, written } = await withOutputCaught(async () => {
    try {
      await firstIndex(own, await opened(app, folder.path));
      const troubles: string[] = [];
      for (const one of CONVERSATIONS) troubles.push(...await converse(app, one));
      return troubles;
    } finally {
      await app.close();
    }
  });
  if (written === "") return value;
  return [...value, `Something other than the protocol is printed: ${written.slice(0, 200)}`];
}

function opened(app: App, root: string): Promise<Parameters<typeof firstIndex>[1]> {
  const options = { signal: AbortSignal.timeout(LIMIT_MS) };
  return Promise.resolve({ app, roots: [root], dispatch: app.openSession().dispatch, options });
}

/** One connection from opening to end; gives what was wrong. */
async function converse(app: App, { name, steps }: Conversation): Promise<readonly string[]> {
  const [input, output] = [memoryStream(), memoryStream()];
  const logged: string[] = [];
  const streams = { input: input.readable, output: output.writable };
  const served = serveStdio(app, streams, (line) => logged.push(line));
  const lines = textLines(output.readable)[Symbol.asyncIterator]();
  const writer = input.writable.getWriter();
  const troubles: string[] = [];
  for (const { message, expect } of steps) {
    await writer.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
    if (message["id"] === undefined) continue;
    const answer = await answerTo(message["id"], lines);
    const trouble = isJsonObject(answer["result"])
      ? expect(answer["result"])
      : `it is refused: ${JSON.stringify(answer["error"])}`;
    if (trouble !== undefined) troubles.push(`${name}, ${String(message["method"])}: ${trouble}`);
  }
  await writer.close();
  await served;
  return [...troubles, ...logged.map((line) => `${name}: ${line}`)];
}

/** A stream that never leaves the process; nobody waits for its reader. */
function memoryStream(): TransformStream<Uint8Array, Uint8Array> {
  const ample = { highWaterMark: Infinity };
  return new TransformStream({}, ample, ample);
}

/** The answer to a request; whatever is not protocol ends the check. */
async function answerTo(id: unknown, lines: AsyncIterator<string>): Promise<JsonObject> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done === true) throw new Error("The connection ended before a request was answered");
    const message: unknown = JSON.parse(value);
    if (!isJsonObject(message) || message["jsonrpc"] !== "2.0") {
      throw new Error(`Something other than the protocol is sent: ${value.slice(0, 200)}`);
    }
    if (message["id"] === id) return message;
  }
}

async function bounded<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("No answer in time")), LIMIT_MS);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
