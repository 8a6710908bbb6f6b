/**
 * Calls of a function, and calls that a function makes.
 * @module
 */
import { type Named } from "./entity.ts";
import type { FileView } from "./file_view.ts";
import { findCallTokens } from "./references.ts";
import type { NavigationRow } from "./requests.ts";
import type { Resolution } from "./resolution.ts";
import { endOf, namedBySymbol, precisionOf, siteOf, symbolPlace } from "./rows.ts";
import { onlyOne } from "./same_name.ts";
import type { Certainty } from "./tokens.ts";
import { isCallable, isTypeKind } from "./type_kinds.ts";

/** A row for each call of the subject that a function or a method makes. */
export async function findIncomingCalls(
  resolution: Resolution,
  subject: Named,
): Promise<NavigationRow[]> {
  const calls = await findCallTokens(resolution, subject);
  return calls.flatMap(({ view, token, certainty }): NavigationRow[] => {
    const caller = callerOf(view, token.start);
    if (caller === undefined) return [];
    return [{
      ...symbolPlace(view, caller),
      ...namedBySymbol(view, caller),
      matchKind: "reference",
      relation: "calls",
      precision: precisionOf(certainty),
      call: {
        site: siteOf(view, token),
        source: namedBySymbol(view, caller),
        target: endOf(subject),
      },
    }];
  });
}

/** A row for each call in the subject whose callee is known; that of a class is a call too. */
export async function findOutgoingCalls(
  resolution: Resolution,
  subject: Named,
): Promise<NavigationRow[]> {
  const { file, symbols } = subject;
  const rows: NavigationRow[] = [];
  for (const index of symbols) {
    const { start, end, kind } = file.symbol(index);
    if (!isCallable(kind)) continue;
    for (const token of file.linked.links.uses) {
      if (token.start < start || token.end > end || !file.isCalled(token)) continue;
      await resolution.program.world.budget.breathe();
      const { entity, certainty, isPart } = await resolution.tokens.meaning(file, token);
      const known = entity ??
        (isPart ? await onlyOne(resolution.program, token.name, file) : entity);
      if (known?.kind !== "named" || known.symbols.length === 0) continue;
      const sure = entity === undefined ? "name_only" : certainty;
      rows.push(outgoingRow(subject, known, siteOf(file, token), sure));
    }
  }
  return rows;
}

function outgoingRow(
  subject: Named,
  callee: Named,
  site: ReturnType<typeof siteOf>,
  certainty: Certainty,
): NavigationRow {
  const index = callee.symbols.at(-1) ?? 0;
  return {
    ...symbolPlace(callee.file, index),
    ...namedBySymbol(callee.file, index),
    matchKind: "reference",
    relation: "calls",
    precision: precisionOf(certainty),
    call: { site, source: endOf(subject), target: namedBySymbol(callee.file, index) },
  };
}

function callerOf(view: FileView, at: number): number | undefined {
  const around = view.around(at);
  const caller = around.find((index) => isCallable(view.symbol(index).kind));
  // What a type inside of a function does is not what the function does.
  const type = around.findIndex((index) => isTypeKind(view.symbol(index).kind));
  return caller !== undefined && (type < 0 || around.indexOf(caller) < type) ? caller : undefined;
}
