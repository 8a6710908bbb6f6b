/**
 * The gate to the system's notices about a folder: what changed below it, without opening anything in it.
 *
 * A notice is a hint. The system may merge, reorder or drop notices; it says so by `overflow` at best.
 * @module
 */

/** What the system says happened. Paths are absolute, as the system spells them. */
export type FileNotice =
  | {
    readonly kind: "paths";
    readonly paths: readonly string[];
    readonly how: "removed" | "renamed" | "changed";
  }
  /** Notices were dropped: anything may have changed. */
  | { readonly kind: "overflow" };

/** Told of notices until it is stopped; `ended` once, if the system ends the watch. */
export interface NoticeTaker {
  noticed(notice: FileNotice): void;
  ended(reason: string): void;
}

/**
 * Starts to watch everything below a folder; gives a function that stops it. Tests pass their own.
 *
 * @throws if the system refuses
 */
export type WatchFiles = (root: string, taker: NoticeTaker) => () => void;

export const watchFiles: WatchFiles = (root: string, taker: NoticeTaker): () => void => {
  const watcher = Deno.watchFs(root, { recursive: true });
  let stopped = false;
  const end = (reason: string): void => {
    if (!stopped) taker.ended(reason);
  };
  passOn(watcher, taker).then(
    () => end("the system ended the watch"),
    (error: unknown) => end(error instanceof Error ? error.message : String(error)),
  );
  return () => {
    if (!stopped) watcher.close();
    stopped = true;
  };
};

async function passOn(watcher: Deno.FsWatcher, taker: NoticeTaker): Promise<void> {
  for await (const event of watcher) {
    const notice = noticeOf(event);
    if (notice !== undefined) taker.noticed(notice);
  }
}

const HOW: Readonly<Record<string, "removed" | "renamed">> = {
  remove: "removed",
  rename: "renamed",
};

/** Reading a file is no change; what the system cannot name may be anything. */
function noticeOf({ kind, paths, flag }: Deno.FsEvent): FileNotice | undefined {
  if (flag === "rescan") return { kind: "overflow" };
  if (kind === "access") return undefined;
  if (paths.length === 0) return { kind: "overflow" };
  return { kind: "paths", paths, how: HOW[kind] ?? "changed" };
}
