/**
 * `frigg version`: the version, or the licences of everything inside the binary.
 * @module
 */
import { VERSION } from "../../app.ts";
import { readNotices } from "../../platform/assets.ts";
import type { Command, CommandCall } from "../command.ts";
import { environmentError, EXIT, type ExitCode } from "../exit.ts";
import { pretty } from "../print_json.ts";

export const version: Command = {
  name: "version",
  summary: "Print the version, or the licences of what is inside",
  options: [{ flags: "--notices", text: "licences of everything inside the binary" }],
  examples: ["frigg version", "frigg version --notices"],
  run,
};

async function run({ flags, settings, console }: CommandCall): Promise<ExitCode> {
  if (flags.has("notices")) console.print(await notices());
  else console.print(settings.json ? pretty({ version: VERSION }) : `frigg ${VERSION}`);
  return EXIT.ok;
}

async function notices(): Promise<string> {
  const text = await readNotices();
  if (text !== undefined) return text;
  throw environmentError(
    "Cannot print the notices: from source each package has its own licence beside it",
    "Ask the binary: dist/frigg version --notices",
  );
}
