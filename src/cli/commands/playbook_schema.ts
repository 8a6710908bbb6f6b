/**
 * `frigg playbook schema`: the JSON Schema of playbooks, for editors.
 * @module
 */
import { playbookSchema } from "../../playbook/schema.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit.ts";
import { pretty } from "../print_json.ts";
import { withApp } from "../with_app.ts";

export const playbookSchemaCommand: Command = {
  name: "playbook schema",
  summary: "Print the JSON Schema of playbooks, for editors",
  examples: ["frigg playbook schema > playbook.schema.json"],
  run: (given) =>
    withApp(given, ({ app }) => {
      given.console.print(pretty(playbookSchema(app.surface)));
      return Promise.resolve(EXIT.ok);
    }),
};
