/**
 * Wire shapes of refits: the model of an alias goes on with newer events, and the alias moves if it is not
 * worse.
 */
import { z } from 'zod';
import { ResourceId } from './lists.ts';
import { SelectionProtocol } from './selection-protocol.ts';

const MAX_EPOCHS = 1000;

export const RefitSettings = z
  .strictObject({
    epochs: z
      .int()
      .min(1)
      .max(MAX_EPOCHS)
      .describe('The most passes over the new events and a sample of earlier ones. Default: 20.'),
    patience: z
      .int()
      .min(1)
      .max(100)
      .describe('Epochs without a better validation before it ends. Default: 2.'),
    learning_rate: z.number().gt(0).max(0.1),
    protocol: SelectionProtocol.describe(
      'The data that choose the number of epochs, the blend and the scale of the scores, as in an adaptation. Default: `time`, by the last fifth of the new events before those that compare the models.',
    ),
  })
  .partial()
  .meta({ id: 'RefitSettings' });
export type RefitSettings = z.output<typeof RefitSettings>;

const MAX_EVENTS = 1_000_000_000;
/** A year. */
const MAX_HOURS = 8784;

export const RefitScheduleRequest = z
  .strictObject({
    every_events: z
      .int()
      .min(1)
      .max(MAX_EVENTS)
      .optional()
      .describe('A refit is due after so many new events.'),
    every_hours: z
      .number()
      .gt(0)
      .max(MAX_HOURS)
      .optional()
      .describe('A refit is due so many hours after the last one, if there are new events.'),
    settings: RefitSettings.prefault({}).describe('Settings of every refit.'),
  })
  .refine(({ every_events, every_hours }) => every_events !== undefined || every_hours !== undefined, {
    path: ['every_events'],
    message: 'is required where every_hours is not given; name either or both',
  })
  .meta({ id: 'RefitScheduleRequest' });
export type RefitScheduleRequest = z.output<typeof RefitScheduleRequest>;

export const RefitScheduleFields = z
  .object({
    every_events: z.int().nullable(),
    every_hours: z.number().nullable(),
    settings: z.object(RefitSettings.shape).describe('Settings of every refit.'),
    last_dataset_id: z.string().nullable().describe('The dataset of the last refit; null: none yet.'),
    last_at: z.string().describe('When the last refit was accepted, or the schedule was made.'),
    job_id: z
      .string()
      .nullable()
      .describe(
        'The last job of the schedule, which cut a version of the dataset or refitted; null: none yet.',
      ),
  })
  .meta({ id: 'RefitScheduleFields' });
export type RefitScheduleFields = z.output<typeof RefitScheduleFields>;

export const RefitSchedule = RefitScheduleFields.extend({ name: z.string(), request_id: z.string() }).meta({
  id: 'RefitSchedule',
});
export const RemovedRefitSchedule = z
  .object({ name: z.string(), removed: z.literal(true), request_id: z.string() })
  .meta({ id: 'RemovedRefitSchedule' });

export const RefitRequest = z
  .strictObject({
    dataset_id: ResourceId.describe(
      'A dataset with events after those of the model, such as the next version of its dataset.',
    ),
    settings: RefitSettings.prefault({}).describe('Left out: the defaults of a refit.'),
  })
  .meta({ id: 'RefitRequest' });
export type RefitRequest = z.output<typeof RefitRequest>;
