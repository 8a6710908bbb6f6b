/** The workflow of docs/ci.md: it is YAML, its commands are frigg's, and its replay does what the guide says. */
import assert from "node:assert/strict";
import { parse } from "yaml";
import { z } from "zod";
import { CommandError } from "../../src/cli/exit.ts";
import { parseArguments } from "../../src/cli/parse.ts";
import { commandTable } from "../../src/cli/table.ts";
import { REPORT_FORMATS } from "../../src/playbook/report/formats.ts";
import { sarifProblems } from "../support/sarif.ts";
import { friggLines, shellWords } from "../support/documents.ts";
import { programCommand, programEnvironment } from "../support/program.ts";
import { type Checkout, PROJECT, shopCheckout } from "./frigg.ts";

const Workflow = z.looseObject({
  name: z.string(),
  on: z.looseObject({ pull_request: z.null() }),
  jobs: z.record(
    z.string(),
    z.looseObject({
      "runs-on": z.string(),
      permissions: z.record(z.string(), z.enum(["read", "write"])),
      steps: z.array(z.strictObject({
        name: z.string().optional(),
        if: z.string().optional(),
        env: z.record(z.string(), z.string()).optional(),
        uses: z.string().regex(/^[\w-]+\/[\w/-]+@v\d+$/).optional(),
        with: z.record(z.string(), z.unknown()).optional(),
        run: z.string().optional(),
      })),
    }),
  ),
});
type Step = z.infer<typeof Workflow>["jobs"][string]["steps"][number];

async function stepsOfGuide(): Promise<readonly Step[]> {
  const guide = await Deno.readTextFile(`${PROJECT}docs/ci.md`);
  const [block, ...others] = [...guide.matchAll(/^```yaml\n([^]*?)^```$/gm)];
  assert(block?.[1] !== undefined && others.length === 0, "the guide has one workflow");
  const { jobs } = Workflow.parse(parse(block[1]));
  return Object.values(jobs).flatMap(({ steps }) => steps);
}

/** Scripts with their continued lines in one. */
function script({ run = "" }: Step): string {
  return run.replaceAll(/\\\n\s*/g, "");
}

function named(steps: readonly Step[], name: string): Step {
  const step = steps.find((one) => one.name === name);
  assert(step !== undefined, `no step "${name}"`);
  return step;
}

/** Runs a script as the runner does, in a bash that stops at the first failure; `ci` as it is on a desk or there. */
async function runScript(copy: Checkout, text: string, ci = "true"): Promise<number> {
  const { command, args } = programCommand([]);
  const words = [command, ...args].map((word) => `'${word}'`).join(" ");
  // Hidden, so that no playbook finds it.
  copy.write(".bin/frigg", `#!/bin/sh\nexec ${words} "$@"\n`);
  await Deno.chmod(`${copy.root}/.bin/frigg`, 0o755);
  const { code } = await new Deno.Command("bash", {
    args: ["-e", "-o", "pipefail", "-c", text],
    cwd: copy.root,
    clearEnv: true,
    env: { ...programEnvironment(), CI: ci, PATH: `${copy.root}/.bin:/usr/bin:/bin` },
  }).output();
  return code;
}

function assertParses(line: string): void {
  try {
    parseArguments(shellWords(line).slice(1), commandTable(80));
  } catch (error) {
    if (error instanceof CommandError) assert.fail(`${line}: ${error.message}`);
    throw error;
  }
}

Deno.test("the workflow's commands are frigg's", async () => {
  const steps = await stepsOfGuide();
  for (const step of steps) {
    assert.equal([step.run, step.uses].filter((part) => part !== undefined).length, 1);
  }
  const lines = steps.flatMap((step) => friggLines(script(step)));
  assert.equal(lines.length, 2);
  for (const line of lines) assertParses(line);
  const reports = lines.flatMap((line) => [...line.matchAll(/--report (\w+)=(\S+)/g)]);
  assert.deepEqual(reports.map(([, kind, file]) => `${kind} ${file}`), [
    "junit evidence/replay.xml",
    "sarif evidence/replay.sarif",
    "markdown evidence/replay.md",
    "html evidence/replay.html",
  ]);
  for (const [, kind = ""] of reports) assert(REPORT_FORMATS.has(kind), kind);
});

interface Sarif {
  readonly runs: readonly {
    readonly results: readonly {
      readonly locations: readonly [{ physicalLocation: { artifactLocation: { uri: string } } }];
    }[];
  }[];
}

/** Places of the results, each once. */
function placesOf({ runs }: Sarif): string[] {
  const uris = runs.flatMap(({ results }) =>
    results.map(({ locations: [{ physicalLocation }] }) => physicalLocation.artifactLocation.uri)
  );
  return [...new Set(uris)];
}

Deno.test("the workflow's replay passes, and after drift fails with everything that is uploaded", async () => {
  using copy = shopCheckout();
  const steps = await stepsOfGuide();
  const replay = script(named(steps, "Replay"));
  assert.equal(await runScript(copy, script(named(steps, "Check the playbooks"))), 0);
  assert.equal(await runScript(copy, replay), 0);
  const source = "fixtures/shop/src/session.ts";
  copy.write(source, copy.read(source).replace("15 * 60 * 1000", "8 * 3600 * 1000"));
  assert.equal(await runScript(copy, replay), 1);
  const uploaded = named(steps, "Mark the changed lines").with?.["sarif_file"];
  assert.equal(uploaded, "evidence/replay.sarif");
  assert.equal(named(steps, "Keep reports and traces").with?.["path"], "evidence");
  assert(script(named(steps, "Comment")).includes("--body-file evidence/replay.md"));
  assert.match(copy.read("evidence/replay.md"), /session-timeout \| drift/);
  const sarif = JSON.parse(copy.read("evidence/replay.sarif"));
  assert.deepEqual(sarifProblems(sarif), []);
  assert.deepEqual(placesOf(sarif), [source]);
  assert.equal(copy.exists("playbooks/session-timeout.trace.new.json"), false);
  const accept =
    "frigg playbook accept session-timeout --from evidence/traces/session-timeout.trace.json";
  assert.equal(await runScript(copy, accept), 2);
  assert.equal(await runScript(copy, accept, "false"), 0);
  assert.equal(await runScript(copy, replay), 0);
});
