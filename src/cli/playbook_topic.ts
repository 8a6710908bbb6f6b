/**
 * What `frigg help playbook` says about playbooks as a whole; each command's own help says the rest.
 * @module
 */

/** A small playbook that runs; a test runs it through the loader. */
export const TOPIC_PLAYBOOK = `playbook_id: session-timeout
steps:
  - step_id: find
    tool_name: search_symbol
    params: { query: enforceTimeout }
    expect: { total: 1 }
  - step_id: proof
    tool_name: read_match
    params:
      result_handle: "\${steps.find.result_handle}"
      match_id: "\${steps.find.matches[0].match_id}"
`;

export const PLAYBOOK_TOPIC = `
A playbook is a YAML file of tool calls. Running it gives a trace; a trace that
somebody accepted is what a replay expects from then on.

  playbooks/ID.playbook.yaml      written by you
  playbooks/ID.trace.json         the accepted trace, reviewed like code
  playbooks/ID.trace.new.json     pending: what the last replay gave instead

${indented(TOPIC_PLAYBOOK)}
From the first draft to the pull request:
  frigg playbook init session-timeout      write a commented start
  frigg playbook lint                      everything wrong with it, at its line
  frigg playbook replay                    run it; at first nothing is accepted
  frigg playbook accept session-timeout    what it gave is expected from now on
  frigg playbook replay                    in CI: same, or what changed and why
  frigg playbook review                    accept, reject or skip each change

Exit codes: 0 the same, 1 drift or a failed expectation, 2 wrong usage or an
invalid playbook or trace, 3 the workspace, the index or a file.

In CI (CI=true) no trace is written unless --update=always. A trace made there
with --out-dir is accepted at a desk with accept --from FILE.`;

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}
