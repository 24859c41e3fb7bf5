/** Wire shapes of refits: the model of an alias goes on with newer events, and the alias moves if it is not worse. */
import { z } from 'zod';
import { ResourceId } from './lists.ts';

const MAX_EPOCHS = 1000;

export const RefitSettings = z
  .strictObject({
    epochs: z.int().min(1).max(MAX_EPOCHS).describe('The most passes over the data.'),
    patience: z.int().min(1).max(100).describe('Epochs without a better validation before it ends.'),
    learning_rate: z.number().gt(0).max(0.1),
  })
  .partial()
  .meta({ id: 'RefitSettings' });
export type RefitSettings = z.output<typeof RefitSettings>;

export const RefitRequest = z
  .strictObject({
    dataset_id: ResourceId.describe(
      'A dataset with events after those of the model, such as the next version of its dataset.',
    ),
    settings: RefitSettings.prefault({}).describe('Left out: as in the model’s own training.'),
  })
  .meta({ id: 'RefitRequest' });
export type RefitRequest = z.output<typeof RefitRequest>;
