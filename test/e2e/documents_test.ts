/**
 * Runs the examples of the documents. `FRIGG_GOLDEN=write` puts what they print into the documents.
 */
import assert from "node:assert/strict";
import { CommandError } from "../../src/cli/exit.ts";
import { parseArguments } from "../../src/cli/parse.ts";
import { commandTable } from "../../src/cli/table.ts";
import {
  type Example,
  examplesOf,
  friggLines,
  type Part,
  shellWords,
  steady,
  withOutputs,
} from "../support/documents.ts";
import { isGoldenWrite } from "../support/golden.ts";
import { programCommand, programEnvironment } from "../support/program.ts";

const PROJECT = new URL("../..", import.meta.url).pathname;
const DOCUMENTS = ["README.md", ...await documentsIn("docs")];

async function documentsIn(folder: string): Promise<string[]> {
  const names = await Array.fromAsync(Deno.readDir(`${PROJECT}${folder}`), ({ name }) => name);
  return names.filter((name) => name.endsWith(".md")).toSorted().map((name) => `${folder}/${name}`);
}

for (const path of DOCUMENTS) {
  Deno.test(`${path} shows what frigg prints`, async (t) => {
    const markdown = await Deno.readTextFile(`${PROJECT}${path}`);
    const examples = examplesOf(markdown);
    const outputs = new Map<Part, string>();
    await using place = await Place.make();
    for (const example of examples) await runExample(t, place, example, outputs);
    if (isGoldenWrite()) {
      await Deno.writeTextFile(`${PROJECT}${path}`, withOutputs(markdown, outputs));
    }
  });
}

async function runExample(
  t: Deno.TestContext,
  place: Place,
  example: Example,
  outputs: Map<Part, string>,
): Promise<void> {
  switch (example.kind) {
    case "file":
      return await place.write(example.path, example.text);
    case "hidden": {
      const { code, output } = await place.run(example.command);
      return assert.equal(code, 0, `${example.command}: ${output}`);
    }
    case "shown": {
      const { output } = await place.run(example.command);
      if (isGoldenWrite()) outputs.set(example.output, output);
      else {
        await t.step(`line ${example.output.line}: ${example.command}`, () => {
          assert.equal(steady(output), steady(example.output.text));
        });
      }
      return;
    }
    case "commands":
      for (const line of friggLines(example.text)) {
        await t.step(
          `line ${example.line}: ${line}`,
          () => assertParses(shellWords(line).slice(1)),
        );
      }
  }
}

function assertParses(args: readonly string[]): void {
  try {
    parseArguments(args, commandTable(80));
  } catch (error) {
    if (error instanceof CommandError) assert.fail(error.message);
    throw error;
  }
}

/** A copy of what the project ships, with `frigg` on its path. */
class Place {
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
  }

  static async make(): Promise<Place> {
    const root = await Deno.makeTempDir();
    const { command, args } = programCommand([]);
    const words = [command, ...args].map((word) => `'${word}'`).join(" ");
    for (const folder of ["bin", "work"]) await Deno.mkdir(`${root}/${folder}`);
    await Deno.writeTextFile(`${root}/bin/frigg`, `#!/bin/sh\nexec ${words} "$@"\n`);
    await Deno.chmod(`${root}/bin/frigg`, 0o755);
    const place = new Place(root);
    const { code, output } = await place.run(`cp -R '${PROJECT}fixtures' '${PROJECT}playbooks' .`);
    assert.equal(code, 0, output);
    return place;
  }

  async write(path: string, text: string): Promise<void> {
    const whole = `${this.#root}/work/${path}`;
    await Deno.mkdir(whole.slice(0, whole.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(whole, text);
  }

  /** What a terminal would show; it is none, so there are no colours. */
  async run(command: string): Promise<{ readonly code: number; readonly output: string }> {
    const { code, stdout } = await new Deno.Command("sh", {
      args: ["-c", `{ ${command}\n} 2>&1`],
      cwd: `${this.#root}/work`,
      clearEnv: true,
      env: { ...programEnvironment(), PATH: `${this.#root}/bin:/usr/bin:/bin`, HOME: this.#root },
    }).output();
    return { code, output: new TextDecoder().decode(stdout) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.#root, { recursive: true });
  }
}
