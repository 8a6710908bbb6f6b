/**
 * `probe`: what is at a path now, whatever the snapshot says.
 * @module
 */
import { MAX_TEXT_BYTES } from "../../contract/limits.ts";
import { sha256Hex } from "../../platform/digest.ts";
import type { Files } from "../../platform/files.ts";
import { IGNORE_FILES } from "../../platform/ignore_rules.ts";
import { latin1Of } from "../../platform/latin1.ts";
import { walk } from "../../snapshot/walk.ts";
import { readLive, requireLive } from "../live_source.ts";
import type { Probe } from "../protocol.ts";
import type { Opened } from "../worker_state.ts";

/** @throws {ToolError} access_denied for a file that cannot be read, invalid_params for one that is too large */
export function probe(request: { readonly path: string }, opened: Opened): Probe {
  const live = readLive(opened.files, request.path, MAX_TEXT_BYTES);
  if (live.failure === "absent" || live.failure === "outside") return { kind: live.failure };
  const { path, bytes, source, encoding, eol } = requireLive(
    opened.files,
    request.path,
    MAX_TEXT_BYTES,
  );
  const walked = isWalked(path, opened);
  const inScope = walked && encoding !== "binary";
  const eolDigests = encoding === "binary" ? [] : otherEols(bytes, source.sha256);
  return { kind: "file", inScope, ignored: !walked, source, encoding, eol, eolDigests };
}

/** Digests of what git makes of a file where it converts line ends. A CR alone is none to git. */
function otherEols(bytes: Uint8Array, own: string): string[] {
  const text = latin1Of(bytes).replaceAll("\r\n", "\n");
  return [text, text.replaceAll("\n", "\r\n")]
    .map((form) => sha256Hex(Uint8Array.from(form, (char) => char.charCodeAt(0))))
    .filter((digest) => digest !== own);
}

/** Whether the walk meets a path. */
function isWalked(path: string, { files, outerIgnores }: Opened): boolean {
  const options = { ignores: outerIgnores, maxFiles: Infinity, tick: (): void => {} };
  return walk(narrow(files, path), options).files.some((file) => file.path === path);
}

/** The same tree with nothing in it but one path, the folders above it and the rules that judge them. */
function narrow(files: Files, path: string): Files {
  return {
    ...files,
    list: (folder) => {
      const listed = files.list(folder);
      if (listed.failure !== undefined) return listed;
      const prefix = folder === "" ? "" : `${folder}/`;
      const isOnTheWay = (name: string): boolean => `${path}/`.startsWith(`${prefix}${name}/`);
      const keeps = (name: string): boolean => IGNORE_FILES.includes(name) || isOnTheWay(name);
      return { value: listed.value.filter(({ name }) => keeps(name)) };
    },
  };
}
