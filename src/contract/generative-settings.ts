/** `settings` of an adaptation with the architecture `generative-retriever`: what is left out follows from the data. */
import { z } from 'zod';

export const GenerativeSettings = z
  .strictObject({
    width: z.int().min(8).max(512).describe('Numbers of an item’s vector, a multiple of `heads`.'),
    blocks: z.int().min(1).max(8).describe('Transformer blocks that read a history.'),
    heads: z.int().min(1).max(16).describe('Heads of attention.'),
    decoder_width: z.int().min(8).max(4096).describe('Of the layer between, in each step of the decoder.'),
    history_length: z
      .int()
      .min(1)
      .max(1000)
      .describe('Items of a history that are read, the last ones; longer ones are cut, not thrown away.'),
    dropout: z.number().min(0).max(0.9),
    item_vectors: z
      .boolean()
      .describe('Items are read by a vector of their own beside those of their codes.'),
    unknown_rate: z
      .number()
      .min(0)
      .max(1)
      .describe(
        'How often an item is read as one that nobody had yet, so that codes alone come to say enough.',
      ),
    item_texts: z.boolean().describe('Items are read by the vectors of their texts too.'),
    learning_rate: z.number().gt(0).max(0.1),
    weight_decay: z.number().min(0).max(1).describe('Decoupled, of the layers; vectors do not decay.'),
    batch_events: z.int().min(16).max(65_536).describe('Events that a step learns from, about.'),
    epochs: z.int().min(1).max(1000).describe('At most; it stops when the validation no longer gets better.'),
    patience: z.int().min(1).max(1000).describe('Epochs without a better validation before it stops.'),
  })
  .partial()
  .meta({ id: 'GenerativeSettings' });
export type GenerativeSettings = z.infer<typeof GenerativeSettings>;
