/** `settings` of an adaptation with the architecture `sequential-recommender`: what is left out follows from the data. */
import { z } from 'zod';

export const SequentialSettings = z
  .strictObject({
    width: z.int().min(8).max(512).describe('Numbers of an item’s vector, a multiple of `heads`.'),
    blocks: z.int().min(1).max(8).describe('Transformer blocks.'),
    heads: z.int().min(1).max(16).describe('Heads of attention.'),
    history_length: z
      .int()
      .min(1)
      .max(1000)
      .describe(
        'Items of a history that are looked at, the last ones; longer ones are cut, not thrown away.',
      ),
    dropout: z.number().min(0).max(0.9),
    learning_rate: z.number().gt(0).max(0.1),
    weight_decay: z.number().min(0).max(1).describe('Decoupled, of the layers; item vectors do not decay.'),
    batch_events: z.int().min(16).max(65_536).describe('Events that a step learns from, about.'),
    epochs: z.int().min(1).max(1000).describe('At most; it stops when the validation no longer gets better.'),
    patience: z.int().min(1).max(1000).describe('Epochs without a better validation before it stops.'),
    negatives: z
      .int()
      .min(0)
      .max(65_536)
      .describe('Items drawn a step for the sampled softmax; 0: the softmax goes over all items.'),
    item_texts: z
      .boolean()
      .describe('Item vectors lean on the texts, so that items nobody had yet can be ranked.'),
    output_vectors: z
      .enum(['shared', 'own'])
      .describe('Items are scored by the vectors they are read by, or by vectors of their own.'),
  })
  .partial()
  .meta({ id: 'SequentialSettings' });
export type SequentialSettings = z.infer<typeof SequentialSettings>;
