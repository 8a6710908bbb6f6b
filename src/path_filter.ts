/**
 * Which paths the filters of a tool's arguments select, without running the tool.
 *
 * Part of the composition root: it joins the arguments of tools to the scopes of searches. A filter that cannot be
 * read selects everything, because who asks wants to know what an answer may depend on.
 * @module
 */
import { ToolError } from "./contract/errors.ts";
import type { JsonObject } from "./contract/json.ts";
import { languageByName, languageOf } from "./languages/registry.ts";
import { compileScope, type Scope } from "./search/scope.ts";
import { isHidden, pathClassOf } from "./snapshot/classify.ts";
import { fileScope, pathClass } from "./tools/fields.ts";

/** Whether a file at a path may be among those that the arguments select. */
export function pathFilter(params: JsonObject): (path: string) => boolean {
  const scope = scopeOf(params);
  if (scope === undefined) return () => true;
  return (path) => {
    const language = languageOf(path)?.id;
    return scope.selects({
      path,
      hidden: isHidden(path),
      pathClass: pathClassOf(path),
      ...(language === undefined ? {} : { language }),
    });
  };
}

function scopeOf(params: JsonObject): Scope | undefined {
  const text = (name: string): string | undefined => {
    const value = params[name];
    return typeof value === "string" ? value : undefined;
  };
  const language = text("language");
  try {
    return compileScope(
      fileScope({
        path_regex: text("path_regex"),
        glob: text("glob"),
        exclude_glob: text("exclude_glob"),
        language: language === undefined ? undefined : languageByName(language)?.id,
        path_class: pathClass.safeParse(params["path_class"]).data,
        include_hidden: params["include_hidden"] === true,
      }),
      () => ({ pathClass: "project" }),
    );
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}
