/**
 * Input fields that playbook tools share.
 * @module
 */
import { z } from "zod";

export const playbook = z.looseObject({}).optional().describe(
  "Playbook: playbook_id and ordered steps[] of step_id, tool_name, params; exclusive with playbook_path",
);

export const playbookPath = z.string().min(1).optional().describe(
  "A .playbook.yaml inside an adopted repository; exclusive with playbook",
);

export const includeTrace = z.boolean().default(true).describe(
  "false leaves the trace out of the answer",
);
