/**
 * The command table. A new command is one file and one line here.
 * @module
 */
import { call } from "./commands/call.ts";
import { cite } from "./commands/cite.ts";
import { completions } from "./commands/completions.ts";
import { doctor } from "./commands/doctor.ts";
import { index } from "./commands/index.ts";
import { playbookAccept } from "./commands/playbook_accept.ts";
import { playbookDiff } from "./commands/playbook_diff.ts";
import { playbookInit } from "./commands/playbook_init.ts";
import { playbookLint } from "./commands/playbook_lint.ts";
import { playbookList } from "./commands/playbook_list.ts";
import { playbookPending } from "./commands/playbook_pending.ts";
import { playbookReject } from "./commands/playbook_reject.ts";
import { playbookReplay } from "./commands/playbook_replay.ts";
import { playbookReview } from "./commands/playbook_review.ts";
import { playbookRun } from "./commands/playbook_run.ts";
import { playbookSchemaCommand } from "./commands/playbook_schema.ts";
import { record } from "./commands/record.ts";
import { register } from "./commands/register.ts";
import { report } from "./commands/report.ts";
import { search } from "./commands/search.ts";
import { serve } from "./commands/serve.ts";
import { status } from "./commands/status.ts";
import { verify } from "./commands/verify.ts";
import { version } from "./commands/version.ts";
import type { CommandTable } from "./command.ts";
import { PLAYBOOK_TOPIC } from "./playbook_topic.ts";
import { GLOBAL_OPTIONS } from "./settings.ts";

/** Everything the parser has to know; `width` is that of help, in columns. */
export function commandTable(width: number): CommandTable {
  return {
    summary: "Source-backed code search over MCP, and playbooks that keep evidence about code " +
      "honest.\n\nWithout a command frigg serves MCP on standard input and output.",
    commands: [
      index,
      status,
      search,
      call,
      serve,
      playbookRun,
      playbookReplay,
      playbookReview,
      playbookAccept,
      playbookReject,
      playbookPending,
      playbookDiff,
      playbookLint,
      playbookList,
      playbookInit,
      playbookSchemaCommand,
      record,
      cite,
      verify,
      report,
      completions,
      register,
      doctor,
      version,
    ],
    groups: { playbook: "Run, replay, review and check playbooks" },
    topics: { playbook: PLAYBOOK_TOPIC },
    globalOptions: GLOBAL_OPTIONS,
    examples: [
      "frigg --workspace-root ~/shop             serve MCP, as a host starts it",
      "frigg serve                               the same over HTTP",
      "frigg index && frigg search session       from a shell",
      "frigg playbook replay                     in CI: exit 0 same, 1 drift",
    ],
    width,
  };
}
