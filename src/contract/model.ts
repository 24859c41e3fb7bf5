/** Wire shapes of sequence models: their cards, predictions and embeddings. */
import { z } from 'zod';
import { EvaluationReport } from './evaluation-report.ts';
import {
  checkSource,
  checkTimestamps,
  HistoryTimestamps,
  historyIds,
  lenienceAnswer,
  lenienceOptions,
  personIdInput,
  sessionIdInput,
} from './history-input.ts';
import { ListQuery, listOf } from './lists.ts';
import { noMeaning } from './no-meaning.ts';
import { contextInput, fallback, personFeaturesInput } from './person-features.ts';
import { answeredOptions, because, rankingOptions } from './ranking-options.ts';
import { checkRules, ruledItem } from './ranking-rules.ts';

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

export const modelListStates = ['ready', 'training', 'failed', 'all'] as const;
export type ModelListState = (typeof modelListStates)[number];

export const ModelListQuery = ListQuery.extend({
  status: z
    .enum(modelListStates)
    .default('ready')
    .describe(
      '`ready`: models that can serve. `training`: those that are queued, in training or in evaluation. `failed`: those that failed, and refits that were refused. `all`: every one.',
    )
    .meta({ example: 'all' }),
});

const NewItems = z
  .strictObject({
    exploration_share: z
      .number()
      .min(0)
      .max(0.5)
      .default(0)
      .describe('Share of the places, from the end, that go to the new items that were shown least.'),
  })
  .optional()
  .describe(
    'Ranks also the newest 500 items that were appended to the dataset and that the model does not know yet: by the items that their texts resemble, and by their own events and impressions so far. All options of a ranking hold for them; only `exploration_share` does not go with `rules`. Default: only items that the model knows.',
  );

export const PredictRequest = z
  .strictObject({
    history: historyIds(
      '; may be empty, which ranks by popularity. Either this, `person_id` or `session_id`.',
    ),
    history_timestamps: HistoryTimestamps,
    person_id: personIdInput,
    session_id: sessionIdInput,
    person_features: personFeaturesInput,
    context: contextInput,
    ...rankingOptions,
    new_items: NewItems,
    ...lenienceOptions,
  })
  .superRefine(checkSource)
  .superRefine(checkTimestamps)
  .superRefine(checkRules)
  .superRefine(({ new_items, rules = [] }, context) => {
    if (rules.length > 0 && new_items !== undefined && new_items.exploration_share > 0)
      context.addIssue({
        code: 'custom',
        path: ['new_items', 'exploration_share'],
        message:
          'must be 0 with rules, which hold the places that it would give away; a rule can hold places of new items',
      });
  })
  .meta({ id: 'PredictRequest' });
export type PredictRequest = z.output<typeof PredictRequest>;

export const Prediction = z
  .object({
    model_id: z.string(),
    model_version: z.string(),
    items: z
      .array(
        z.object({
          item_id: z.string(),
          score: z.number(),
          new_item: z
            .literal(true)
            .optional()
            .describe('Present for an item that the model does not know yet (`new_items`).'),
          resembles: z
            .array(z.object({ item_id: z.string(), weight: z.number() }))
            .optional()
            .describe(
              'The known items that the text of a new item resembles most, at most 3, with their shares of its score before its rate. Present with `explain`.',
            ),
          arm: z
            .string()
            .optional()
            .describe(
              'The arm whose list gave the item, in a list that an experiment drew from two. The score is that of its model.',
            ),
          network_score: z
            .number()
            .optional()
            .describe(
              'The dot product of the item’s vector (`item-vectors`) and that of the history (`embed`). Present for a sequential recommender whose `score` is another number, because it is calibrated or that of a blend, and the history is not empty. Without it the dot product is the `score`, before boosts.',
            ),
          ...ruledItem,
          because,
        }),
      )
      .describe(
        'Without items of which the model knows nothing, candidates too: neither events nor content. Highest score first, ties by the bytes of the id; with `diversity` in the order of marginal relevance. Scores are log-odds, on the scale of validation data: their exponentials are to each other as the chances of the items; those of a sequential recommender add up to about 1 over the catalogue.',
      ),
    fallback,
    ...answeredOptions,
    experiment: z
      .object({ id: z.string(), arm: z.string().nullable() })
      .optional()
      .describe(
        'Present where the person takes part in an experiment of the alias; `arm` is null where the list is drawn from two, and `model_id` is then that of the control.',
      ),
    request_id: z.string(),
  })
  .meta({ id: 'Prediction' });
export type Prediction = z.output<typeof Prediction>;

export const ExportModelRequest = z
  .strictObject({ format: z.string().min(1).max(32).default('tar.gz').describe('`tar.gz`.') })
  .optional()
  .meta({ id: 'ExportModelRequest' });
export type ExportModelRequest = z.output<typeof ExportModelRequest>;

export const EmbedRequest = z
  .strictObject(
    {
      history: historyIds('. One that is empty, or has unknown items alone, is 422 `empty_history`.'),
      history_timestamps: HistoryTimestamps,
      person_id: personIdInput,
      session_id: sessionIdInput,
      ...lenienceOptions,
    },
    noMeaning(
      'embed reads a history and ranks nothing: it takes history, history_timestamps, person_id, session_id, unknown_items and long_history',
    ),
  )
  .superRefine(checkSource)
  .superRefine(checkTimestamps)
  .meta({ id: 'EmbedRequest' });
export type EmbedRequest = z.output<typeof EmbedRequest>;

export const Embedding = z
  .object({
    model_id: z.string(),
    model_version: z.string(),
    embedding: z.array(z.number()).describe('Comparable only with vectors of the same model version.'),
    dimensions: z.int(),
    ...lenienceAnswer,
    request_id: z.string(),
  })
  .meta({ id: 'Embedding' });
export type Embedding = z.output<typeof Embedding>;
