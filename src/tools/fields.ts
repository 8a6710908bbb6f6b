/**
 * Input fields that several tools share, and what they mean to the engine.
 * @module
 */
import { z } from "zod";
import type { AppliedScope } from "../contract/recovery.ts";
import type { PathClass } from "../contract/source.ts";
import type { FileScope } from "../search/requests.ts";

export const repositoryId = z.string().min(1).optional().describe(
  "Repository id or alias (repo-001); omitted: all adopted repositories",
);
export const continuation = z.string().min(1).optional().describe(
  "Token of the page before: repeat the request with it, unchanged",
);
export const responseMode = z.enum(["compact", "full"]).default("compact").describe(
  "full adds metadata and note",
);
export const contextEfficiency = z.boolean().default(false).describe(
  "Add estimates of how much source the answer spared",
);
export const pathRegex = z.string().min(1).optional().describe(
  "Only paths in which this regular expression occurs",
);
export const glob = z.string().min(1).optional().describe(
  "Only paths that match: with / anchored at the root, without it the file name; * ? ** only",
);
export const includeHidden = z.boolean().default(false).describe(
  "Also files with a path component that starts with a dot",
);
export const pathClass = z.enum(["runtime", "project", "support", "any"]);
export const presentationMode = z.enum(["text", "json", "citation"]).default("text").describe(
  "text: the bytes; json: with path, lines and proof; citation: each line as N|content",
);

interface Filters {
  readonly path_regex?: string | undefined;
  readonly glob?: string | undefined;
  readonly exclude_glob?: string | undefined;
  readonly language?: string | undefined;
  readonly path_class?: z.infer<typeof pathClass> | undefined;
  readonly include_hidden?: boolean | undefined;
}

/** The files that a request's filters select. */
export function fileScope(filters: Filters): FileScope {
  const { path_regex, glob, exclude_glob, language } = filters;
  const wanted = classOf(filters);
  return {
    ...(path_regex === undefined ? {} : { pathRegex: path_regex }),
    ...(glob === undefined ? {} : { glob }),
    ...(exclude_glob === undefined ? {} : { excludeGlob: exclude_glob }),
    ...(language === undefined ? {} : { language }),
    ...(wanted === undefined ? {} : { pathClass: wanted }),
    includeHidden: filters.include_hidden ?? false,
  };
}

/** The filters as `scope` echoes them. */
export function appliedFilters(filters: Filters): Omit<AppliedScope, "repository_id"> {
  const wanted = classOf(filters);
  return {
    ...(filters.path_regex === undefined ? {} : { path_regex: filters.path_regex }),
    ...(filters.glob === undefined ? {} : { glob: filters.glob }),
    ...(wanted === undefined ? {} : { path_class: wanted }),
  };
}

function classOf({ path_class: wanted }: Filters): PathClass | undefined {
  return wanted === "any" ? undefined : wanted;
}
