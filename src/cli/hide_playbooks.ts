/**
 * Keeping playbooks and their traces out of what playbooks search.
 * @module
 */
import { joinPath } from "../platform/os_paths.ts";
import { kindOfPath } from "../platform/user_files.ts";
import { writeNamed } from "./named_files.ts";
import { shownFrom } from "./playbook_files.ts";

// A playbook holds what it searches for and its trace quotes what it found: were they searched as well, nothing
// could ever be proved absent, and accepting a trace would change what is found.
const IGNORE = `# A playbook must find neither itself nor its own trace.
*.playbook.yaml
*.trace.json
*.trace.new.json
`;

/** Writes the ignore file of a folder of playbooks, unless it has one. */
export function hidePlaybooks(playbooks: string, cwd: string): void {
  const path = joinPath(playbooks, ".ignore");
  if (kindOfPath(path) === "absent") writeNamed(path, shownFrom(cwd, path), IGNORE);
}
