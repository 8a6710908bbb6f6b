/**
 * A report as SARIF 2.1.0: a result for each change and each failed expectation, at the source where one is known and
 * else at the playbook: hosts refuse a log in which a result is nowhere.
 *
 * Rows carry byte columns, which SARIF has not, so regions are whole lines. What did not run is a notification.
 * @module
 */
import { CAUSES } from "../../contract/playbook.ts";
import { jsonText, pathReference } from "../formats/format.ts";
import type { Report, ReportChange, ReportLocation, ReportPlaybook, ReportStep } from "./model.ts";

/** @see Report */
export function reportAsSarif({ playbooks }: Report): string {
  const failed = playbooks.filter(({ verdict }) => verdict === "invalid" || verdict === "not_run");
  return jsonText({
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{
      tool: {
        driver: {
          name: "frigg",
          rules: [...CAUSES, "expectation_failed", "unaccepted", "drift"].map((id) => ({ id })),
        },
      },
      columnKind: "utf16CodeUnits",
      invocations: [{
        executionSuccessful: failed.length === 0,
        toolExecutionNotifications: failed.map(({ playbook_id, message = "" }) => ({
          level: "error",
          message: { text: `${playbook_id}: ${message}` },
        })),
      }],
      results: playbooks.flatMap(resultsOf),
    }],
  });
}

function resultsOf(playbook: ReportPlaybook): readonly unknown[] {
  const { verdict, message, playbook_id } = playbook;
  const found = playbook.steps.flatMap((step) => [
    ...step.changes.map((change) => changeResult(change, step, playbook)),
    ...step.expectations.filter(({ passed }) => !passed).map(({ words, name }) =>
      result("expectation_failed", words, [playbook_id, step.step_id, name], inPlaybook(playbook))
    ),
  ]);
  if (found.length > 0 || verdict !== "drift" && verdict !== "unaccepted") return found;
  const words = message ?? "Nobody has accepted a trace yet";
  return [result(verdict, words, [playbook_id], inPlaybook(playbook))];
}

function changeResult(change: ReportChange, step: ReportStep, playbook: ReportPlaybook): unknown {
  const names = [playbook.playbook_id, step.step_id, change.op, change.pointer];
  const text = `${change.op} ${change.place}: ${change.words}`;
  const location = change.location === undefined
    ? inPlaybook(playbook)
    : fromHere(change.location, playbook);
  return result(change.cause, text, names, location);
}

function inPlaybook({ file }: ReportPlaybook): ReportLocation {
  return { path: file };
}

/** Only of the first repository it is known where it lies. */
function fromHere(location: ReportLocation, { root }: ReportPlaybook): ReportLocation {
  const isFirst = location.repository === undefined || location.repository === FIRST;
  return root === undefined || !isFirst
    ? location
    : { ...location, path: `${root}/${location.path}` };
}

const FIRST = "repo-001";

function result(
  ruleId: string,
  text: string,
  names: readonly string[],
  location: ReportLocation,
): unknown {
  const [playbook_id, step_id] = names;
  return {
    ruleId,
    level: "error",
    message: { text: `${names.slice(0, 2).join(", ")}: ${text}` },
    locations: [{ physicalLocation: physicalLocation(location) }],
    partialFingerprints: { "change/v1": JSON.stringify(names) },
    properties: { playbook_id, ...(step_id === undefined ? {} : { step_id }) },
  };
}

function physicalLocation({ path, line, end_line }: ReportLocation): unknown {
  return {
    artifactLocation: { uri: pathReference(path) },
    ...(line === undefined
      ? {}
      : { region: { startLine: line, endLine: Math.max(line, end_line ?? line) } }),
  };
}
