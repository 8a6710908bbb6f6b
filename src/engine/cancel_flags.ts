/**
 * Flags that tell a busy worker, without a message, that nobody waits for a call any more.
 *
 * One shared buffer a worker: the host sets a call's flag, the worker polls it.
 * @module
 */
import { ToolError } from "../contract/errors.ts";

/** Calls in flight in one worker; far more than any client makes. */
const SLOTS = 4_096;

/** The host's side. */
export class CancelFlags {
  readonly buffer = new SharedArrayBuffer(SLOTS * Int32Array.BYTES_PER_ELEMENT);
  readonly #flags = new Int32Array(this.buffer);
  readonly #free = Array.from({ length: SLOTS }, (_, slot) => slot);

  /** A cleared flag of one's own. @throws {ToolError} unavailable if all are taken */
  take(): number {
    const slot = this.#free.pop();
    if (slot === undefined) throw new ToolError("unavailable", "Too many calls are in flight");
    Atomics.store(this.#flags, slot, 0);
    return slot;
  }

  set(slot: number): void {
    Atomics.store(this.#flags, slot, 1);
  }

  /** Only once the worker looks at it no more. */
  release(slot: number): void {
    this.#free.push(slot);
  }
}

/** The worker's side: whether the flag of a slot is set. */
export function flagReader(buffer: SharedArrayBuffer): (slot: number) => boolean {
  const flags = new Int32Array(buffer);
  return (slot) => Atomics.load(flags, slot) !== 0;
}
