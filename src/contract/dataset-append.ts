/** Wire shapes of rows that are appended to a dataset. */
import { z } from 'zod';
import { DatasetEvent, DatasetItem } from './dataset.ts';
import { rowsOf } from './rows.ts';

export const AppendEventsRequest = z
  .strictObject({ events: rowsOf(DatasetEvent, { least: 1 }) })
  .meta({ id: 'AppendEventsRequest' });
export type AppendEventsRequest = z.output<typeof AppendEventsRequest>;

export const AppendItemsRequest = z
  .strictObject({ items: rowsOf(DatasetItem, { least: 1 }) })
  .meta({ id: 'AppendItemsRequest' });
export type AppendItemsRequest = z.output<typeof AppendItemsRequest>;

export const AppendedFields = z
  .object({
    appended: z.int().describe('Rows that are new. They are durable when this is answered.'),
    duplicates: z.int().describe('Rows that were there before with the same content.'),
    pending_items: z.int().describe('Items that wait for the next version of the dataset.'),
    pending_events: z.int().describe('Events that wait for it.'),
  })
  .meta({ id: 'AppendedFields' });
export type AppendedFields = z.output<typeof AppendedFields>;

export const Appended = AppendedFields.extend({ request_id: z.string() }).meta({ id: 'Appended' });
