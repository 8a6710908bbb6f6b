/**
 * The header of a trace: what explains differences and is not compared.
 * @module
 */
import type { Playbook, TraceHeader, TraceRepository, TraceSource } from "../contract/playbook.ts";
import type { Surface } from "../contract/tool.ts";
import type { InputValues } from "./bind.ts";
import { jsonDigest, toolDigest } from "./digest.ts";
import type { PlaybookHost, Run, RunRepository } from "./host.ts";
import type { PortableNames } from "./names.ts";
import { findStepTool } from "./step_tools.ts";

/** Describes an open run after its last step, when every repository is known. `sources` are those of all steps. */
export async function describeRun(
  { playbook, inputs, host, run, names, sources }: {
    readonly playbook: Playbook;
    readonly inputs: InputValues;
    readonly host: PlaybookHost;
    readonly run: Run;
    readonly names: PortableNames;
    readonly sources: readonly TraceSource[];
  },
): Promise<TraceHeader> {
  return {
    frigg_version: host.friggVersion,
    ...await describeProgram(playbook, inputs, host),
    inputs: Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [
        name,
        typeof value === "string" ? names.text(value) : value,
      ]),
    ),
    repositories: await Promise.all(
      run.repositories().map((repository) => describeRepository(repository, run, sources)),
    ),
  };
}

/** The part of a header that says nothing of the tree; inputs as they were given. */
export async function describeProgram(
  playbook: Playbook,
  inputs: InputValues,
  host: Pick<PlaybookHost, "engineDigest" | "surface" | "settings">,
): Promise<Omit<TraceHeader, "frigg_version" | "repositories">> {
  return {
    engine_digest: host.engineDigest,
    surface: await surfaceDigests(playbook, host.surface),
    playbook_digest: await jsonDigest(playbook),
    inputs,
    settings: host.settings,
  };
}

/**
 * A repository with its commit. A tree is compared with the commit as far as it is walked; sources beyond that, such
 * as ignored files, may not be in the commit at all, so with them the tree counts as dirty.
 */
async function describeRepository(
  { id, header, atCommit }: RunRepository,
  run: Run,
  sources: readonly TraceSource[],
): Promise<TraceRepository> {
  if (header.vcs === null || header.vcs.dirty || atCommit === true) return header;
  const own = sources.filter(({ repository }) => repository === header.alias);
  for (const path of new Set(own.map((source) => source.path))) {
    const probe = await run.probe(id, path);
    if (probe.kind !== "file" || probe.ignored) {
      return { ...header, vcs: { ...header.vcs, dirty: true } };
    }
  }
  return header;
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
