/**
 * `settings` of an adaptation with the architecture `generative-retriever`. Settings that are left out follow
 * from the data.
 */
import { z } from 'zod';
import { fitSettings, historySettings } from './network-settings.ts';

/** A known item hands over at most a third of its probability. */
const MAX_NEW_ITEM_SHARE = 0.3;

export const GenerativeSettings = z
  .strictObject({
    width: z.int().min(8).max(512).describe('Dimension of an item vector, a multiple of `heads`.'),
    blocks: z.int().min(1).max(8).describe('Transformer blocks that read a history.'),
    heads: z.int().min(1).max(16).describe('Attention heads.'),
    decoder_width: z
      .int()
      .min(8)
      .max(4096)
      .describe('Width of the hidden layer in each step of the decoder.'),
    ...historySettings,
    item_vectors: z.boolean().describe('Items have a vector of their own beside those of their codes.'),
    unknown_rate: z
      .number()
      .min(0)
      .max(1)
      .describe(
        'Probability that an item is read as a new one, so that its codes alone carry enough information.',
      ),
    item_texts: z.boolean().describe('Items are also read by the vectors of their texts.'),
    new_item_share: z
      .number()
      .min(0)
      .max(MAX_NEW_ITEM_SHARE)
      .describe(
        'About the share of the probability that items without events have together. 0: they are hardly ever generated. Default: measured, by how often items that were new at their time were taken; at most 0.2. The card has the share that results, `training.fit.new_items`.',
      ),
    ...fitSettings,
  })
  .partial()
  .meta({ id: 'GenerativeSettings' });
export type GenerativeSettings = z.infer<typeof GenerativeSettings>;
