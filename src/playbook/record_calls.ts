/**
 * Which calls of a recording are the same: equal params of one tool, looked up in the same place.
 * @module
 */
import { canonicalJson } from "../contract/canonical_json.ts";
import type { JsonObject } from "../contract/json.ts";
import type { ToolInfo } from "../contract/tool.ts";

export class KnownCalls {
  /** Step ids by tool, params and place. */
  readonly #steps = new Map<string, string>();
  /** The call that chose where to look last: after another choice an equal call may give something else. */
  #place: { readonly params: string; readonly stepId: string } | undefined;

  /** The step that repeats a call; undefined for one that was not made before. */
  find(tool: ToolInfo, params: JsonObject): string | undefined {
    if (!choosesPlace(tool, params)) return this.#steps.get(this.#key(tool, params));
    return this.#place?.params === canonicalJson(params) ? this.#place.stepId : undefined;
  }

  add(tool: ToolInfo, params: JsonObject, stepId: string): void {
    if (choosesPlace(tool, params)) this.#place = { params: canonicalJson(params), stepId };
    else this.#steps.set(this.#key(tool, params), stepId);
  }

  #key(tool: ToolInfo, params: JsonObject): string {
    return canonicalJson([tool.name, params, this.#place?.params ?? ""]);
  }
}

/** Of the tools that change the session, those calls that name something. */
function choosesPlace({ evidence }: ToolInfo, params: JsonObject): boolean {
  return evidence === "control_plane" && Object.keys(params).length > 0;
}
