/** The inference service for the HTTP layer: predictions, embeddings and generated items. */
import type { TenantId } from '../../../contract/brands.ts';
import { apiError, counted } from '../../../contract/errors.ts';
import type { GenerateRequest } from '../../../contract/generation.ts';
import type { EmbedRequest, PredictRequest } from '../../../contract/model.ts';
import { tokensOf } from '../../semantic-ids/codebook-layout.ts';
import { type ModelLookup, type ReadyModel, readyModel } from '../adaptation/find-model.ts';
import { versionName } from '../adaptation/model-fields.ts';
import type { Capability } from '../models/architecture.ts';
import type { PersonHistories } from '../people/create-person-histories.ts';
import { assertDistinct } from './item-id-errors.ts';
import type { ModelServing } from './model-serving.ts';
import {
  leavesOutRejected,
  type PredictionFields,
  predictionFields,
  queryOf,
  withExclusion,
} from './prediction-fields.ts';

/** A stored history may be longer than a model reads, and have items newer than its catalogue. */
const lenient = { unknown_items: 'ignore', long_history: 'truncate' } as const;
const TRUNCATE_HINT = ', or `long_history: "truncate"`';

export interface OfModel {
  readonly model_id: string;
  readonly model_version: string;
}

export interface InferenceService {
  /**
   * 404 `model_not_found`, and with `person_id` `user_not_found`, `dataset_not_found`; 503 `warming_up`; 409
   * `model_not_ready`; 422 `capability_missing`, `history_too_long`,
   * `duplicate_id`, `unknown_item`, `unknown_filter`; 400 for a filter of a wrong form.
   */
  predict(tenant: TenantId, modelId: string, request: PredictRequest): Promise<OfModel & PredictionFields>;
  /** As `predict`, and 422 `empty_history`. */
  embed(
    tenant: TenantId,
    modelId: string,
    request: EmbedRequest,
  ): Promise<OfModel & { readonly embedding: number[]; readonly dimensions: number }>;
  /** As `embed`. */
  generate(
    tenant: TenantId,
    request: GenerateRequest,
  ): Promise<OfModel & { readonly items: GeneratedFields[] }>;
}

interface GeneratedFields {
  readonly item_id: string;
  readonly score: number;
  readonly codes: number[];
  readonly tokens: string;
}

export function createInferenceService(
  models: ModelLookup,
  serving: ModelServing,
  people: PersonHistories,
  /** Milliseconds since 1970. */
  clock: () => number,
): InferenceService {
  return {
    async predict(tenant, modelId, asked) {
      const model = await modelFor(models, tenant, modelId, 'predict');
      const { person_id: personId } = asked;
      const request = personId === undefined ? asked : { ...asked, ...lenient };
      const stored = personId === undefined ? null : await people.of(model, personId);
      const history = stored?.itemIds ?? asked.history!;
      const rejected = leavesOutRejected(asked) ? (stored?.rejectedItemIds ?? []) : [];
      const excluded = [...(asked.exclude_item_ids ?? []), ...rejected];
      if (request.long_history === 'error') assertHistory(model, history, TRUNCATE_HINT);
      if (request.candidate_item_ids !== undefined) assertDistinct(request.candidate_item_ids);
      const timestampsMs = stored?.timestampsMs ?? asked.history_timestamps?.map(Date.parse);
      const times = timestampsMs && { timestampsMs, momentMs: clock() };
      const query = queryOf(withExclusion({ ...request, exclude_item_ids: excluded }, model), history, times);
      const answer = await serving.query(model, query);
      return { ...nameOf(model), ...predictionFields(request, answer) };
    },
    async embed(tenant, modelId, { history }) {
      const model = await modelFor(models, tenant, modelId, 'embed');
      assertNotEmpty(history);
      assertHistory(model, history);
      const embedding = await serving.query(model, { kind: 'embed', history });
      return { ...nameOf(model), embedding: Array.from(embedding), dimensions: embedding.length };
    },
    async generate(tenant, { model_id, history, limit, beam }) {
      const model = await modelFor(models, tenant, model_id, 'generate');
      assertNotEmpty(history);
      assertHistory(model, history);
      const items = await serving.query(model, { kind: 'generate', history, limit, beam });
      const fields = items.map(({ itemId, score, codes }) => {
        return { item_id: itemId, score, codes: [...codes], tokens: tokensOf(codes) };
      });
      return { ...nameOf(model), items: fields };
    },
  };
}

export function nameOf(model: ReadyModel): OfModel {
  return { model_id: model.modelId, model_version: versionName(model) };
}

/**
 * The model, if it is ready and has the capability. 404 `model_not_found`, 409 `model_not_ready`, 422
 * `capability_missing`.
 */
export async function modelFor(
  models: ModelLookup,
  tenant: TenantId,
  modelId: string,
  capability: Capability,
): Promise<ReadyModel> {
  const model = await readyModel(models, tenant, modelId);
  const { capabilities } = model.made;
  if (capabilities.includes(capability)) return model;
  throw apiError(
    'capability_missing',
    `The model ${modelId} cannot ${capability}; it can ${capabilities.join(' and ') || 'do nothing of the kind'}.`,
    { model_id: modelId, capability, capabilities },
  );
}

/** 422 `empty_history`. */
function assertNotEmpty(history: readonly string[]): void {
  if (history.length > 0) return;
  throw apiError('empty_history', 'The history is empty; give at least one item of the person.');
}

/** 422 `history_too_long`. */
export function assertHistory({ modelId, made }: ReadyModel, history: readonly string[], hint = ''): void {
  const { maxHistoryItems: most } = made;
  if (history.length <= most) return;
  throw apiError(
    'history_too_long',
    `The history has ${counted(history.length, 'item')}; the model ${modelId} takes at most ${most}. Send the last ${most}${hint}.`,
    { given: history.length, max_history_items: most },
  );
}
