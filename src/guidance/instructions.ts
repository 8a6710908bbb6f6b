/**
 * What a client is told at its first contact with the server.
 * @module
 */

export interface Served {
  readonly runtimeProfile: string;
  readonly toolProfile: string;
  /** URIs of the resources that can be read. */
  readonly resources: readonly string[];
  /** Names of the prompts that can be got. */
  readonly prompts: readonly string[];
}

/** The instructions string: profiles, how to read an answer, and where to read more. */
export function instructions({ runtimeProfile, toolProfile, resources, prompts }: Served): string {
  return [
    `frigg answers questions about source code with proof. Runtime profile: ${runtimeProfile}; tool profile: ${toolProfile}.`,
    "Read completeness before you conclude anything from rows: only complete:true proves that nothing is missing. " +
    "To page, repeat the request unchanged with completeness.continuation.",
    "Prove a row with read_match (result_handle and match_id). Copy target_ref unchanged into target. " +
    "After an edit call workspace and follow freshness.post_edit.strategy.",
    "Branch on data.error_code and data.retryable of errors, and prefer next_actions over guessing.",
    ...(resources.length === 0 ? [] : [`Resources: ${resources.join(", ")}.`]),
    ...(prompts.length === 0 ? [] : [`Prompts: ${prompts.join(", ")}.`]),
  ].join("\n");
}
