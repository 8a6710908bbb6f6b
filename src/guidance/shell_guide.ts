/**
 * When to ask frigg and when to use a shell, for people and models to read.
 * @module
 */
import { ACTIVE_PROFILE, type Facts, type Resource, toolNames } from "./resource.ts";
import { DEFAULT_FOR, FALLBACK_ONLY_FOR, SHELL_HABITS } from "./shell_habits.ts";

export const shellGuide: Resource = {
  uri: "frigg://guidance/shell-vs-frigg.md",
  name: "shell-vs-frigg",
  title: "Shell or frigg",
  description: "When to ask frigg and when to use a shell",
  mimeType: "text/markdown",
  text: (facts) =>
    [
      "# Shell or frigg",
      "",
      `Active profile: \`${ACTIVE_PROFILE}\`, ${
        toolNames(facts).length
      } tools. \`tools/list\` decides what exists.`,
      "",
      "## Ask frigg for",
      "",
      ...bullets(DEFAULT_FOR),
      "",
      "## Use a shell only for",
      "",
      ...bullets(FALLBACK_ONLY_FOR),
      "",
      "## Instead of a shell command",
      "",
      "| Shell | Tool | Parameters | Mind |",
      "| --- | --- | --- | --- |",
      ...habitRows(facts),
      "",
      "## Before you conclude",
      "",
      "1. Read `completeness`: only `complete: true` proves that nothing is missing.",
      "2. After an edit call `workspace` and follow `freshness.post_edit.strategy`.",
      "3. Prove a row with `read_match`; cite path and lines of what it showed.",
      "",
    ].join("\n"),
};

function bullets(lines: readonly string[]): string[] {
  return lines.map((line) => `- ${line}`);
}

function habitRows({ surface }: Facts): string[] {
  return SHELL_HABITS.filter(({ tool }) => surface.find(tool) !== undefined).map(
    ({ shell, tool, params, note = "" }) =>
      `| \`${shell.replaceAll("|", "\\|")}\` | \`${tool}\` | ${
        params.map(code).join(", ")
      } | ${note} |`,
  );
}

function code(word: string): string {
  return `\`${word}\``;
}
