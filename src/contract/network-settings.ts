/** Settings that the networks which learn from histories share. */
import { z } from 'zod';

export const historySettings = {
  history_length: z
    .int()
    .min(1)
    .max(1000)
    .describe(
      'Number of items read of a history, counted from its end. Longer histories are split, not discarded.',
    ),
  dropout: z.number().min(0).max(0.9),
};

export const fitSettings = {
  learning_rate: z.number().gt(0).max(0.1),
  weight_decay: z
    .number()
    .min(0)
    .max(1)
    .describe('Decoupled weight decay of the layers; item vectors do not decay.'),
  batch_events: z.int().min(16).max(65_536).describe('Approximate number of events in a training step.'),
  epochs: z
    .int()
    .min(1)
    .max(1000)
    .describe('Maximum number of epochs; training stops when the validation no longer improves.'),
  patience: z.int().min(1).max(1000).describe('Epochs without an improved validation before training stops.'),
};
