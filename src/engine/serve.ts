/**
 * The worker's side of the boundary: one message in, the operation run, one reply out.
 *
 * Requests run side by side: each gives the others their turn (budget.ts).
 * @module
 */
import { Budget } from "./budget.ts";
import { failureReply } from "./call_errors.ts";
import { flagReader } from "./cancel_flags.ts";
import { buffersOf } from "./handed_over.ts";
import type { Running } from "./operations/running.ts";
import { OPERATIONS } from "./operations/table.ts";
import type {
  AnyRequest,
  AttachMessage,
  OpenRequest,
  OperationName,
  Operations,
  ReplyMessage,
  RequestMessage,
} from "./protocol.ts";
import { statusOf } from "./snapshot_holder.ts";
import { type Opened, openRepository } from "./worker_state.ts";

type Post = (reply: ReplyMessage, transfer: Transferable[]) => void;

/** Milliseconds between two reports of progress of one call. */
const PROGRESS_MS = 100;

/** Gives the function that takes the worker's messages; it never throws. */
export function serve(post: Post): (message: AttachMessage | AnyRequest) => Promise<void> {
  let opened: Opened | undefined;
  let isFlagSet = (_slot: number): boolean => false;
  const answer = (message: AnyRequest): unknown => {
    if (message.operation === "open") {
      opened = openRepository(message.request, opened);
      return openedStatus(message.request, opened);
    }
    if (opened === undefined) throw new RangeError("The worker is not open");
    const { id, slot, deadlineMs } = message;
    const budget = new Budget({ deadlineMs, isCancelled: () => isFlagSet(slot) });
    return run(message, {
      opened,
      budget,
      progress: reporter(id, post),
      handOver: (built) => post({ id, kind: "built", built }, buffersOf(built)),
    });
  };
  return async (message) => {
    if ("cancelFlags" in message) {
      isFlagSet = flagReader(message.cancelFlags);
      return;
    }
    const { id } = message;
    try {
      post({ id, kind: "result", result: await answer(message) }, []);
    } catch (error) {
      post(failureReply(id, error), []);
    }
  };
}

/** A builder looks at the store under the lock, and not before. */
function openedStatus({ role }: OpenRequest, { holder }: Opened): Operations["open"]["result"] {
  return role === "builder" ? { state: "missing" } : statusOf(holder.look());
}

function run<Name extends Exclude<OperationName, "open">>(
  { operation, request }: RequestMessage<Name>,
  running: Running,
): unknown {
  running.budget.check();
  return OPERATIONS[operation](request, running);
}

/** Passes on the first report and the last, and of the others what people can follow. */
function reporter(id: number, post: Post): (done: number, total?: number, what?: string) => void {
  let lastMs = -Infinity;
  return (done, total, what = "") => {
    const nowMs = performance.now();
    if (done !== total && nowMs - lastMs < PROGRESS_MS) return;
    lastMs = nowMs;
    post({ id, kind: "progress", done, ...(total === undefined ? {} : { total }), what }, []);
  };
}
