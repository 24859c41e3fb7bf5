/**
 * `settings` of an adaptation with the architecture `sequential-recommender`. Settings that are left out
 * follow from the data.
 */
import { z } from 'zod';
import { MAX_FIELDS } from './common.ts';
import { fitSettings, historySettings } from './network-settings.ts';

export const SequentialSettings = z
  .strictObject({
    width: z.int().min(8).max(512).describe('Dimension of an item vector, a multiple of `heads`.'),
    blocks: z.int().min(1).max(8).describe('Transformer blocks.'),
    heads: z.int().min(1).max(16).describe('Attention heads.'),
    ...historySettings,
    item_vector_dropout: z
      .number()
      .min(0)
      .max(0.9)
      .describe(
        'How often an item is learned by its text and features alone, without the vector of its own, so that these say more of items without events. It has no effect without texts and features. Default: 0.',
      ),
    ...fitSettings,
    negatives: z
      .int()
      .min(0)
      .max(65_536)
      .describe('Items drawn a step for the sampled softmax; 0: the softmax goes over all items.'),
    item_texts: z
      .boolean()
      .describe('Item vectors are tied to the texts, so that items without events can be ranked.'),
    item_features: z
      .boolean()
      .describe(
        'Item vectors are also tied to the declared features of items: categories, lists, numbers and dates. Default: true where the dataset declares any.',
      ),
    time_gaps: z
      .enum(['none', 'between', 'until_now'])
      .describe(
        'Whether the times between the events of a history are read. `until_now`: also the time from the newest event to the prediction. Where the times do not differ, or only give an order, none are read. Default: `none`.',
      ),
    context_features: z
      .array(z.string().min(1).max(64))
      .max(MAX_FIELDS)
      .describe(
        'Facts that are read about the moment of a prediction: declared features of events, `hour` and `weekday` (of the time of an event, in UTC). Default: all declared features of events.',
      ),
    output_vectors: z
      .enum(['shared', 'own'])
      .describe('Whether items are scored by their input vectors or by separate ones.'),
    blend: z
      .boolean()
      .describe(
        'Whether the network is blended with EASE, item-kNN, a Markov chain, popularity and recent popularity, and, where repeats are kept, with the number of times that the history has an item; with weights chosen on validation data. Default: true.',
      ),
  })
  .partial()
  .meta({ id: 'SequentialSettings' });
export type SequentialSettings = z.infer<typeof SequentialSettings>;
