/**
 * Where each value of a document stands, and the collector of what is wrong there.
 * @module
 */
import { pointerKeys, pointerTo } from "../contract/json_pointer.ts";
import { PlaybookError, type Problem } from "./problem.ts";

/** A place in a document's text. */
export interface Place {
  /** 1-based; columns in UTF-8 bytes. */
  readonly line: number;
  readonly column: number;
  /** The scalar as it was written, such as `012` for the number 12. */
  readonly written?: string;
}

/** Places by JSON pointer; empty for documents that came as values. */
export interface Places {
  readonly values: ReadonlyMap<string, Place>;
  readonly keys: ReadonlyMap<string, Place>;
}

export const NO_PLACES: Places = { values: new Map(), keys: new Map() };

/** Collects the problems of one document. */
export class Problems {
  readonly #file: string | undefined;
  readonly #places: Places;
  readonly #list: Problem[] = [];
  #stepOf: (pointer: string) => string | undefined = () => undefined;

  constructor(file: string | undefined, places: Places) {
    this.#file = file;
    this.#places = places;
  }

  get list(): readonly Problem[] {
    return this.#list;
  }

  /** Names the step of a pointer in problems found from now on. */
  nameSteps(stepOf: (pointer: string) => string | undefined): void {
    this.#stepOf = stepOf;
  }

  /** The scalar at a pointer as it was written, if the document was text. */
  written(pointer: string): string | undefined {
    return this.#places.values.get(pointer)?.written;
  }

  error(pointer: string, message: string, at: "value" | "key" = "value"): void {
    this.#add("error", pointer, message, at);
  }

  warn(pointer: string, message: string): void {
    this.#add("warning", pointer, message, "value");
  }

  /** @throws {PlaybookError} if there is an error */
  throwIfAny(): void {
    const [first, ...rest] = this.#list.filter(({ severity }) => severity === "error");
    if (first !== undefined) throw new PlaybookError([first, ...rest]);
  }

  #add(severity: Problem["severity"], pointer: string, message: string, at: "value" | "key"): void {
    const place = (at === "key" ? this.#places.keys.get(pointer) : undefined) ??
      nearestPlace(this.#places.values, pointer);
    const stepId = this.#stepOf(pointer);
    this.#list.push({
      severity,
      ...(this.#file === undefined ? {} : { file: this.#file }),
      ...(place === undefined ? {} : { line: place.line, column: place.column }),
      pointer,
      ...(stepId === undefined ? {} : { stepId }),
      message,
    });
  }
}

/** The place of a value, or of the innermost value around it: a missing key stands nowhere. */
function nearestPlace(values: ReadonlyMap<string, Place>, pointer: string): Place | undefined {
  const keys = [...pointerKeys(pointer)];
  for (;;) {
    const place = values.get(keys.reduce(pointerTo, ""));
    if (place !== undefined || keys.length === 0) return place;
    keys.pop();
  }
}
