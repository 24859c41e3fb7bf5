/** Wire shapes of sequence models: their cards, predictions and embeddings. */
import { z } from 'zod';
import { EvaluationReport } from './evaluation-report.ts';
import { idList } from './id-list.ts';
import { listOf } from './lists.ts';

export const MOST_HISTORY_IDS = 10_000;
export const MOST_CANDIDATES = 10_000;
const MOST_PREDICTED = 1000;

export const ModelFields = z
  .object({
    id: z.string(),
    name: z.string(),
    family: z.string(),
    version: z.string().describe('`v1`, `v2`, … by name within a workspace; pinned.'),
    architecture: z.enum(['sequential-recommender', 'generative-retriever']),
    training_method: z.enum(['trained_from_scratch', 'fine_tuned']),
    status: z.enum(['queued', 'training', 'evaluating', 'ready', 'failed']),
    capabilities: z
      .array(z.enum(['predict', 'embed', 'generate']))
      .describe('Empty until the model is ready.'),
    dataset_id: z.string(),
    base_model_id: z.string().nullable(),
    tokenizer_id: z.string().nullable(),
    item_count: z.int().nullable().describe('Number of items that it ranks; null until the model is ready.'),
    max_history_items: z.int().nullable().describe('Null until the model is ready.'),
    embedding_dimensions: z.int().nullable().describe('Null until the model is ready.'),
    evaluation: z
      .string()
      .describe(
        'Results on held-out items of people, compared with baselines, in words. Losses come first. A model is ready before its evaluation has ended; then the stage, the progress and the results so far.',
      ),
    evaluation_report: EvaluationReport.nullable().describe(
      'The same as data: splits, baselines beside the model, metrics with 95 % intervals. While the evaluation is under way, the splits so far.',
    ),
    training: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Settings, the reasons for automatic ones, and the cost of the training.'),
    error: z
      .object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()) })
      .nullable(),
    created_at: z.string(),
    ready_at: z.string().nullable(),
  })
  .meta({ id: 'ModelFields' });
export type ModelFields = z.output<typeof ModelFields>;

export const Model = ModelFields.extend({ request_id: z.string() }).meta({ id: 'Model' });
export const ModelList = listOf(ModelFields).meta({ id: 'ModelList' });

const History = idList({ least: 0, most: MOST_HISTORY_IDS }).describe(
  'Item ids, oldest first; at most the model’s `max_history_items`.',
);

export const PredictRequest = z
  .strictObject({
    history: History.describe('Item ids, oldest first; may be empty, which ranks by popularity.'),
    candidate_item_ids: idList({ least: 1, most: MOST_CANDIDATES })
      .optional()
      .describe('Items to rank, each id once. Default: the whole catalogue.'),
    limit: z.int().min(1).max(MOST_PREDICTED).default(20),
  })
  .meta({ id: 'PredictRequest' });
export type PredictRequest = z.output<typeof PredictRequest>;

export const Prediction = z
  .object({
    model_id: z.string(),
    model_version: z.string(),
    items: z
      .array(z.object({ item_id: z.string(), score: z.number() }))
      .describe('Highest score first, ties by the bytes of the id. Scores are relative, not probabilities.'),
    request_id: z.string(),
  })
  .meta({ id: 'Prediction' });

export const EmbedRequest = z.strictObject({ history: History }).meta({ id: 'EmbedRequest' });
export type EmbedRequest = z.output<typeof EmbedRequest>;

export const Embedding = z
  .object({
    model_id: z.string(),
    model_version: z.string(),
    embedding: z.array(z.number()).describe('Comparable only with vectors of the same model version.'),
    dimensions: z.int(),
    request_id: z.string(),
  })
  .meta({ id: 'Embedding' });
