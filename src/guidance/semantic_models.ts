/**
 * The catalogue of embedding models that the contract names. This program serves none of them, and says so.
 * @module
 */
import type { JsonObject } from "../contract/json.ts";
import { jsonResource } from "./resource.ts";

/** Dimensions of the space in which vectors would be compared. */
const PROJECTION_DIMENSIONS = 1536;
const NOT_SERVED =
  "This program has no provider for it: ranked search runs without the semantic channel";

interface Model {
  readonly id: string;
  readonly provider: string;
  readonly model: string | null;
  readonly role: string;
  readonly qualityTier: string;
  readonly offline: boolean;
  readonly nativeDimensions: number;
  readonly credentialEnv: string | null;
  readonly quality: string;
  readonly limit: string;
  readonly recommendedWhen?: string;
  readonly preset: { readonly id: string; readonly intent: string };
}

const MODELS: readonly Model[] = [
  {
    id: "local-minilm-l6-v2",
    provider: "local",
    model: "all-MiniLM-L6-v2",
    role: "default",
    qualityTier: "offline_smoke",
    offline: true,
    nativeDimensions: 384,
    credentialEnv: null,
    quality: "Small and general; good enough to see that the channel works",
    limit: "Trained on prose, cuts long chunks, and its vectors are padded with zeros",
    recommendedWhen: "Nothing may leave the machine",
    preset: { id: "offline-small", intent: "Embeddings without network" },
  },
  {
    id: "openai-text-embedding-3-small",
    provider: "openai",
    model: "text-embedding-3-small",
    role: "recommended",
    qualityTier: "cloud",
    offline: false,
    nativeDimensions: 1536,
    credentialEnv: "OPENAI_API_KEY",
    quality: "General text embeddings of a hosted service",
    limit: "Source text leaves the machine and is paid for",
    preset: { id: "cloud-openai", intent: "Hosted embeddings with an OpenAI key" },
  },
  {
    id: "google-gemini-embedding-001",
    provider: "google",
    model: "gemini-embedding-001",
    role: "recommended",
    qualityTier: "credential_peer",
    offline: false,
    nativeDimensions: 1536,
    credentialEnv: "GEMINI_API_KEY",
    quality: "General text embeddings of a hosted service",
    limit: "Source text leaves the machine and is paid for",
    preset: { id: "cloud-google", intent: "Hosted embeddings with a Google key" },
  },
  {
    id: "openai-compat-protocol",
    provider: "openai_compat",
    model: null,
    role: "experimental",
    qualityTier: "selfhost_protocol",
    offline: false,
    nativeDimensions: 1536,
    credentialEnv: "FRIGG_OPENAI_COMPAT_API_KEY",
    quality: "That of the model behind the endpoint",
    limit: "Nothing is known of the model but the protocol it answers in",
    preset: { id: "openai-compat-selfhost", intent: "A server of your own with the same protocol" },
  },
];

export const semanticModels = jsonResource({
  uri: "frigg://policy/semantic-models.json",
  name: "semantic-models",
  title: "Semantic models",
  description: "Curated model contracts of the semantic channel, which is off; not a leaderboard",
  schemaId: "frigg.policy.semantic_models.v1",
  value: () => ({
    product: "frigg",
    product_role: "optional_accelerator_model_catalog",
    live: false,
    quality_scores: "curated",
    quality_scores_note: "Words of the maintainers, not measurements",
    semantic_default: {
      enabled: false,
      note:
        "No provider is part of this program. search_hybrid names the channel's status in full mode.",
    },
    projection_dimensions: PROJECTION_DIMENSIONS,
    projection_note:
      `Vectors of fewer than ${PROJECTION_DIMENSIONS} dimensions are padded with zeros`,
    dimensions_contract: {
      projection: PROJECTION_DIMENSIONS,
      shorter: "zero_padded",
      longer: "refused",
    },
    reindex_on_change: true,
    source_of_truth: {
      catalog: "this resource",
      status: "metadata.semantic_status of search_hybrid",
    },
    models: MODELS.map(modelRow),
    presets: MODELS.map(presetRow),
    presets_note: "What a preset sets in the environment; no command line knows their names",
    guidance: [
      "Leave the channel off: ranked discovery here is lexical, by paths and by the symbol graph.",
      "A change of the model makes every stored vector worthless.",
    ],
  }),
});

function modelRow(one: Model): JsonObject {
  return {
    id: one.id,
    provider: one.provider,
    model: one.model,
    role: one.role,
    quality_tier: one.qualityTier,
    offline: one.offline,
    native_dimensions: one.nativeDimensions,
    pad_to_projection: one.nativeDimensions < PROJECTION_DIMENSIONS,
    credential_env: one.credentialEnv,
    reindex_on_change: true,
    quality: one.quality,
    known_limits: [NOT_SERVED, one.limit],
    ...(one.recommendedWhen === undefined ? {} : { recommended_when: one.recommendedWhen }),
  };
}

function presetRow(one: Model): JsonObject {
  return {
    id: one.preset.id,
    intent: one.preset.intent,
    provider: one.provider,
    model: one.model,
    model_id: one.id,
    quality: one.quality,
    quality_tier: one.qualityTier,
    cli_alias: false,
    expands_to: {
      FRIGG_SEMANTIC_RUNTIME_ENABLED: "true",
      FRIGG_SEMANTIC_RUNTIME_PROVIDER: one.provider,
      ...(one.model === null ? {} : { FRIGG_SEMANTIC_RUNTIME_MODEL: one.model }),
    },
    required_credential_env: one.credentialEnv === null ? [] : [one.credentialEnv],
    storage_keys: ["provider", "model", "projection_dimensions"],
    failure_modes: [NOT_SERVED],
  };
}
