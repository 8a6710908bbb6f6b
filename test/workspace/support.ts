/**
 * Workspaces over scratch trees, and a surface to ask freshness for.
 * @module
 */
import type { Surface, ToolInfo } from "../../src/contract/tool.ts";
import { openWorkspace, type WorkspaceOptions } from "../../src/workspace/open_workspace.ts";
import { Adopted } from "../../src/session/adopted.ts";
import type { AdoptRequest, Repository, Workspace } from "../../src/workspace/workspace.ts";
import { CALL, VERSION } from "../engine/support.ts";
import { LIMITS, type ScratchTree } from "../snapshot/scratch_tree.ts";

/** A workspace that closes itself, with one session. */
export class ScratchWorkspace implements AsyncDisposable {
  readonly workspace: Workspace;
  readonly session = new Adopted();
  readonly log: string[] = [];

  constructor(cwd: string, options: Partial<WorkspaceOptions> = {}) {
    this.workspace = openWorkspace({
      roots: [],
      cwd,
      home: undefined,
      limits: LIMITS,
      version: VERSION,
      log: (line) => this.log.push(line),
      ...options,
    });
  }

  adopt(request: Partial<AdoptRequest>): Promise<Repository> {
    const usual = { resolveMode: "direct", makeDefault: true } as const;
    return this.workspace.adopt(this.session, { ...usual, ...request }, CALL);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.workspace.close();
  }
}

function tool(name: string, evidence: ToolInfo["evidence"]): ToolInfo {
  return {
    name,
    title: name,
    description: name,
    profile: "core",
    evidence,
    inputSchema: {},
    playbook: true,
    idempotent: true,
    checkInput: () => undefined,
    cites: () => [],
    rows: () => [],
  };
}

const TOOLS = [tool("read_file", "live_file"), tool("search_text", "snapshot_index")];

export const SURFACE: Surface = {
  tools: TOOLS,
  find: (name) => TOOLS.find((found) => found.name === name),
};

/** Runs git in a tree, with nothing of this machine's settings. */
export async function git(tree: ScratchTree, ...args: string[]): Promise<string> {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
  const env = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  const options = { args: [...identity, ...args], cwd: tree.root, env };
  const { success, stdout, stderr } = await new Deno.Command("git", options).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
}
