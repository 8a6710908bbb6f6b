/**
 * The form in which a claim about code is tied to lines of source. A template for clients, not a tool.
 * @module
 */
import type { JsonObject } from "../contract/json.ts";
import { jsonResource } from "./resource.ts";

const REQUIRED = ["claim", "tool", "path", "start_line", "end_line"] as const;

const FIELDS: JsonObject = {
  claim: { type: "string", minLength: 1, description: "What the lines prove, in one sentence" },
  tool: { type: "string", minLength: 1, description: "The tool whose answer showed the lines" },
  path: { type: "string", minLength: 1, description: "Path from the repository's root" },
  start_line: { type: "integer", minimum: 1, description: "First line, from 1" },
  end_line: { type: "integer", minimum: 1, description: "Last line, from 1, inclusive" },
  match_id: { type: "string", description: "The row that led to the lines" },
  result_handle: {
    type: "string",
    description: "The answer that the row stood in; ends with the session",
  },
  sha256: { type: "string", pattern: "^[0-9a-f]{64}$", description: "Digest of the file's bytes" },
  bytes: { type: "integer", minimum: 0, description: "Size of the file in bytes" },
  git_blob: { type: "string", description: "The file's id in git's object store" },
};

export const evidencePacket = jsonResource({
  uri: "frigg://policy/evidence-packet.json",
  name: "evidence-packet",
  title: "Evidence packet",
  description: "Schema and template that tie a claim to lines of source; not a tool",
  schemaId: "frigg.policy.evidence_packet.v1",
  value: () => ({
    live: true,
    product_role: "skill_composition_template",
    not_a_tool: true,
    not_a_tool_note:
      "Nothing composes this for you: fill it from answers of tools and from proof reads. For citations made by the " +
      "program run a playbook and use playbook_compose_citations.",
    source_of_truth: {
      lines: "read_match or read_file of the lines, after the last edit",
      digests: "source of that read: sha256, bytes and git_blob",
    },
    claim_fields: {
      required: REQUIRED,
      optional: Object.keys(FIELDS).filter((name) =>
        !REQUIRED.some((required) => required === name)
      ),
      properties: FIELDS,
    },
    envelope: {
      type: "object",
      required: ["claims"],
      properties: {
        claims: {
          type: "array",
          minItems: 1,
          items: { type: "object", required: REQUIRED, properties: FIELDS },
        },
      },
    },
    example: {
      claims: [{
        claim: "A session ends after its limit",
        tool: "read_match",
        path: "src/session.ts",
        start_line: 36,
        end_line: 40,
      }],
    },
    guidance: [
      "Read the lines before you claim them: a search row shows an excerpt, a read shows what stands there now.",
      "A claim that something does not exist needs an answer with completeness.complete true and no row.",
      "Handles end with the session; path, lines and digest stay.",
    ],
  }),
});
