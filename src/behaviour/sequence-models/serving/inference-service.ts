/** The inference service for the HTTP layer: predictions, embeddings and generated items. */
import type { TenantId } from '../../../contract/brands.ts';
import { clip } from '../../../contract/clip.ts';
import { apiError, invalidRequest } from '../../../contract/errors.ts';
import type { GenerateRequest } from '../../../contract/generation.ts';
import type { Embedding, EmbedRequest, PredictRequest } from '../../../contract/model.ts';
import { type ModelLookup, type ReadyModel, readyModel } from '../adaptation/find-model.ts';
import { versionName } from '../adaptation/model-fields.ts';
import type { Capability } from '../models/architecture.ts';
import type { NewItemSource } from '../new-items/create-new-item-source.ts';
import type { ColdPeople } from '../people/create-cold-people.ts';
import type { PersonHistories } from '../people/create-person-histories.ts';
import { assertDistinct, emptyHistory } from './item-id-errors.ts';
import type { ModelServing } from './model-serving.ts';
import {
  type GenerationFields,
  generationFields,
  lenienceFields,
  type PredictionFields,
  predictionFields,
  rankingQuery,
  withoutRejected,
} from './prediction-fields.ts';
import { type HistoryRequest, readRequest } from './read-request.ts';

export interface OfModel {
  readonly model_id: string;
  readonly model_version: string;
}

export interface InferenceService {
  /**
   * 404 `model_not_found`, and with `person_id` `user_not_found`, `dataset_not_found`; 503 `warming_up`; 409
   * `model_not_ready`; 422 `capability_missing`, `history_too_long`, `duplicate_id`, `unknown_item`,
   * `unknown_filter`; 400 for a filter of a wrong form, contradicting rules, undeclared features and undeclared contexts.
   */
  predict(tenant: TenantId, modelId: string, request: PredictRequest): Promise<OfModel & PredictionFields>;
  /** As `predict`, without what is about a ranking, and 422 `empty_history`. */
  embed(tenant: TenantId, modelId: string, request: EmbedRequest): Promise<OfModel & EmbeddingFields>;
  /** As `predict`. */
  generate(tenant: TenantId, request: GenerateRequest): Promise<OfModel & GenerationFields>;
}

type EmbeddingFields = Omit<Embedding, keyof OfModel | 'request_id'>;

export function createInferenceService(
  models: ModelLookup,
  serving: ModelServing,
  people: PersonHistories & ColdPeople,
  newItems: NewItemSource,
  /** Milliseconds since 1970. */
  clock: () => number,
): InferenceService {
  const read = (model: ReadyModel, asked: HistoryRequest) => readRequest({ people, clock }, model, asked);
  return {
    async predict(tenant, modelId, asked) {
      const model = await modelFor(models, tenant, modelId, 'predict');
      if (asked.candidate_item_ids !== undefined) assertDistinct(asked.candidate_item_ids);
      const { lenience, ...given } = await read(model, asked);
      const request = { ...withoutRejected(asked, model, given), ...lenience };
      const sent = asked.new_items && (await newItems.of(model, asked, asked.new_items));
      const answer = await serving.query(model, { kind: 'predict', ...rankingQuery(request, given, sent) });
      return { ...nameOf(model), ...predictionFields(request, answer, given.prior) };
    },
    async embed(tenant, modelId, asked) {
      const model = await modelFor(models, tenant, modelId, 'embed');
      const { lenience, history, times } = await read(model, asked);
      if (history.length === 0) throw emptyHistory();
      const ignoreUnknown = lenience.unknown_items === 'ignore';
      const answer = await serving.query(model, { kind: 'embed', history, times, ignoreUnknown });
      const { embedding } = answer;
      return {
        ...nameOf(model),
        embedding: Array.from(embedding),
        dimensions: embedding.length,
        ...lenienceFields(lenience, answer),
      };
    },
    async generate(tenant, { model_id, beam, ...asked }) {
      const model = await modelFor(models, tenant, model_id, 'generate');
      assertHourAlone(asked.context);
      if (asked.candidate_item_ids !== undefined) assertDistinct(asked.candidate_item_ids);
      const { lenience, ...given } = await read(model, asked);
      const request = { ...withoutRejected(asked, model, given), ...lenience };
      const answer = await serving.query(model, { kind: 'generate', beam, ...rankingQuery(request, given) });
      return { ...nameOf(model), ...generationFields(request, answer, given.prior) };
    },
  };
}

/** 400: a generative retriever reads no context, and the hour only of people without a history. */
function assertHourAlone(context: GenerateRequest['context'] = {}): void {
  const others = Object.keys(context).filter((name) => name !== 'hour');
  if (others.length === 0) return;
  const message =
    'generate reads no context but `hour`; leave it out, or predict with a sequential recommender';
  throw invalidRequest(others.map((name) => ({ path: `context.${clip(name)}`, message })));
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
