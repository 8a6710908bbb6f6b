import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import type { NavigationQuestion, NavigationRow } from "../../../src/search/navigation/requests.ts";
import { NavigationAsker } from "./asker.ts";

/** A question about the name at a place, checked by hand. */
interface Golden {
  readonly ask: NavigationQuestion;
  /** `path:line:column` of the name. */
  readonly at: string;
  /** Places that are right, by path, line and column: of calls the calling name, else of the row. */
  readonly want: readonly string[];
  /** What comes out instead, where that is known to fall short. */
  readonly gives?: readonly string[];
}

const FOLDER = new URL("../../../fixtures/navigation/", import.meta.url);
const GOLDENS = new URL("../../golden/navigation/", import.meta.url);

for (const language of ["go", "java", "php", "python", "rust", "typescript"]) {
  Deno.test(`navigation answers the questions about ${language}`, async (t) => {
    const goldens: readonly Golden[] = JSON.parse(
      await Deno.readTextFile(new URL(`${language}.json`, GOLDENS)),
    );
    const asker = await NavigationAsker.open(fileURLToPath(new URL(language, FOLDER)));
    for (const { ask, at, want, gives = want } of goldens) {
      await t.step(`${ask} at ${at}`, async () => {
        const [path = "", line, column] = at.split(":");
        const place = {
          kind: "location",
          path,
          line: Number(line),
          column: Number(column),
        } as const;
        const { rows, coverage } = await asker.ask(ask, place);
        assert.deepEqual(rows.map(placeOf).sort(), gives.toSorted());
        assert.deepEqual(coverage.reasons, ["navigation_heuristic_coverage"]);
      });
    }
  });
}

function placeOf(row: NavigationRow): string {
  const { path, line, column } = row.call?.site ?? row;
  return `${path}:${line}:${column}`;
}
