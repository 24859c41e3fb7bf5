/**
 * Wire shapes of the vectors of a model's items: items that are similar to one, and the vectors themselves.
 */
import { z } from 'zod';
import { Identifier } from './common.ts';
import {
  checkOptionalSource,
  historyIds,
  lenienceOptions,
  personIdInput,
  sessionIdInput,
} from './history-input.ts';
import { idList } from './id-list.ts';
import { ListQuery } from './lists.ts';
import { noMeaning } from './no-meaning.ts';
import { answeredOptions, rankingOptions } from './ranking-options.ts';
import { checkRules, ruledItem } from './ranking-rules.ts';

const MOST_VECTORS = 1000;

export const SimilarItemsQuery = z.strictObject({
  item_id: Identifier.describe('An item of the model’s catalogue.').meta({ example: 'tea-01' }),
  limit: ListQuery.shape.limit,
});
export type SimilarItemsQuery = z.output<typeof SimilarItemsQuery>;

const { explain: _, ...similarOptions } = rankingOptions;

export const SimilarItemsRequest = z
  .strictObject(
    {
      item_id: SimilarItemsQuery.shape.item_id,
      history: historyIds(
        ': those of a person, which are left out. At most one of this, `person_id` and `session_id`.',
      ),
      person_id: personIdInput,
      session_id: sessionIdInput,
      ...similarOptions,
      exclude_seen: z
        .boolean()
        .optional()
        .describe(
          'Whether items of the history are left out. Default: true without `candidate_item_ids`, false with them.',
        ),
      ...lenienceOptions,
    },
    noMeaning(
      'similar items are compared with item_id alone: a history only leaves items out, so its times and explain have no meaning',
    ),
  )
  .superRefine(checkOptionalSource)
  .superRefine(checkRules)
  .meta({ id: 'SimilarItemsRequest' });
export type SimilarItemsRequest = z.output<typeof SimilarItemsRequest>;

export const SimilarItems = z
  .object({
    model_id: z.string(),
    model_version: z.string(),
    item_id: z.string(),
    items: z
      .array(
        z.object({
          item_id: z.string(),
          similarity: z.number().describe('The cosine of the two item vectors, -1 to 1.'),
          score: z
            .number()
            .optional()
            .describe('The similarity and the weights of the boosts. Present with `boosts`.'),
          ...ruledItem,
        }),
      )
      .describe(
        'Most similar first, with `boosts` by score, ties by the bytes of the id. Items of which the model knows nothing are left out; empty if it knows nothing of the given one.',
      ),
    ...answeredOptions,
    request_id: z.string(),
  })
  .meta({ id: 'SimilarItems' });
export type SimilarItems = z.output<typeof SimilarItems>;

export const ItemVectorsRequest = z
  .strictObject({ item_ids: idList({ least: 1, most: MOST_VECTORS }).describe('Each id once.') })
  .meta({ id: 'ItemVectorsRequest' });
export type ItemVectorsRequest = z.output<typeof ItemVectorsRequest>;

export const ItemVectors = z
  .object({
    model_id: z.string(),
    model_version: z.string(),
    dimensions: z.int(),
    items: z
      .array(
        z.object({
          item_id: z.string(),
          vector: z
            .array(z.number())
            .nullable()
            .describe('Null if the model knows nothing of the item: no event and no text.'),
        }),
      )
      .describe('In the order of the request. Comparable only with vectors of the same model version.'),
    request_id: z.string(),
  })
  .meta({ id: 'ItemVectors' });
export type ItemVectors = z.output<typeof ItemVectors>;
