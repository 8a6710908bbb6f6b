/**
 * Ranked discovery: the files that are likely to answer a question, each with its best place.
 *
 * The snapshot ranks, places are made from the bytes on disk now. Nothing here is exhaustive: what is not in the
 * answer may still be in the code. Order: score, path.
 * @module
 */
import { rankedMaxBytes } from "../snapshot/ranking/chunks.ts";
import type { Lookup } from "../snapshot/ranking/database.ts";
import type { Ranking } from "../snapshot/ranking/ranking.ts";
import { classifier } from "./classifier.ts";
import { CoverageNotes } from "./coverage.ts";
import type { TokenWeights } from "./hybrid/best_line.ts";
import {
  type Channel,
  type ChannelInput,
  graphChannel,
  type GraphFile,
  lexicalChannel,
  type Ranked,
  witnessChannel,
} from "./hybrid/channels.ts";
import { fuse, type Fused } from "./hybrid/fuse.ts";
import { type Finder, placeOf } from "./hybrid/place.ts";
import { type HybridQuery, hybridQuery } from "./hybrid/query.ts";
import { hybridRow } from "./hybrid/row.ts";
import type {
  ChannelCounts,
  FileScope,
  HybridRequest,
  HybridResult,
  HybridRow,
  Slice,
} from "./requests.ts";
import { compileScope, missedBy, type Scope } from "./scope.ts";
import type { SearchWorld } from "./world.ts";

/**
 * Ranks the files of a repository.
 *
 * @throws {ToolError} invalid_params for the scope; timeout, cancelled
 */
export async function searchHybrid(
  world: SearchWorld,
  ranking: Ranking,
  request: HybridRequest,
): Promise<HybridResult> {
  const { snapshot } = world;
  const scope = compileScope(request.scope, classifier(world.outliner));
  const query = hybridQuery(request.query);
  const notes = new CoverageNotes();
  notes.incomplete("ranked_discovery");
  const eligible = noteGaps(world, ranking, scope, notes);
  const channels = await askChannels(world, {
    ranking,
    snapshot,
    query,
    filter: filterOf(world, request.scope, scope),
  });
  const { weights, slice } = request;
  const fused = fuse(snapshot.files, { ...channels, weights, tokens: query.tokens })
    .filter(({ file }) => isSelected(world, scope, file));
  const finder = { world, ranking, notes, wanted: weightsOf(ranking, query) };
  const { rows, shown, dropped } = await rowsOf(finder, query, fused, slice);
  return {
    rows,
    totalRows: fused.length - dropped,
    coverage: notes.coverage(eligible, snapshot.fingerprint),
    queryShape: query.shape,
    tellingWord: tellingWord(ranking, query),
    mayHaveMore: Object.values(channels).some(({ full }) => full),
    channels: countsOf(channels, shown),
  };
}

interface Channels {
  readonly lexical: Channel<Ranked>;
  readonly witness: Channel<Ranked>;
  readonly graph: Channel<GraphFile>;
}

async function askChannels({ budget }: SearchWorld, input: ChannelInput): Promise<Channels> {
  const lexical = await lexicalChannel(input);
  await budget.breathe();
  const witness = await witnessChannel(input);
  const graph = await graphChannel(input, lexical);
  await budget.breathe();
  return { lexical, witness, graph };
}

function countsOf(
  { lexical, witness, graph }: Channels,
  shown: readonly Fused[],
): HybridResult["channels"] {
  const count = (
    { candidates }: Channel<Ranked>,
    speaks: (file: Fused) => boolean,
  ): ChannelCounts => ({ candidates, matches: shown.filter(speaks).length });
  return {
    lexical_manifest: count(lexical, (file) => file.lexical !== undefined),
    path_surface_witness: count(witness, (file) => file.witness !== undefined),
    graph_precise: count(graph, (file) => file.graph !== undefined),
  };
}

interface Shown {
  readonly rows: readonly HybridRow[];
  readonly shown: readonly Fused[];
  /** Ranked files that are no longer there, or no longer speak of the query. */
  readonly dropped: number;
}

async function rowsOf(
  finder: Finder,
  query: HybridQuery,
  fused: readonly Fused[],
  { offset, limit }: Slice,
): Promise<Shown> {
  const { world: { budget, outliner }, notes } = finder;
  const rows: HybridRow[] = [];
  const shown: Fused[] = [];
  let dropped = 0;
  for (const each of fused) {
    if (rows.length === offset + limit) break;
    await budget.breathe();
    const place = await placeOf(finder, each);
    if (place === undefined) {
      dropped++;
      continue;
    }
    notes.proves(place.file);
    rows.push(hybridRow(each, place, query, outliner));
    shown.push(each);
  }
  return { rows: rows.slice(offset), shown: shown.slice(offset), dropped };
}

/** Notes the selected files whose content is not ranked; returns how many text files are selected. */
function noteGaps(
  { snapshot, maxFileBytes }: SearchWorld,
  ranking: Ranking,
  scope: Scope,
  notes: CoverageNotes,
): number {
  for (const skipped of missedBy(scope, snapshot)) notes.skip(skipped);
  const limit = rankedMaxBytes(maxFileBytes);
  let selected = 0;
  for (const [position, entry] of snapshot.files.entries()) {
    if (entry.binary || !scope.selects(entry)) continue;
    selected++;
    if (entry.bytes === 0 || ranking.chunkCount(position) > 0) continue;
    const { path, hidden, bytes } = entry;
    if (bytes > limit) notes.skip({ path, hidden, reason: "too_large", limit, folder: false });
    else notes.incomplete("diagnostic_coverage");
  }
  return selected;
}

/** The scope as the ranked indexes understand it. */
function filterOf(
  { snapshot }: SearchWorld,
  { language, pathRegex, glob, excludeGlob, pathClass }: FileScope,
  scope: Scope,
): Pick<Lookup, "language" | "files"> {
  const byPath = pathRegex ?? glob ?? excludeGlob ?? pathClass;
  if (byPath === undefined) return language === undefined ? {} : { language };
  const positions = snapshot.files.keys().filter((at) => {
    const entry = snapshot.files[at];
    return entry !== undefined && scope.selects(entry);
  });
  return { files: new Set(positions) };
}

function isSelected({ snapshot }: SearchWorld, scope: Scope, file: number): boolean {
  const entry = snapshot.files[file];
  return entry !== undefined && !entry.binary && scope.selects(entry);
}

function tellingWord(ranking: Ranking, { words }: HybridQuery): string {
  const [best] = words
    .map((word) => ({ word, weight: ranking.weightOf(word.toLowerCase()) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return best?.word ?? "";
}

function weightsOf(ranking: Ranking, { tokens }: HybridQuery): TokenWeights {
  const { index } = ranking.chunks;
  return {
    weights: new Map(tokens.map((token) => [token, ranking.weightOf(token)])),
    answers: new Map(),
    prefixes: tokens.filter((token) => index.find(token) === undefined && token.length > 2),
  };
}
