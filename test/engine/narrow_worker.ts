/// <reference no-default-lib="true" />
/// <reference lib="deno.worker" />
/**
 * Tries what a worker of the engine must not be able to do, and reports what worked.
 * @module
 */
interface Targets {
  readonly inside: string;
  readonly outside: string;
  readonly state: string;
}

self.onmessage = async (event: MessageEvent<Targets>): Promise<void> => {
  const { inside, outside, state } = event.data;
  const attempts: Readonly<Record<string, () => unknown>> = {
    readInside: () => Deno.readTextFileSync(inside),
    readOutside: () => Deno.readTextFileSync(outside),
    writeInside: () => Deno.writeTextFileSync(inside, "x"),
    writeOutside: () => Deno.writeTextFileSync(outside, "x"),
    writeState: () => Deno.writeTextFileSync(`${state}/x`, "x"),
    environment: () => Deno.env.get("HOME"),
    network: () => Deno.listen({ hostname: "127.0.0.1", port: 0 }).close(),
    subprocess: () => new Deno.Command(Deno.build.os === "windows" ? "cmd" : "true").outputSync(),
    system: () => Deno.hostname(),
  };
  const worked: string[] = [];
  for (const [name, attempt] of Object.entries(attempts)) {
    try {
      await attempt();
      worked.push(name);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotCapable)) throw error;
    }
  }
  self.postMessage(worked);
};
