/**
 * Row collections of `impact_bundle` on the wire: each with an envelope, a handle and an equal share of the budget.
 * @module
 */
import {
  type Completeness,
  completeness,
  scanEnd,
  type TruncationReason,
} from "../contract/completeness.ts";
import { RESPONSE_BUDGET_CHARS } from "../contract/limits.ts";
import { budgetSize, type ClippableRow } from "./budget.ts";
import type { ToolCall } from "./define.ts";
import { aliasesOf, type Gathered, identifier, type Layout, present } from "./evidence.ts";
import type { Findings } from "./impact_sections.ts";
import {
  navigationAnchor,
  type NavigationMatch,
  navigationMatch,
  navigationTarget,
  type RowShape,
} from "./navigation_rows.ts";
import { symbolAnchor, symbolTarget } from "./search_rows.ts";
import { type SymbolMatch, symbolMatch } from "./symbol_match.ts";

/** One collection as the answer shows it. */
export interface Part<Wire> {
  readonly rows: readonly Wire[];
  /** The first row, also where no row is shown: advice goes on from it. */
  readonly first: Wire | undefined;
  readonly completeness: Completeness;
  readonly handle: string | undefined;
}

export interface Parts {
  readonly symbols: Part<SymbolMatch>;
  readonly references: Part<NavigationMatch>;
  readonly incoming_calls: Part<NavigationMatch>;
  readonly implementations?: Part<NavigationMatch>;
}

/**
 * The rows of a bundle, as many of each collection as its share of the answer admits; issues their handles.
 *
 * `assemble` makes the answer of some parts. It is asked first how large the answer is without rows, so it must
 * have no effects.
 */
export function presentParts(
  call: ToolCall,
  findings: Findings,
  assemble: (parts: Parts) => unknown,
): Parts {
  const empty = eachPart(findings, (gathered, layout) => emptyPart(call, gathered, layout));
  const frame = budgetSize(assemble(empty), aliasesOf(call, findings.symbols.repositories));
  const left = Math.max(RESPONSE_BUDGET_CHARS - frame, 0);
  const budgetChars = Math.floor(left / Object.keys(empty).length);
  return eachPart(findings, (gathered, layout) => shownPart(call, gathered, layout, budgetChars));
}

type PartLayout<Row, Result, Wire> = Pick<Layout<Row, Result, Wire, unknown>, "row" | "handle">;

type MakePart = <Row, Result, Wire extends ClippableRow>(
  gathered: Gathered<Row, Result>,
  layout: PartLayout<Row, Result, Wire>,
) => Part<Wire>;

function eachPart(findings: Findings, make: MakePart): Parts {
  const { symbols, references, incoming_calls, implementations } = findings;
  return {
    symbols: make(symbols, {
      handle: { scope: "symbols", anchor: symbolAnchor, target: symbolTarget },
      row: symbolMatch,
    }),
    references: make(references, navigationLayout("reference")),
    incoming_calls: make(incoming_calls, navigationLayout("call")),
    ...(implementations === undefined
      ? {}
      : { implementations: make(implementations, navigationLayout("implementation")) }),
  };
}

function navigationLayout(shape: RowShape): PartLayout<
  Findings["references"]["hits"][number]["row"],
  Findings["references"]["results"][number],
  NavigationMatch
> {
  return {
    handle: { scope: "nav", anchor: navigationAnchor, target: navigationTarget },
    row: (hit, identity) => navigationMatch(hit, identity, shape),
  };
}

/** A part as large as one can be but for its rows. */
function emptyPart<Row, Result, Wire>(
  call: ToolCall,
  gathered: Gathered<Row, Result>,
  layout: PartLayout<Row, Result, Wire>,
): Part<Wire> {
  const { page, hits, total, reasons } = gathered;
  const identify = identifier(call, layout);
  const [first] = hits.map((hit, index) => layout.row(hit, identify(hit, index)));
  return {
    rows: [],
    first,
    completeness: completeness({
      unit: page.unit,
      returned: hits.length,
      end: scanEnd(total, reasons),
      bounds: ["page_limit"],
    }),
    handle: call.session.handles.next,
  };
}

function shownPart<Row, Result, Wire extends ClippableRow>(
  call: ToolCall,
  gathered: Gathered<Row, Result>,
  layout: PartLayout<Row, Result, Wire>,
  budgetChars: number,
): Part<Wire> {
  const bounds: TruncationReason[] = gathered.hits.length < gathered.total ? ["page_limit"] : [];
  const part = present(call, gathered, {
    ...layout,
    unpaged: true,
    bounds,
    budgetChars,
    frame: (rows, { completeness, result_handle: handle }) => ({ rows, completeness, handle }),
  });
  return { ...part, first: part.rows[0] };
}
