/**
 * The formats of reports. A new one is a file beside this and a line here.
 * @module
 */
import { jsonText } from "../formats/format.ts";
import { reportAsHtml } from "./html.ts";
import { reportAsJunit } from "./junit.ts";
import { reportAsMarkdown } from "./markdown.ts";
import type { Report } from "./model.ts";
import { reportAsSarif } from "./sarif.ts";
import { reportAsText } from "./text.ts";

/** Format → the text of its file. */
export const REPORT_FORMATS: ReadonlyMap<string, (report: Report) => string | Promise<string>> =
  new Map<string, (report: Report) => string | Promise<string>>([
    ["text", reportAsText],
    ["json", jsonText],
    ["markdown", reportAsMarkdown],
    ["junit", reportAsJunit],
    ["sarif", reportAsSarif],
    ["html", reportAsHtml],
  ]);
