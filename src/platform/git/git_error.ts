/**
 * The one error that reading a git repository throws.
 *
 * A repository is foreign data: whatever is wrong with it ends here, never in a crash.
 * @module
 */

/** Why a repository could not answer. */
export type GitErrorReason =
  /** The object is not stored here: a partial or shallow clone, or a damaged repository. */
  | "missing_object"
  /** Stored bytes do not have the form or the id that they must have. */
  | "corrupt"
  /** History was cut off there on purpose. */
  | "shallow"
  /** The system refused a read. */
  | "unreadable"
  /** The object or tree is larger than this reader is willing to hold. */
  | "too_large"
  /** The revision names nothing, or is written in a form that is not supported. */
  | "unknown_revision"
  /** The commit has no folder of this name. */
  | "missing_folder"
  /** The abbreviated id fits more than one commit. */
  | "ambiguous_revision";

/** A git repository could not answer; `reason` says why in a form code can branch on. */
export class GitError extends Error {
  override readonly name = "GitError";

  constructor(readonly reason: GitErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
  }
}
