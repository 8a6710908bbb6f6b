/** Every client has the same conversation with the program, over standard input and output and over HTTP. */
import assert from "node:assert/strict";
import type { VersionNegotiationMode } from "@modelcontextprotocol/client";
import { converse, type Speaker, SPOKEN_FILES } from "../support/conversation.ts";
import { type TempRepo, tempRepo } from "../support/repo.ts";
import { ServedProgram } from "../support/served.ts";
import { firstGeneration, inspector, type Place, secondGeneration } from "../support/speakers.ts";
import { frigg, IS_BINARY } from "./frigg.ts";

interface ClientCase {
  readonly name: string;
  readonly open: (place: Place) => Speaker | Promise<Speaker>;
  /** It is fetched, and takes seconds for each call: enough to have it talk to the compiled file. */
  readonly ignore?: boolean;
}

const MODES: readonly { readonly mode: VersionNegotiationMode; readonly version: string }[] = [
  { mode: "legacy", version: "2025-11-25" },
  { mode: "auto", version: "2026-07-28" },
  { mode: { pin: "2026-07-28" }, version: "2026-07-28" },
];

const CLIENTS: readonly ClientCase[] = [
  ...MODES.map(({ mode, version }): ClientCase => ({
    name: `second generation, ${JSON.stringify(mode)}`,
    open: (place) => secondGeneration(place, mode, version),
  })),
  { name: "first generation", open: firstGeneration },
  { name: "inspector", open: inspector, ignore: !IS_BINARY },
];

// The clients leave a timer with which they would kill a process that does not end, and a stream they do not wait for.
const CLIENT_LEFTOVERS = { sanitizeOps: false, sanitizeResources: false };

/** A folder with an index: a server builds a missing one in the background, and a loaded machine takes its time. */
async function spokenRepo(): Promise<TempRepo> {
  const repo = tempRepo(SPOKEN_FILES);
  const { code, stderr } = await frigg(["index", "--quiet", "--workspace-root", repo.root]);
  assert.equal(code, 0, stderr);
  return repo;
}

async function talk(t: Deno.TestContext, place: Place): Promise<void> {
  for (const { name, open, ignore = false } of CLIENTS) {
    const fn = async (t: Deno.TestContext): Promise<void> => {
      const speaker = await open(place);
      await converse(t, speaker);
      await speaker.close();
    };
    await t.step({ name, ignore, fn });
  }
}

Deno.test("every client converses over standard input and output", CLIENT_LEFTOVERS, async (t) => {
  using repo = await spokenRepo();
  await talk(t, { kind: "stdio", root: repo.root });
});

Deno.test("every client converses over HTTP", CLIENT_LEFTOVERS, async (t) => {
  using repo = await spokenRepo();
  const program = await ServedProgram.start(["--workspace-root", repo.root]);
  await talk(t, { kind: "http", url: program.url });
  const { code, stdout } = await program.stop();
  assert.deepEqual([code, stdout], [0, ""]);
});
