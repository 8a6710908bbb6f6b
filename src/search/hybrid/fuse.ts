/**
 * One order of files out of the channels' orders, by integer ranks alone: scores of different indexes do not compare.
 * @module
 */
import type { FamilyWeights, SourceClass } from "../../contract/hybrid.ts";
import type { FileEntry } from "../../snapshot/snapshot.ts";
import { roundScore } from "../../snapshot/ranking/score.ts";
import type { Channel, GraphFile, Ranked } from "./channels.ts";
import { sourceClassOf } from "./surfaces.ts";
import { rankScore, WEIGHTS } from "./weights.ts";

/** A file with everything that speaks for it. */
export interface Fused {
  readonly file: number;
  readonly lexical?: Ranked;
  readonly witness?: Ranked;
  readonly graph?: GraphFile;
  /** Scores of the families, from 0 to 1, rounded; `blended` is their weighted sum. */
  readonly lexicalScore: number;
  readonly graphScore: number;
  readonly blendedScore: number;
}

export interface Fusing {
  readonly lexical: Channel<Ranked>;
  readonly witness: Channel<Ranked>;
  readonly graph: Channel<GraphFile>;
  readonly weights: FamilyWeights;
  /** Tokens of the query, which may ask for tests or documents. */
  readonly tokens: readonly string[];
}

/** Files by falling score, equal ones by path. */
export function fuse(files: readonly FileEntry[], fusing: Fusing): Fused[] {
  const { lexical, witness, graph, weights, tokens } = fusing;
  const lexicalOf = indexed(lexical);
  const witnessOf = indexed(witness);
  const graphOf = indexed(graph);
  const all = new Set([...lexicalOf.keys(), ...witnessOf.keys(), ...graphOf.keys()]);
  const fused = [...all].map((file): Fused => {
    const found = {
      lexical: lexicalOf.get(file),
      witness: witnessOf.get(file),
      graph: graphOf.get(file),
    };
    const prior = priorOf(files[file], tokens) * (isWitnessOnly(found) ? WEIGHTS.witnessOnly : 1);
    const lexicalScore = prior * familyScore(found);
    const graphScore = prior * graphScoreOf(found.graph);
    const blended = lexicalScore * weights.lexical + graphScore * weights.graph;
    return {
      file,
      ...(found.lexical === undefined ? {} : { lexical: found.lexical }),
      ...(found.witness === undefined ? {} : { witness: found.witness }),
      ...(found.graph === undefined ? {} : { graph: found.graph }),
      lexicalScore: roundScore(lexicalScore),
      graphScore: roundScore(graphScore),
      blendedScore: roundScore(blended),
    };
  });
  return fused.filter(({ blendedScore }) => blendedScore > 0)
    .sort((a, b) => b.blendedScore - a.blendedScore || a.file - b.file);
}

interface Evidence {
  readonly lexical: Ranked | undefined;
  readonly witness: Ranked | undefined;
  readonly graph: GraphFile | undefined;
}

function isWitnessOnly({ lexical, witness, graph }: Evidence): boolean {
  return witness !== undefined && lexical === undefined && graph === undefined;
}

function familyScore({ lexical, witness }: Evidence): number {
  const content = lexical === undefined ? 0 : rankScore(lexical.rank);
  const path = witness === undefined ? 0 : rankScore(witness.rank);
  return WEIGHTS.content * content + WEIGHTS.path * path;
}

function graphScoreOf(graph: GraphFile | undefined): number {
  if (graph === undefined) return 0;
  return rankScore(graph.rank) * (graph.mentions === undefined ? 1 : WEIGHTS.neighbour);
}

/** Words by which a query asks for what is otherwise ranked behind code, and how far behind. */
const PRIORS: Readonly<
  Partial<Record<SourceClass, { readonly share: number; readonly asked: readonly string[] }>>
> = {
  tests: { share: WEIGHTS.tests, asked: ["test", "tests", "testing", "spec"] },
  fixtures: { share: WEIGHTS.fixtures, asked: ["fixture", "fixtures", "golden", "snapshot"] },
  documentation: { share: WEIGHTS.documentation, asked: ["doc", "docs", "documentation", "guide"] },
  benchmark_docs: { share: WEIGHTS.documentation, asked: ["benchmark", "benchmarks", "bench"] },
  readme: { share: WEIGHTS.documentation, asked: ["readme", "docs", "documentation"] },
};

function priorOf(entry: FileEntry | undefined, tokens: readonly string[]): number {
  if (entry === undefined) return 0;
  const prior = PRIORS[sourceClassOf(entry.path, entry.pathClass)];
  return prior === undefined || tokens.some((token) => prior.asked.includes(token))
    ? 1
    : prior.share;
}

function indexed<File extends Ranked>({ files }: Channel<File>): ReadonlyMap<number, File> {
  return new Map(files.map((ranked) => [ranked.file, ranked]));
}
