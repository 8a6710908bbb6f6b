/**
 * Progress of a long call on stderr: a bar where a terminal can redraw it, nothing elsewhere. The gate to
 * `cli-progress`.
 * @module
 */
import cliProgress from "cli-progress";

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

/** A bar that appears with the first report; `visible` says whether stderr can show one. */
export function startProgress(visible: boolean): Progress {
  return visible ? barProgress() : SILENT;
}

function barProgress(): Progress {
  const bar: Bar = new cliProgress.SingleBar({
    format: "{what} {bar} {value}/{total}",
    clearOnComplete: true,
    hideCursor: null,
    // Switching wrapping off would outlive an interrupt.
    linewrap: true,
  }, cliProgress.Presets.shades_classic);
  let started = false;
  return {
    report: (done, total, what): void => {
      if (!started) bar.start(total ?? done, done, { what });
      started = true;
      bar.setTotal(Math.max(total ?? done, done));
      bar.update(done, { what });
    },
    stop: (): void => {
      if (started) bar.stop();
      started = false;
    },
  };
}
