/** Wire shapes of sequence models: their cards, predictions and embeddings. */
import { z } from 'zod';
import { anyObject, Identifier, MAX_FILTERS } from './common.ts';
import { Timestamp } from './dataset.ts';
import { EvaluationReport } from './evaluation-report.ts';
import { idList } from './id-list.ts';
import { listOf } from './lists.ts';
import { rowsOf } from './rows.ts';

export const MOST_HISTORY_IDS = 10_000;
const MOST_CANDIDATES = 100_000;
const MOST_EXCLUDED = 10_000;
const MOST_PREDICTED = 1000;
const MOST_BOOSTS = 16;
const MOST_BOOST = 1000;

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

export const HistoryTimestamps = rowsOf(Timestamp, { least: 0, most: MOST_HISTORY_IDS })
  .optional()
  .describe(
    'When each item of `history` was taken, one an item, in the same order. A model that reads times then reads those between the items, and the time up to now. Default: unknown.',
  );

interface GivenHistory {
  readonly history?: readonly string[] | undefined;
  readonly history_timestamps?: readonly string[] | undefined;
}

/** The fault of a history's timestamps; null: there is none. */
function faultOfTimestamps({ history, history_timestamps: timestamps }: GivenHistory): string | null {
  if (timestamps === undefined) return null;
  if (history === undefined) return 'are those of history, which is missing';
  if (timestamps.length !== history.length)
    return `must be as many as the items of history: ${history.length}, not ${timestamps.length}`;
  // In UTC with milliseconds, so that the order of the texts is that of the times.
  const later = timestamps.findIndex((at, index) => index > 0 && at < timestamps[index - 1]!);
  return later < 0 ? null : `must be oldest first; number ${later + 1} is before the one before it`;
}

export function checkTimestamps(given: GivenHistory, context: z.RefinementCtx): void {
  const message = faultOfTimestamps(given);
  if (message !== null) context.addIssue({ code: 'custom', path: ['history_timestamps'], message });
}

const Candidates = idList({ least: 1, most: MOST_CANDIDATES })
  .optional()
  .describe('Items to rank, each id once. Default: the whole catalogue.');

/** The options of a ranking: its items, and their order. A batch has the same for all of its people. */
export const rankingOptions = {
  candidate_item_ids: Candidates,
  limit: z.int().min(1).max(MOST_PREDICTED).default(20),
  exclude_seen: z
    .boolean()
    .optional()
    .describe(
      'Whether items of the history are left out. Default: true without `candidate_item_ids`, false with them.',
    ),
  exclude_item_ids: idList({ least: 0, most: MOST_EXCLUDED })
    .optional()
    .describe('Items that are left out. Ids that the catalogue lacks have no effect.'),
  filters: anyObject(MAX_FILTERS)
    .optional()
    .describe(
      'Only items that pass are ranked. The grammar is that of `filters` of POST /v1/match, over the features that the dataset declares for items: a scalar (equals), an array (any of), or an object of `gt`, `gte`, `lt`, `lte`, `ne`, `in`, `nin`, `exists`. Dates are compared as dates; `created_at` where items have it.',
    ),
  boosts: z
    .array(
      z.strictObject({
        filter: anyObject(MAX_FILTERS),
        weight: z.number().min(-MOST_BOOST).max(MOST_BOOST),
      }),
    )
    .max(MOST_BOOSTS)
    .optional()
    .describe(
      '`weight` is added to the score of every item that passes `filter`; the weights of several add up.',
    ),
  diversity: z
    .number()
    .min(0)
    .max(1)
    .default(0)
    .describe(
      'Weight of the difference from the items that come before, by maximal marginal relevance over the model’s item vectors. 0: by score alone. The order changes, scores do not.',
    ),
  explain: z
    .boolean()
    .default(false)
    .describe(
      'Adds `because`: the items of the history that speak most for each item. Costs a further scoring for each of the newest 50 different items of the history (10 for generative retrievers).',
    ),
};

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
    'Ranks also the newest 500 items that were appended to the dataset and that the model does not know yet: by the items that their texts resemble, and by their own events and impressions so far. Cannot stand beside `filters`, `boosts` or `diversity`. Default: only items that the model knows.',
  );

export const PredictRequest = z
  .strictObject({
    history: History.optional().describe(
      'Item ids, oldest first; may be empty, which ranks by popularity. Either this or `person_id`.',
    ),
    history_timestamps: HistoryTimestamps,
    person_id: Identifier.optional().describe(
      'In place of `history`: the events of this person in the newest version of the model’s dataset, and those appended since, selected as for the model’s training. Unknown items are then left out and long histories cut, whatever the request says.',
    ),
    ...rankingOptions,
    new_items: NewItems,
    unknown_items: z
      .enum(['error', 'ignore'])
      .default('error')
      .describe(
        'Ids of the history or the candidates that the catalogue lacks: `error` answers 422 `unknown_item`, `ignore` leaves them out and lists them in `ignored_item_ids`.',
      ),
    long_history: z
      .enum(['error', 'truncate'])
      .default('error')
      .describe(
        'A history above `max_history_items`: `error` answers 422 `history_too_long`, `truncate` reads the newest items. All of its items count as seen.',
      ),
  })
  .refine(({ history, person_id }) => (history === undefined) !== (person_id === undefined), {
    message: 'give either history or person_id',
    path: ['history'],
  })
  .superRefine(checkTimestamps)
  .superRefine(({ new_items, filters, boosts, diversity }, context) => {
    const isOther = filters !== undefined || boosts !== undefined || diversity > 0;
    if (new_items !== undefined && isOther)
      context.addIssue({
        code: 'custom',
        path: ['new_items'],
        message: 'cannot stand beside filters, boosts or diversity',
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
              'The dot product of the item’s vector (`item-vectors`) and that of the history (`embed`). Present where the model serves a blend, whose `score` is another number, and the history is not empty. Without it the dot product is the `score` of a sequential recommender, before boosts.',
            ),
          because: z
            .array(
              z.object({
                item_id: z.string(),
                weight: z
                  .number()
                  .describe('The item’s share of what the items of the history add to the score, in (0, 1].'),
              }),
            )
            .optional()
            .describe(
              'At most 3 items of the history without which the score would be lower, the weightiest first. Present with `explain`.',
            ),
        }),
      )
      .describe(
        'Without items of which the model knows nothing, candidates too: neither events nor content. Highest score first, ties by the bytes of the id; with `diversity` in the order of marginal relevance. Scores are relative, not probabilities.',
      ),
    fallback: z
      .literal('popularity')
      .optional()
      .describe(
        'Present where a sequential recommender reads nothing from the history, because it is empty, or because the counting parts that serve alone have no link from it: items then rank by how often they were taken.',
      ),
    experiment: z
      .object({ id: z.string(), arm: z.string().nullable() })
      .optional()
      .describe(
        'Present where the person takes part in an experiment of the alias; `arm` is null where the list is drawn from two, and `model_id` is then that of the control.',
      ),
    boosts: z
      .array(z.object({ filter: z.record(z.string(), z.unknown()), weight: z.number() }))
      .optional()
      .describe('As given.'),
    ignored_item_ids: z
      .array(z.string())
      .optional()
      .describe(
        'Unknown ids that were left out, each once. Present with `unknown_items: "ignore"` and with `person_id`.',
      ),
    history_truncated: z
      .boolean()
      .optional()
      .describe(
        'Whether only the newest items were read. Present with `long_history: "truncate"` and with `person_id`.',
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
