/**
 * The commented start of a playbook that `frigg playbook init` writes.
 * @module
 */
import { PLAYBOOK_ID, PLAYBOOK_SCHEMA } from "../contract/playbook.ts";
import { NO_PLACES, Problems } from "./places.ts";
import { quoted } from "./problem.ts";

/**
 * The text of a new playbook; lint has no complaint about it.
 *
 * @throws {PlaybookError} if the id is not one
 */
export function initPlaybook(playbookId: string): string {
  if (!PLAYBOOK_ID.test(playbookId)) {
    const problems = new Problems(undefined, NO_PLACES);
    problems.error("", `expected an id like ${PLAYBOOK_ID.source}, found ${quoted(playbookId)}`);
    problems.throwIfAny();
  }
  // An id such as 12 or 1.5 would be read as a number.
  return TEMPLATE.replace("<id>", () => JSON.stringify(playbookId));
}

const TEMPLATE = `playbook_schema: ${PLAYBOOK_SCHEMA}
playbook_id: <id> # the file's name without .playbook.yaml
title: What this playbook shows
description: |
  Why somebody wants to know, and what to do when it changes.

# Values for the steps below; \`--input symbol=parse\` overrides one.
inputs:
  symbol: main

steps:
  # A search gives rows and a handle.
  - step_id: find
    tool_name: search_text
    params: { query: "\${inputs.symbol}", limit: 5 }
    # What has to hold whatever else changes.
    expect:
      outcome: ok

  # A proof reads exactly what the search saw. References have to be quoted inside { }.
  # - step_id: proof
  #   tool_name: read_match
  #   params:
  #     result_handle: "\${steps.find.result_handle}"
  #     match_id: "\${steps.find.matches[0].match_id}"

# Sentences of the report, each bound to steps or rows; without them every row is a claim.
# claims:
#   - text: The symbol is defined once.
#     cites: ["find[0]"]
`;
