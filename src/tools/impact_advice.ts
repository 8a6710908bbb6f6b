/**
 * How to go on from a bundle: prove a row, see the file most concerned, find what the bundle left out.
 * @module
 */
import { suggestedNext } from "../contract/compat.ts";
import { type JsonObject, toJsonObject } from "../contract/json.ts";
import type { NextAction } from "../contract/next_actions.ts";
import type { ToolCall } from "./define.ts";
import type { Parts } from "./impact_parts.ts";
import {
  type Findings,
  type ImpactSubject,
  type SectionName,
  TEST_PATHS,
} from "./impact_sections.ts";
import type { ProofTarget, Section, Summary } from "./impact_summary.ts";
import { liveActions, type RecoveryFields, wireAction } from "./recovery_actions.ts";

const CODE = "IMPACT_AFTER_SYMBOL";

/** Before what proves rows: what the bundle itself did not look for. */
const ORDERS = { implementations: 0, tests: 1, proof: 2, file: 3 } as const;

export interface Advised {
  readonly subject: ImpactSubject;
  readonly findings: Findings;
  readonly parts: Parts;
  readonly summary: Summary;
  /** The request as the client may send it again. */
  readonly request: JsonObject;
}

/** An action, and the row of a section that it is about. */
interface Offer {
  readonly action: NextAction;
  readonly about?: { readonly section: SectionName; readonly path: string; readonly line: number };
}

export interface Advice {
  readonly recovery: RecoveryFields;
  /** The sections with the actions that prove their rows. */
  readonly sections: Section[];
  readonly proofTargets: ProofTarget[];
}

/** What to do with the rows of a bundle; nothing if there are none. */
export function impactAdvice(
  call: ToolCall,
  advised: Advised,
  sections: readonly Section[],
): Advice {
  const offers = [
    ...implementations(advised),
    ...mentions(advised),
    ...proof(advised),
    ...topFile(advised),
  ];
  const actions = liveActions(call, offers.map(({ action }) => action));
  const live = offers.filter(({ action }) => actions.includes(action));
  const withTargets = sections.map((section) => ({
    ...section,
    proof_targets: targetsOf(live, section.section),
  }));
  return {
    sections: withTargets,
    proofTargets: withTargets.flatMap(({ proof_targets }) => proof_targets),
    recovery: advised.parts.symbols.first === undefined ? {} : {
      error_code: CODE,
      message: "What rests on the symbol, as far as it can be read off syntax",
      correction_hint: "Prove a row before relying on it; completeness says what may be missing",
      ...(actions.length === 0 ? {} : {
        next_actions: actions.map(wireAction),
        suggested_next: suggestedNext(actions),
      }),
    },
  };
}

function targetsOf(offers: readonly Offer[], section: SectionName): ProofTarget[] {
  return offers.flatMap(({ action, about }) =>
    about?.section === section ? [{ action_id: action.id, path: about.path, line: about.line }] : []
  );
}

/** Implementations that were not looked for, or not all shown. */
function implementations({ parts }: Advised): Offer[] {
  const target = parts.symbols.first?.target_ref;
  const whole = parts.implementations?.completeness.truncated === false;
  if (target === undefined || whole) return [];
  return [{
    action: {
      id: "impact-implementations",
      role: "resolve_target",
      order: ORDERS.implementations,
      dependencies: [],
      tool: "find_implementations",
      arguments: { target: toJsonObject(target) },
      reason: "See what implements or extends the symbol",
    },
  }];
}

function mentions({ subject, findings, parts }: Advised): Offer[] {
  const { repository, name } = subject;
  if (parts.symbols.first === undefined) return [];
  const first = findings.test_mentions?.hits[0]?.row;
  return [{
    action: {
      id: "impact-tests",
      role: "verify_exact",
      order: ORDERS.tests,
      dependencies: [],
      tool: "search_text",
      arguments: { query: name, path_regex: TEST_PATHS, repository_id: repository.id },
      reason: "Find every place where tests write the name",
    },
    ...(first === undefined
      ? {}
      : { about: { section: "test_mentions", path: first.path, line: first.line } }),
  }];
}

/** The first row that rests on the symbol, else the symbol. */
function proof({ parts, request }: Advised): Offer[] {
  for (const section of ["references", "incoming_calls", "implementations", "symbols"] as const) {
    const part = parts[section];
    const { match_id: match, path, line } = part?.first ?? {};
    if (part?.handle === undefined || match === undefined) continue;
    if (path === undefined || line === undefined) continue;
    return [{
      action: {
        id: "impact-proof",
        role: "proof_read",
        order: ORDERS.proof,
        dependencies: [],
        tool: "read_match",
        arguments: {
          result_handle: part.handle,
          match_id: match,
          origin: { tool: "impact_bundle", arguments: request },
        },
        reason: "Prove the first row before relying on it",
      },
      about: { section, path, line },
    }];
  }
  return [];
}

const ROLE_SECTIONS = {
  symbol: "symbols",
  reference: "references",
  incoming_call: "incoming_calls",
  implementation: "implementations",
} as const satisfies Record<Summary["top_paths"][number]["role"], SectionName>;

/** The file with the most rows. */
function topFile({ subject, findings, summary }: Advised): Offer[] {
  const [top] = summary.top_paths;
  if (top === undefined) return [];
  const section = ROLE_SECTIONS[top.role];
  const row = findings[section]?.hits.map((hit) => hit.row).find(({ path }) => path === top.path);
  return [{
    action: {
      id: "impact-file",
      role: "inspect",
      order: ORDERS.file,
      dependencies: [],
      tool: "document_symbols",
      arguments: { path: top.path, repository_id: subject.repository.id },
      reason: "See what the file most concerned consists of",
    },
    ...(row === undefined ? {} : { about: { section, path: row.path, line: row.line } }),
  }];
}
