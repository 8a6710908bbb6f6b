/**
 * The program over one corpus, in this process but with its real workers.
 * @module
 */
import { type App, createApp } from "../../src/app.ts";
import type { Json, JsonObject } from "../../src/contract/json.ts";
import { MAX_FILE_BYTES, MAX_FILES } from "../../src/contract/limits.ts";
import type { Dispatch } from "../../src/contract/tool.ts";
import type { RepositoryEngine } from "../../src/engine/repository_engine.ts";
import { Adopted } from "../../src/session/adopted.ts";

/** Nothing ends a measured call. */
export const CALL = { signal: new AbortController().signal };

export class Workbench implements AsyncDisposable {
  readonly engine: RepositoryEngine;
  readonly #app: App;
  readonly #dispatch: Dispatch;

  private constructor(app: App, engine: RepositoryEngine) {
    this.#app = app;
    this.engine = engine;
    this.#dispatch = app.openSession().dispatch;
  }

  static async open(root: string, stateDir: string): Promise<Workbench> {
    const app = createApp({
      roots: [root],
      cwd: root,
      home: undefined,
      limits: { maxFileBytes: MAX_FILE_BYTES, maxFiles: MAX_FILES },
      log: (line) => Deno.stderr.writeSync(new TextEncoder().encode(line + "\n")),
      stateDir,
    });
    const request = { path: root, resolveMode: "direct", makeDefault: false } as const;
    const { engine } = await app.workspace.adopt(new Adopted(), request, CALL);
    return new Workbench(app, engine);
  }

  /** Names of all tools. */
  get tools(): readonly string[] {
    return this.#app.surface.tools.map(({ name }) => name);
  }

  /**
   * A tool's answer.
   *
   * @throws {Error} for a refusal: a measured call must succeed
   */
  async call(tool: string, args: Json): Promise<JsonObject> {
    const outcome = await this.#dispatch(tool, args, CALL);
    if (outcome.status === "ok") return outcome.response;
    throw new Error(`${tool} refused ${JSON.stringify(args).slice(0, 200)}`, {
      cause: outcome.error,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#app.close();
  }
}
