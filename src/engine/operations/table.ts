/**
 * Which function runs which operation.
 * @module
 */
import type { OperationName, Operations } from "../protocol.ts";
import { statusOf } from "../snapshot_holder.ts";
import { blobs, changes, compare } from "./compare.ts";
import { delta } from "./delta.ts";
import { explore } from "./explore.ts";
import { locate } from "./locate.ts";
import { probe } from "./probe.ts";
import { read } from "./read.ts";
import { refresh } from "./refresh.ts";
import type { Running } from "./running.ts";
import { search } from "./search.ts";
import { spans } from "./spans.ts";
import { walk } from "./walk.ts";

type Handlers = {
  readonly [Name in Exclude<OperationName, "open">]: (
    request: Operations[Name]["request"],
    running: Running,
  ) => Operations[Name]["result"] | Promise<Operations[Name]["result"]>;
};

export const OPERATIONS: Handlers = {
  status: (_request, { opened }) => statusOf(opened.holder.look()),
  adopt: (handed, { opened }) => statusOf(opened.holder.adopt(handed)),
  refresh,
  delta: (_request, running) => delta(running),
  walk,
  read: (request, { opened }) => read(request, opened),
  scan: explore,
  spans: (request, { opened }) => spans(request, opened),
  probe: (request, { opened }) => probe(request, opened),
  locate,
  blobs: (_request, running) => blobs(running),
  compare,
  changes,
  search,
  close: () => ({}),
};
