/**
 * The header of a trace: what explains differences and is not compared.
 * @module
 */
import type { Playbook, TraceHeader } from "../contract/playbook.ts";
import type { Surface } from "../contract/tool.ts";
import type { InputValues } from "./bind.ts";
import { jsonDigest, toolDigest } from "./digest.ts";
import type { PlaybookHost, Run } from "./host.ts";
import type { PortableNames } from "./names.ts";
import { findStepTool } from "./step_tools.ts";

/** Describes an open run after its last step, when every repository is known. */
export async function describeRun(
  { playbook, inputs, host, run, names }: {
    readonly playbook: Playbook;
    readonly inputs: InputValues;
    readonly host: PlaybookHost;
    readonly run: Run;
    readonly names: PortableNames;
  },
): Promise<TraceHeader> {
  return {
    frigg_version: host.friggVersion,
    engine_digest: host.engineDigest,
    surface: await surfaceDigests(playbook, host.surface),
    playbook_digest: await jsonDigest(playbook),
    inputs: Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [
        name,
        typeof value === "string" ? names.text(value) : value,
      ]),
    ),
    settings: host.settings,
    repositories: run.repositories().map(({ header }) => header),
  };
}

/** Digests of the schemas of the tools that the steps use. */
async function surfaceDigests(
  { steps }: Playbook,
  surface: Surface,
): Promise<Readonly<Record<string, string>>> {
  const names = [...new Set(steps.map(({ tool_name }) => tool_name))].sort();
  const digests: [string, string][] = [];
  for (const name of names) {
    const tool = findStepTool(surface, name);
    if (tool !== undefined) digests.push([name, await toolDigest(tool.called)]);
  }
  return Object.fromEntries(digests);
}
