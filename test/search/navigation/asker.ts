/**
 * Questions about names put to a folder, in one process and in memory.
 * @module
 */
import { MAX_FILE_BYTES } from "../../../src/contract/limits.ts";
import { Budget } from "../../../src/engine/budget.ts";
import { SearchTools } from "../../../src/engine/search_world.ts";
import { diskFiles } from "../../../src/platform/files.ts";
import { navigate } from "../../../src/search/navigation/navigate.ts";
import type {
  NavigationQuestion,
  NavigationResult,
  Subject,
} from "../../../src/search/navigation/requests.ts";
import type { SearchWorld } from "../../../src/search/world.ts";
import { type OpenedSnapshot, openSnapshot } from "../../../src/snapshot/opened_snapshot.ts";
import { buildFolder } from "../hybrid/real_world.ts";

export class NavigationAsker {
  readonly root: string;
  readonly snapshot: OpenedSnapshot;
  readonly #tools: SearchTools;

  private constructor(root: string, snapshot: OpenedSnapshot) {
    this.root = root;
    this.snapshot = snapshot;
    this.#tools = new SearchTools(diskFiles(root));
  }

  static async open(root: string): Promise<NavigationAsker> {
    return new NavigationAsker(root, openSnapshot((await buildFolder(root)).sections));
  }

  get world(): SearchWorld {
    const budget = new Budget({ deadlineMs: Infinity, isCancelled: () => false });
    return this.#tools.world(this.snapshot, budget, MAX_FILE_BYTES);
  }

  ask(
    question: NavigationQuestion,
    subject: Subject,
    unhurried = true,
  ): Promise<NavigationResult> {
    const slice = { offset: 0, limit: Number.MAX_SAFE_INTEGER };
    return navigate(this.world, {
      question,
      subject,
      includeDefinition: false,
      unhurried,
      slice,
    });
  }
}
