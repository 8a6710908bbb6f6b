/**
 * Progress of a long call on stderr: a bar where a terminal can redraw it, nothing elsewhere. The gate to
 * `cli-progress`.
 * @module
 */
import cliProgress from "cli-progress";
import type { Console } from "./console.ts";

/** Shows progress; `stop` takes the bar away until the next report. `total` is undefined as long as nobody knows it. */
export interface Progress {
  report(done: number, total: number | undefined, what: string): void;
  stop(): void;
}

/** What of the library's bar is used; the package has no types of its own. */
interface Bar {
  start(total: number, done: number, payload: { what: string }): void;
  update(done: number, payload: { what: string }): void;
  setTotal(total: number): void;
  stop(): void;
}

const SILENT: Progress = { report: () => {}, stop: () => {} };

export function startProgress({ hasProgress }: Console): Progress {
  return hasProgress ? barProgress() : SILENT;
}

function barProgress(): Progress {
  const bar: Bar = new cliProgress.SingleBar({
    format: "{what} {bar} {value}/{total}",
    clearOnComplete: true,
    hideCursor: null,
  }, cliProgress.Presets.shades_classic);
  let started = false;
  return {
    report(done, total, what) {
      if (!started) bar.start(total ?? done, done, { what });
      started = true;
      bar.setTotal(Math.max(total ?? done, done));
      bar.update(done, { what });
    },
    stop() {
      if (started) bar.stop();
      started = false;
    },
  };
}
