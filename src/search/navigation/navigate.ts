/**
 * Answers one question about one symbol or one place.
 *
 * Candidates come from the snapshot, everything else from the bytes on disk now. No answer claims to be complete:
 * what a name means is read off syntax, and some of it cannot be read there.
 * @module
 */
import { ToolError } from "../../contract/errors.ts";
import { NAVIGATION_MAX_MS } from "../../contract/limits.ts";
import { comparePaths } from "../../snapshot/path_order.ts";
import { CoverageNotes } from "../coverage.ts";
import type { SearchWorld } from "../world.ts";
import { answer } from "./answer.ts";
import type { Entity } from "./entity.ts";
import { symbolEntity } from "./entity.ts";
import type { FileView } from "./file_view.ts";
import type {
  NavigationRequest,
  NavigationResult,
  NavigationRow,
  Subject,
  SubjectSymbol,
} from "./requests.ts";
import { type Resolution, resolution } from "./resolution.ts";
import { candidateRow, namedBySymbol, symbolPlace } from "./rows.ts";
import { sharingName } from "./same_name.ts";
import type { Certainty } from "./tokens.ts";

/** What was asked about, as far as it could be told. */
interface Pointed {
  readonly entity?: Entity | undefined;
  readonly certainty: Certainty;
  readonly nearby: boolean;
  readonly name: string;
  /** Other things of that name, where the thing itself is not known. */
  readonly others: readonly Entity[];
}

/** @throws {ToolError} resource_not_found, access_denied for the subject's file; timeout, cancelled */
export async function navigate(
  world: SearchWorld,
  request: NavigationRequest,
): Promise<NavigationResult> {
  const notes = new CoverageNotes();
  const all = resolution(world, notes, request.unhurried ? Infinity : NAVIGATION_MAX_MS);
  const view = await subjectView(all, request.subject.path);
  const pointed = view && await pointedAt(all, view, request.subject);
  const rows = pointed === undefined ? [] : await rowsFor(all, request, pointed);
  const candidates = candidatesOf(pointed);
  notes.incomplete(
    candidates.length > 0 ? "navigation_unavailable" : "navigation_heuristic_coverage",
  );
  if (all.program.cut) notes.incomplete("diagnostic_coverage");
  const { offset, limit } = request.slice;
  const page = rows.slice(offset, offset + limit);
  for (const path of new Set(page.map((row) => row.path))) {
    const shown = await all.program.view(path);
    if (shown !== undefined) notes.proves(shown.live);
  }
  return {
    rows: page,
    totalRows: rows.length,
    snapshotToken: world.snapshot.symbolToken,
    outcome: outcomeOf(pointed, candidates),
    ...subjectOf(pointed),
    candidates,
    nearby: pointed?.nearby ?? false,
    coverage: notes.coverage(world.snapshot.files.length, world.snapshot.fingerprint),
  };
}

async function subjectView({ program }: Resolution, path: string): Promise<FileView | undefined> {
  const read = program.world.live.read(path, program.maxFileBytes);
  if (read.failure === "outside") {
    throw new ToolError("access_denied", "path is outside workspace roots");
  }
  if (read.failure === "absent") {
    throw new ToolError("resource_not_found", "file not found", { path });
  }
  return await program.view(read.failure === undefined ? read.value.path : path);
}

async function pointedAt(
  all: Resolution,
  view: FileView,
  subject: Subject,
): Promise<Pointed | undefined> {
  if (subject.kind === "symbol") {
    const index = view.linked.symbols.findIndex(({ stableId }) =>
      stableId === subject.stableSymbolId
    );
    return index < 0 ? undefined : symbolPointed(view, index, false);
  }
  return await atLocation(all, view, subject);
}

async function atLocation(
  all: Resolution,
  view: FileView,
  { line, column }: Extract<Subject, { kind: "location" }>,
): Promise<Pointed | undefined> {
  const at = view.linked.indexOf({ line, column: column ?? 1 });
  if (at === undefined) return undefined;
  const token = column === undefined ? undefined : view.tokenAt(at);
  if (token === undefined) {
    // Without a column the whole line is meant, and what starts on it.
    const end = view.linked.indexOf({ line, column: Number.MAX_SAFE_INTEGER }) ?? at;
    const index = view.lastBefore(column === undefined ? end : at);
    return index === undefined ? undefined : symbolPointed(view, index, true);
  }
  const { entity, certainty, isPart } = await all.tokens.meaning(view, token);
  const { name } = token;
  if (entity !== undefined) return { entity, certainty, nearby: false, name, others: [] };
  const { modules } = view.linked.rules;
  const sharing = await sharingName(all.program, name, modules, isPart) ?? [];
  const [only] = sharing;
  const alone = sharing.length === 1 && view.isCalled(token) &&
    !view.linked.rules.common.has(name);
  return alone && only !== undefined
    ? { entity: only, certainty: "name_only", nearby: false, name, others: [] }
    : { certainty: "name_only", nearby: false, name, others: sharing };
}

function symbolPointed(view: FileView, index: number, nearby: boolean): Pointed {
  const entity = symbolEntity(view, index);
  return { entity, certainty: "resolved", nearby, name: entity.at.name, others: [] };
}

async function rowsFor(
  all: Resolution,
  request: NavigationRequest,
  { entity, certainty }: Pointed,
): Promise<NavigationRow[]> {
  if (entity === undefined) return [];
  return (await answer(all, request, entity, certainty)).sort(compareRows);
}

const KIND_RANK = { definition: 0, declaration: 1, reference: 2 } as const;

/** What declares comes first, then what is known, then what shares a name alone. */
function compareRows(a: NavigationRow, b: NavigationRow): number {
  return KIND_RANK[a.matchKind] - KIND_RANK[b.matchKind] ||
    Number(a.precision === "heuristic_name") - Number(b.precision === "heuristic_name") ||
    compareSites(a, b) || compareSites(a.call?.site ?? a, b.call?.site ?? b);
}

function compareSites(
  a: Pick<NavigationRow, "path" | "line" | "column">,
  b: Pick<NavigationRow, "path" | "line" | "column">,
): number {
  return comparePaths(a.path, b.path) || a.line - b.line || a.column - b.column;
}

function candidatesOf(pointed: Pointed | undefined): NavigationResult["candidates"] {
  return (pointed?.others ?? []).flatMap((entity) => {
    if (entity.kind !== "named") return [];
    const [first] = entity.symbols;
    return first === undefined ? [] : [candidateRow(entity.file, first)];
  });
}

function outcomeOf(
  pointed: Pointed | undefined,
  candidates: readonly unknown[],
): NavigationResult["outcome"] {
  if (pointed === undefined) return "nothing_there";
  return candidates.length > 0 ? "ambiguous" : "answered";
}

function subjectOf(pointed: Pointed | undefined): Pick<NavigationResult, "subject"> {
  if (pointed === undefined) return {};
  const { entity, name } = pointed;
  if (entity?.kind !== "named") return { subject: { name } };
  const [first] = entity.symbols;
  if (first === undefined) return { subject: { name } };
  const symbol = subjectSymbol(entity.file, first);
  return { subject: { name, symbol } };
}

function subjectSymbol(view: FileView, index: number): SubjectSymbol {
  const { symbol, kind, container, signature = "", stableSymbolId } = namedBySymbol(view, index);
  return {
    ...symbolPlace(view, index),
    symbol,
    kind,
    ...(container === undefined ? {} : { container }),
    signature,
    ...(stableSymbolId === undefined ? {} : { stableSymbolId }),
    depth: 0,
  };
}
