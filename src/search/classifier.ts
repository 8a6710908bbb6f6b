/**
 * Class and language of paths that have no entry in the snapshot.
 * @module
 */
import { pathClassOf } from "../snapshot/classify.ts";
import type { Classify } from "./scope.ts";
import type { Outliner } from "./world.ts";

export function classifier(outliner: Outliner): Classify {
  return (path) => {
    const language = outliner.languageOf(path)?.id;
    return { pathClass: pathClassOf(path), ...(language === undefined ? {} : { language }) };
  };
}
