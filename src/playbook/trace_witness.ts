/**
 * What two traces say about the tree between them, for explaining their differences where no tree can be asked.
 *
 * Only files that a step rests on are in a trace. Of another one it is known that it did not change if the whole
 * repository did not; else the row that named it is explained by a changed source, which is all that can be said.
 * @module
 */
import type { Trace, TraceSource } from "../contract/playbook.ts";
import type { Run, SourceProbe } from "./host.ts";

/** Stands for the digest of a file that has other bytes than before, or none. */
const UNKNOWN = { bytes: 0, sha256: "", git_blob: "" };

/** Answers as the tree of `actual` would; the ids of repositories are their aliases. */
export function traceWitness(
  expected: Trace,
  actual: Trace,
): Pick<Run, "repositories" | "probe" | "locate"> {
  return {
    repositories: () =>
      actual.header.repositories.map((header) => ({
        alias: header.alias,
        id: header.alias,
        displayName: header.name,
        root: "",
        header,
      })),
    probe: (alias, path) => Promise.resolve(probe(expected, actual, { alias, path })),
    locate: (alias, { spanSha256, limit, path: only }) => {
      const found = actual.steps.flatMap(({ evidence }) => evidence).filter((one) =>
        one.repository === alias && one.span_sha256 === spanSha256 &&
        (only === undefined || one.path === only)
      );
      const places = new Map(found.map(({ path, span }) => [JSON.stringify([path, span]), {
        path,
        span,
      }]));
      return Promise.resolve([...places.values()].slice(0, limit));
    },
  };
}

interface Place {
  readonly alias: string;
  readonly path: string;
}

function probe(expected: Trace, actual: Trace, place: Place): SourceProbe {
  const source = sourceIn(actual, place) ??
    (isUnchanged(expected, actual, place) ? sourceIn(expected, place) : undefined) ?? UNKNOWN;
  const { bytes, sha256, git_blob } = source;
  return { kind: "file", inScope: true, ignored: false, source: { bytes, sha256, git_blob } };
}

function sourceIn({ steps }: Trace, { alias, path }: Place): TraceSource | undefined {
  return steps.flatMap(({ sources }) => sources).find((source) =>
    source.repository === alias && source.path === path
  );
}

function isUnchanged(expected: Trace, actual: Trace, { alias }: Place): boolean {
  const [before, after] = [expected, actual].map(({ header }) =>
    header.repositories.find((repository) => repository.alias === alias)?.manifest_digest
  );
  return before !== undefined && before === after;
}
