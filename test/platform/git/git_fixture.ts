/**
 * Temporary repositories made by the real git, independent of the machine's configuration.
 * @module
 */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { execFileSync } from "node:child_process";
import type { Buffer } from "node:buffer";

const ENVIRONMENT = {
  GIT_CONFIG_GLOBAL: os.devNull,
  GIT_CONFIG_SYSTEM: os.devNull,
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.org",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.org",
  GIT_ALLOW_PROTOCOL: "file",
  LC_ALL: "C",
};

/** A temporary folder that is removed at the end of the scope. */
export class Sandbox {
  /** Absolute, links resolved. */
  readonly folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "frigg-git-")));

  /** Path of something in the folder. */
  at(...parts: string[]): string {
    return path.join(this.folder, ...parts);
  }

  /** Writes a file, folders included. */
  write(file: string, content: string | Uint8Array): void {
    fs.mkdirSync(path.dirname(this.at(file)), { recursive: true });
    fs.writeFileSync(this.at(file), content);
  }

  /** Runs git in a folder and gives its output as text. */
  git(folder: string, ...args: string[]): string {
    return this.gitBytes(folder, args).toString("utf8");
  }

  /** Runs git with bytes on its input. */
  gitBytes(folder: string, args: string[], input: string | Uint8Array = ""): Buffer {
    // From a file: through a pipe, a long input and a long output would wait for each other.
    const file = this.at(".input");
    fs.writeFileSync(file, input);
    const script = ["-c", 'exec git "$@" <"$0"', file];
    const settings = ["-c", "init.defaultBranch=main", "-c", "gc.auto=0"];
    try {
      return execFileSync("sh", [...script, ...settings, ...args], {
        cwd: this.at(folder),
        env: this.#environment(),
        maxBuffer: 256 * 1024 * 1024,
        stdio: ["ignore", "pipe", "pipe"],
      });
    } finally {
      fs.rmSync(file);
    }
  }

  /** Commits everything in a folder, dated `seconds` after a fixed time, and gives the id. */
  commit(folder: string, message: string, seconds = 0): string {
    const date = `@${1_700_000_000 + seconds} +0000`;
    this.git(folder, "add", "-A");
    execFileSync("git", ["commit", "-q", "--allow-empty", "-m", message], {
      cwd: this.at(folder),
      env: { ...this.#environment(), GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
    });
    return this.git(folder, "rev-parse", "HEAD").trim();
  }

  #environment(): Record<string, string> {
    return { ...ENVIRONMENT, PATH: Deno.env.get("PATH") ?? "", HOME: this.folder };
  }

  [Symbol.dispose](): void {
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Numbers that look random and are the same in every run (mulberry32). */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** One of a list that is not empty. */
export function pick<T>(random: (below: number) => number, list: readonly T[]): T {
  const item = list[random(list.length)];
  assert.ok(item !== undefined);
  return item;
}
