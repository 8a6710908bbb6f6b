/**
 * Every host that frigg can register itself in. A new one is one file and one line here.
 * @module
 */
import { antigravity } from "./antigravity.ts";
import { claudeCode } from "./claude_code.ts";
import { claudeDesktop } from "./claude_desktop.ts";
import { codex } from "./codex.ts";
import { copilotCli } from "./copilot_cli.ts";
import { cursor } from "./cursor.ts";
import { geminiCli } from "./gemini_cli.ts";
import type { Host } from "./host.ts";
import { opencode } from "./opencode.ts";
import { vscode } from "./vscode.ts";
import { windsurf } from "./windsurf.ts";
import { zed } from "./zed.ts";

export const HOSTS: readonly Host[] = [
  claudeCode,
  claudeDesktop,
  vscode,
  cursor,
  codex,
  geminiCli,
  antigravity,
  opencode,
  zed,
  windsurf,
  copilotCli,
];
