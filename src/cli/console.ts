/**
 * Where a command writes: results to stdout, everything else to stderr.
 *
 * Colours only on a terminal that has not been told otherwise (NO_COLOR, FORCE_COLOR, `--no-color`).
 * @module
 */
import { environment, isTerminal, textWriter } from "../platform/process.ts";
import { type Progress, startProgress } from "./progress.ts";

/** Styles of text, each a function that leaves the text alone where there are no colours. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

export interface Console {
  /** The result. Without a line end of its own. */
  print(text: string): void;
  /** Notes for people; silent with `--quiet`. */
  note(text: string): void;
  /** What went wrong; never silent. */
  warn(text: string): void;
  /** Details that are shown with `--verbose` only. */
  detail(text: string): void;
  readonly paint: Paint;
  /** Shown on stderr where that is a terminal; everything that is written takes it away first. */
  readonly progress: Progress;
}

export interface ConsoleOptions {
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** `--no-color` was given. */
  readonly noColor: boolean;
}

/** Control Sequence Introducer numbers: on, off. */
const STYLES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export function processConsole({ quiet, verbose, noColor }: ConsoleOptions): Console {
  const progress = startProgress(
    !quiet && isTerminal("stderr") && environment("TERM") !== "dumb",
  );
  const lineWriter = (stream: "stdout" | "stderr"): (text: string) => void => {
    const write = textWriter(stream);
    return (text) => {
      progress.stop();
      write(text.endsWith("\n") ? text : `${text}\n`);
    };
  };
  const warn = lineWriter("stderr");
  return {
    print: lineWriter("stdout"),
    note: (text) => quiet ? undefined : warn(text),
    warn,
    detail: (text) => verbose ? warn(text) : undefined,
    paint: paint(!noColor && wantsColor()),
    progress,
  };
}

/** The conventions of no-color.org and force-color.org. */
function wantsColor(): boolean {
  if (environment("NO_COLOR") !== undefined) return false;
  const forced = environment("FORCE_COLOR");
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return isTerminal("stdout") && environment("TERM") !== "dumb";
}

function paint(enabled: boolean): Paint {
  const style = (name: keyof typeof STYLES) => (text: string): string => {
    const [on, off] = STYLES[name];
    return enabled ? `\x1b[${on}m${text}\x1b[${off}m` : text;
  };
  return {
    bold: style("bold"),
    dim: style("dim"),
    red: style("red"),
    green: style("green"),
    yellow: style("yellow"),
    cyan: style("cyan"),
  };
}
