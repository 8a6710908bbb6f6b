/**
 * Every kind of question that a repository can be asked.
 * @module
 */
import type {
  NavigationRequest,
  NavigationResult,
  SubjectRequest,
  SubjectResult,
} from "./navigation/requests.ts";
import type {
  HybridRequest,
  HybridResult,
  OutlineRequest,
  OutlineResult,
  StructuralRequest,
  StructuralResult,
  SymbolIdRequest,
  SymbolIdResult,
  SymbolRequest,
  SymbolResult,
  TextRequest,
  TextResult,
} from "./requests.ts";
import type { KindsRequest, KindsResult, SyntaxRequest, SyntaxResult } from "./syntax_requests.ts";

/** Kinds of search and their types, for the engine's one `search` operation. */
export interface Searches {
  readonly text: { readonly request: TextRequest; readonly result: TextResult };
  readonly symbol: { readonly request: SymbolRequest; readonly result: SymbolResult };
  readonly hybrid: { readonly request: HybridRequest; readonly result: HybridResult };
  readonly symbol_id: { readonly request: SymbolIdRequest; readonly result: SymbolIdResult };
  readonly outline: { readonly request: OutlineRequest; readonly result: OutlineResult };
  readonly subject: { readonly request: SubjectRequest; readonly result: SubjectResult };
  readonly navigation: { readonly request: NavigationRequest; readonly result: NavigationResult };
  readonly structural: { readonly request: StructuralRequest; readonly result: StructuralResult };
  readonly syntax: { readonly request: SyntaxRequest; readonly result: SyntaxResult };
  readonly kinds: { readonly request: KindsRequest; readonly result: KindsResult };
}
