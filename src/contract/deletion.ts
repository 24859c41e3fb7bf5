/** Wire shapes of the deletion of datasets, models and tokenizers. */
import { z } from 'zod';

const files = {
  files: z
    .int()
    .describe('Files that were removed. With the last model of a deleted dataset, those of the dataset too.'),
  bytes: z.int().describe('Their size.'),
};

export const DeletedFiles = z
  .object({ id: z.string(), erased: z.object(files), request_id: z.string() })
  .meta({ id: 'DeletedFiles' });

export const DeletedDataset = z
  .object({
    id: z.string(),
    erased: z.object({
      items: z.int(),
      events: z.int(),
      exports: z.int().describe('Jobs whose exports can no longer be downloaded.'),
      pending_items: z
        .int()
        .describe('Appended items that waited for a version, where this was the last one of its name.'),
      pending_events: z.int(),
      ...files,
    }),
    kept_for_models: z
      .array(z.string())
      .describe(
        'Ready models that were trained on it. They go on reading the events of people in it, so its files stay until the last of these models is deleted; nothing else reads it any more. Empty: the files are gone.',
      ),
    request_id: z.string(),
  })
  .meta({ id: 'DeletedDataset' });
export type DeletedDataset = z.output<typeof DeletedDataset>;
export type DeletedFiles = z.output<typeof DeletedFiles>;
